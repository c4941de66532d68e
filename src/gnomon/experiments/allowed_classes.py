"""The scikit-learn estimators that a file may name: a design, a claim or a record of results.

Left out are estimators that call functions of the user (FunctionTransformer), private ones and those added to
scikit-learn later.
"""

from typing import Final

_NAMES: Final = {
    "sklearn.calibration": "CalibratedClassifierCV",
    "sklearn.cluster": "AffinityPropagation AgglomerativeClustering Birch BisectingKMeans DBSCAN "
    "FeatureAgglomeration HDBSCAN KMeans MeanShift MiniBatchKMeans OPTICS SpectralClustering",
    "sklearn.compose": "ColumnTransformer TransformedTargetRegressor",
    "sklearn.covariance": "EllipticEnvelope",
    "sklearn.cross_decomposition": "CCA PLSCanonical PLSRegression PLSSVD",
    "sklearn.decomposition": "DictionaryLearning FactorAnalysis FastICA IncrementalPCA KernelPCA "
    "LatentDirichletAllocation MiniBatchDictionaryLearning MiniBatchNMF MiniBatchSparsePCA NMF PCA SparsePCA "
    "TruncatedSVD",
    "sklearn.discriminant_analysis": "LinearDiscriminantAnalysis QuadraticDiscriminantAnalysis",
    "sklearn.dummy": "DummyClassifier DummyRegressor",
    "sklearn.ensemble": "AdaBoostClassifier AdaBoostRegressor BaggingClassifier BaggingRegressor "
    "ExtraTreesClassifier ExtraTreesRegressor GradientBoostingClassifier GradientBoostingRegressor "
    "HistGradientBoostingClassifier HistGradientBoostingRegressor IsolationForest RandomForestClassifier "
    "RandomForestRegressor RandomTreesEmbedding StackingClassifier StackingRegressor VotingClassifier "
    "VotingRegressor",
    "sklearn.feature_extraction": "DictVectorizer FeatureHasher",
    "sklearn.feature_extraction.text": "CountVectorizer HashingVectorizer TfidfTransformer TfidfVectorizer",
    "sklearn.feature_selection": "RFE RFECV SelectFromModel SelectFdr SelectFpr SelectFwe SelectKBest "
    "SelectPercentile GenericUnivariateSelect SequentialFeatureSelector VarianceThreshold",
    "sklearn.gaussian_process": "GaussianProcessClassifier GaussianProcessRegressor",
    "sklearn.impute": "KNNImputer MissingIndicator SimpleImputer",
    "sklearn.isotonic": "IsotonicRegression",
    "sklearn.kernel_approximation": "AdditiveChi2Sampler Nystroem PolynomialCountSketch RBFSampler "
    "SkewedChi2Sampler",
    "sklearn.kernel_ridge": "KernelRidge",
    "sklearn.linear_model": "ARDRegression BayesianRidge ElasticNet ElasticNetCV GammaRegressor "
    "HuberRegressor Lars LarsCV Lasso LassoCV LassoLars LassoLarsCV LassoLarsIC LinearRegression "
    "LogisticRegression LogisticRegressionCV MultiTaskElasticNet MultiTaskElasticNetCV MultiTaskLasso "
    "MultiTaskLassoCV OrthogonalMatchingPursuit OrthogonalMatchingPursuitCV PassiveAggressiveClassifier "
    "PassiveAggressiveRegressor Perceptron PoissonRegressor QuantileRegressor RANSACRegressor Ridge "
    "RidgeClassifier RidgeClassifierCV RidgeCV SGDClassifier SGDOneClassSVM SGDRegressor TheilSenRegressor "
    "TweedieRegressor",
    "sklearn.manifold": "Isomap LocallyLinearEmbedding",
    "sklearn.mixture": "BayesianGaussianMixture GaussianMixture",
    "sklearn.model_selection": "FixedThresholdClassifier GridSearchCV RandomizedSearchCV "
    "TunedThresholdClassifierCV",
    "sklearn.multiclass": "OneVsOneClassifier OneVsRestClassifier OutputCodeClassifier",
    "sklearn.multioutput": "ClassifierChain MultiOutputClassifier MultiOutputRegressor RegressorChain",
    "sklearn.naive_bayes": "BernoulliNB CategoricalNB ComplementNB GaussianNB MultinomialNB",
    "sklearn.neighbors": "KNeighborsClassifier KNeighborsRegressor KNeighborsTransformer KernelDensity "
    "LocalOutlierFactor NearestCentroid NearestNeighbors NeighborhoodComponentsAnalysis "
    "RadiusNeighborsClassifier RadiusNeighborsRegressor RadiusNeighborsTransformer",
    "sklearn.neural_network": "BernoulliRBM MLPClassifier MLPRegressor",
    "sklearn.pipeline": "FeatureUnion Pipeline",
    "sklearn.preprocessing": "Binarizer KBinsDiscretizer KernelCenterer LabelBinarizer LabelEncoder "
    "MaxAbsScaler MinMaxScaler MultiLabelBinarizer Normalizer OneHotEncoder OrdinalEncoder "
    "PolynomialFeatures PowerTransformer QuantileTransformer RobustScaler SplineTransformer StandardScaler "
    "TargetEncoder",
    "sklearn.random_projection": "GaussianRandomProjection SparseRandomProjection",
    "sklearn.semi_supervised": "LabelPropagation LabelSpreading SelfTrainingClassifier",
    "sklearn.svm": "LinearSVC LinearSVR NuSVC NuSVR OneClassSVM SVC SVR",
    "sklearn.tree": "DecisionTreeClassifier DecisionTreeRegressor ExtraTreeClassifier ExtraTreeRegressor",
}

# The public module and the name of each class; the modules to import are constants of this file.
ALLOWED_CLASSES: Final = {module: tuple(names.split()) for module, names in _NAMES.items()}
