"""Names of scikit-learn, SciPy and statsmodels that are others here, each with the names that it leads to.

In the form of `textbook_terms`; the names of measures are in `gnomon.assessment.measures.synonyms`.
"""

TERMS = """
train_test_split: hold_out
cross_val_score, cross_val_predict, cross_validate: resample
KFold, StratifiedKFold, GroupKFold, StratifiedGroupKFold: k_fold
RepeatedKFold, RepeatedStratifiedKFold, ShuffleSplit, StratifiedShuffleSplit: repeated
LeaveOneOut, LeavePOut: leave_one_out
LeaveOneGroupOut, LeavePGroupsOut, GroupShuffleSplit: leave_groups_out
TimeSeriesSplit: rolling blocked
GridSearchCV: grid_search GridSearch tune
RandomizedSearchCV: selection.SearchRange tune
HalvingGridSearchCV, HalvingRandomSearchCV: selection.SuccessiveHalving
ParameterGrid: hyperparameter_grid
RidgeCV, LassoCV, LogisticRegressionCV, ElasticNetCV: tune hyperparameter_path
permutation_test_score: stats.permutation_test_against_chance
TunedThresholdClassifierCV, FixedThresholdClassifier: ThresholdedClassifier
CalibratedClassifierCV: CalibratedClassifier
DummyClassifier: Baseline
DummyRegressor: BaselineRegressor
StackingClassifier, StackingRegressor: LearnedFeatures ensembles.combine_probabilities
AdaBoostRegressor, HistGradientBoostingRegressor: GradientBoostingRegressor
HistGradientBoostingClassifier, XGBClassifier, LGBMClassifier: GradientBoostingClassifier
SGDClassifier: LogisticRegression LinearSVC Perceptron
SGDRegressor: LinearRegression Ridge
NearestCentroid: NearestMean
NuSVC: SVC
NuSVR: SVR
GaussianProcessRegressor: KernelRidge
SpectralClustering: KernelKMeans
BisectingKMeans: DivisiveClustering
LatentDirichletAllocation, NMF: TruncatedSVD MultinomialMixture decomposition.MatrixFactors
FactorAnalysis: PCA
IsolationForest, EllipticEnvelope: OneClassSVM
OutputCodeClassifier: OutputCodeClassifier
StandardScaler, MinMaxScaler, MaxAbsScaler, RobustScaler: Normalize
OneHotEncoder, get_dummies: Binarize
OrdinalEncoder, LabelEncoder: OrderLevels
TargetEncoder: CalibrateCategories
Binarizer: Threshold
KBinsDiscretizer: EqualWidth EqualFrequency
SimpleImputer: ImputeByKind
KNNImputer: ImputeNeighbors
IterativeImputer: ImputeNormal
ColumnTransformer, make_column_transformer, TableVectorizer: PrepareTable
PolynomialFeatures: kernels.PolynomialFeatureMap PolynomialRegression
CountVectorizer, TfidfVectorizer, HashingVectorizer: TextFeatures
SelectKBest, SelectPercentile, SelectFdr: SelectByFilter
RFE, RFECV: RecursiveElimination
SelectFromModel: selection.selected_columns Lasso
SequentialFeatureSelector: ForwardSelection BackwardElimination
f_classif, chi2, mutual_info_classif: selection.score_features SelectByFilter
classification_report: metrics.rate_table
confusion_matrix: metrics.ConfusionMatrix
precision_recall_curve: curves.precision_recall_curve
calibration_curve: curves.reliability_diagram
permutation_importance: ensembles.permutation_importance inspection.held_out_importance
load_iris, fetch_openml: load
make_classification: datasets.make_blobs datasets.make_two_gaussians
make_circles: datasets.make_rings
clone: Learner
ttest_rel: stats.paired_t_test
ttest_ind: stats.two_means_test
ttest_1samp: stats.t_interval stats.t_statistic
chi2_contingency: probability.chi_squared_test
mannwhitneyu, ranksums: metrics.auc
pearsonr, spearmanr, kendalltau: stats.column_association
friedmanchisquare: stats.friedman_test
binomtest, proportion_confint: stats.clopper_pearson_interval stats.wilson_interval
multipletests, false_discovery_control: stats.adjust_p_values
ecdf: stats.cumulative_distribution
rel_entr: probability.kullback_leibler_divergence
"""
