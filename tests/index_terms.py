"""Terms of textbook indexes and of scikit-learn, and the public name that each must lead to.

By subject, in the order of the specification; a line is `name: term, term, ...` without `gn.`.
"""

LINES = """
Task: supervised learning, feature matrix, class label, target variable
load: data set, benchmark data, Iris data
resample: cross_val_score, cross_val_predict, test error, generalization error
clustering: unsupervised learning
inspection.overfitting_gap: training error, overfitting, resubstitution error
metrics.error: zero-one loss, number of errors, error rate, misclassification rate
inspection.measure_time: training time, prediction time
hold_out: hold-out, hold-out validation, train test split, train_test_split
repeated: repeated hold-out, Monte Carlo cross-validation, repeated cross-validation, ShuffleSplit,
    RepeatedKFold
k_fold: cross-validation, k-fold cross-validation, stratified cross-validation, StratifiedKFold, folds,
    GroupKFold
leave_one_out: leave-one-out, leave-one-out cross-validation, LOOCV, jackknife cross-validation
leave_groups_out: LeaveOneGroupOut, leave one group out
train_validation_test: validation set, train/validation/test split
nested: nested cross-validation, double cross-validation
rolling: TimeSeriesSplit, forward chaining, walk-forward validation
grid_search: model selection, grid search, GridSearchCV
tune: hyperparameter tuning, hyperparameter optimization, parameter tuning
Estimate: confidence interval, error bars, standard error
compare: significance test, hypothesis test, null hypothesis, comparing two classifiers
Normalize: z-score, normalisation, feature scaling, standardization, StandardScaler, MinMaxScaler, min-max
    scaling
DecisionStump: decision stump, one-level decision tree
teaching.threshold_line_search: line search
teaching.loss_landscape: error landscape, loss surface
linear.is_linearly_separable: linear separability, linearly separable
linear.Hyperplane: hyperplane, discriminant function, signed distance, weight vector
plotting.DecisionBoundaryDisplay: decision boundary, decision surface
Perceptron: perceptron, perceptron learning algorithm, perceptron convergence theorem
teaching.gradient_descent: gradient descent, learning rate, batch gradient descent, steepest descent
LogisticRegression: logistic regression, sigmoid function, logit, stochastic gradient descent, softmax
    regression
metrics.log_loss: log loss, cross-entropy loss, negative log-likelihood, neg_log_loss
MLPClassifier: multi-layer perceptron, neural network, back-propagation, hidden layer, MLP
teaching.gradient_check: gradient check, numerical gradient
svm.widest_margin_hyperplane: margin, geometric margin, maximum margin hyperplane, hard margin
SVC: support vector machine, SVM, soft margin, maximum margin, quadratic programming, box constraint
LinearSVC: hinge loss, linear SVM
svm.support_table: support vectors, slack variable, margin violation
kernels.Kernel: kernel trick, kernel function, kernel methods
kernels.FeatureMap: feature map, feature expansion, basis expansion
svm.kernel_decision: representer theorem, dual form of the decision function
kernels.mercer_check: Mercer's theorem, Mercer condition, positive semi-definite
kernels.LinearKernel: linear kernel
kernels.PolynomialKernel: polynomial kernel
kernels.RBFKernel: RBF kernel, Gaussian kernel, radial basis function
kernels.PowerSeriesKernel: power series kernel, exponential kernel
kernels.SigmoidKernel: hyperbolic tangent kernel, tanh kernel
kernels.LaplacianKernel: Laplacian kernel
kernels.GaussianImageFilter: Gaussian smoothing, image blur
kernels.gram_frame: Gram matrix, kernel matrix
kernels.PolynomialFeatureMap: PolynomialFeatures, monomials
svm.check_kkt_conditions: Karush-Kuhn-Tucker conditions, Kuhn-Tucker conditions, KKT, Lagrange multipliers
svm.dual_ascent: dual problem, dual Lagrangian, Wolfe dual
svm.smo_steps: sequential minimal optimization, SMO
svm.chunking: chunking
svm.remove_outliers: outlier removal, data cleaning, mislabeled examples
svm.support_vector_bound: leave-one-out bound
svm.svm_capacity: VC dimension, capacity, structural risk minimization
svm.cost_path: C parameter, effect of C
datasets.virtual_examples: virtual examples, data augmentation
OneClassSVM: outlier detection, novelty detection, anomaly detection
KNeighborsClassifier: nearest neighbor, k-nearest neighbours, kNN, lazy learning, Euclidean distance,
    Hamming distance,
    Manhattan distance, k-d tree, instance-based learning, cosine distance, distance-weighted voting
KNeighborsRegressor: nearest neighbor regression
neighbors.condensed_prototypes: condensed nearest neighbor, Hart's algorithm
neighbors.edited_prototypes: edited nearest neighbor, Wilson editing
neighbors.column_sensitivity: irrelevant features
neighbors.neighbor_suitability: curse of dimensionality
neighbors.choose_neighbors: choosing k in kNN

DecisionTreeClassifier: decision tree, ID3, C4.5, CART, classification tree, probability estimation tree
DecisionTreeRegressor: regression tree
ModelTreeRegressor: model tree, M5
trees.pruning_curve: pruning, cost-complexity pruning
trees.depth_curve: tree depth, max_depth
CoveringRules: rule set, decision list, sequential covering, separate-and-conquer, rule learning, CN2, PRISM
OneRule: 1R, one rule
BoostedRules: boosted rules, SLIPPER
SubgroupFeatures: subgroup discovery, propositionalisation
trees.information_gain: information gain, splitting criterion
trees.gain_ratio: gain ratio
trees.gini_impurity: Gini index, Gini impurity, impurity, node purity
trees.label_entropy: entropy of labels
probability.entropy: entropy, Shannon entropy
probability.conditional_entropy: conditional entropy, equivocation
probability.joint_entropy: joint entropy
probability.mutual_information: mutual information
probability.conditional_mutual_information: conditional mutual information
probability.kullback_leibler_divergence: Kullback-Leibler divergence, relative entropy, KL divergence
probability.max_entropy: maximum entropy
probability.cross_entropy: cross-entropy
probability.information_content: information content, surprisal, self-information
probability.entropy_reduction: entropy reduction, reduction of uncertainty
metrics.ConfusionMatrix: confusion matrix, contingency table, confusion_matrix
metrics.rate_table: classification_report, classification report
metrics.recall: recall, sensitivity, hit rate, true positive rate
metrics.false_positive_rate: false positive rate, false alarm rate, type I error, false positives, fall-out
metrics.false_negative_rate: false negative rate, miss rate, type II error
metrics.precision: precision, positive predictive value
metrics.negative_predictive_value: negative predictive value
metrics.specificity: specificity, true negative rate
metrics.accuracy: accuracy, accuracy_score
metrics.balanced_accuracy: balanced accuracy, average recall
metrics.f1: F-measure, F1 score, f1_score, harmonic mean of precision and recall
metrics.f1_macro: macro average
metrics.lift: lift
metrics.kappa: Cohen's kappa
metrics.mcc: Matthews correlation coefficient, MCC
metrics.youden: Youden index, informedness
curves.roc_curve: ROC curve, ROC analysis, receiver operating characteristic, ROC space
curves.roc_dominates: dominance, dominating classifier
curves.roc_crossings: crossing ROC curves
curves.random_classifier_point: random classifier, ascending diagonal
metrics.auc: AUC, area under the ROC curve, Mann-Whitney statistic, ranking accuracy, roc_auc_score,
    c-statistic
metrics.gini: Gini coefficient
metrics.partial_auc: partial AUC
metrics.average_precision: average precision, area under the precision-recall curve
curves.prevalence_table: class skew, class imbalance, skew ratio
CalibratedClassifier: score calibration, Platt scaling, CalibratedClassifierCV
curves.precision_recall_curve: precision-recall curve
curves.optimal_operating_point: operating point, iso-performance line, isometrics, accuracy isometrics
curves.constrained_operating_point: Neyman-Pearson
curves.roc_convex_hull: ROC convex hull, ROCCH, convex hull
curves.repair_scores: repairing concavities, concavities
curves.vertical_average: vertical averaging
curves.threshold_average: threshold averaging
curves.average_roc_curve: averaging ROC curves
curves.fixed_width_band: confidence band
curves.class_roc_curves: multi-class ROC, one-versus-rest ROC
curves.class_hull: multiclass ROC hull
curves.rate_mixture: randomized classifier, interpolated classifier
curves.budget_mixture: budget constraint
curves.cost_curve: cost curve
curves.det_curve: DET curve, detection error tradeoff
curves.lift_curve: cumulative gains, lift chart, gains chart
curves.reliability_diagram: reliability diagram, calibration curve
metrics.auc_hand_till: Hand and Till
metrics.auc_provost_domingos: Provost and Domingos
probability.laplace_estimate: Laplace correction, additive smoothing, pseudo-counts, rule of succession
probability.m_estimate: m-estimate
probability.relative_frequency: relative frequency, maximum likelihood estimate
probability.Distribution: joint distribution, joint probability, marginalisation, random variable
probability.ConditionalDistribution: conditional probability
probability.bayes_table: Bayes' theorem, Bayes rule, posterior probability, prior odds, evidence, maximum
    a posteriori
probability.sequential_bayes: Bayesian updating
bayes.class_priors: class prior
decisions.DiagnosticTest: diagnostic test
probability.predictive_values: base rate fallacy
probability.natural_frequencies: natural frequencies
probability.VennDiagram: Venn diagram
GaussianNB: naive Bayes, Gaussian naive Bayes
CategoricalNB: categorical naive Bayes
networks.BayesianNetwork: Bayesian network, belief network, belief propagation, variable elimination,
    message passing, junction tree, directed graphical model
networks.d_separation: d-separation, conditional independence
networks.DirectedGraph: directed acyclic graph, DAG
networks.chow_liu: Chow-Liu tree
networks.tree_augmented_structure: TAN, tree augmented naive Bayes
bayes.naive_bayes_independence: conditional independence assumption
VotingClassifier: committee, majority voting, ensemble, plurality vote
bootstrap: bootstrap, bootstrap sample, sampling with replacement
BaggingClassifier: bagging, bootstrap aggregating
RandomForestClassifier: random forest, subspace sampling
AdaBoostClassifier: AdaBoost, boosting, weak learner
GradientBoostingClassifier: gradient boosting, gradient boosted trees
ensembles.boosting_training_error_bound: training error bound
ensembles.vote_margins: voting margin
ensembles.MarginDistribution: margin distribution, margin bound
ensembles.ensemble_diversity: diversity, Q statistic
ensembles.boosting_vote_weight: alpha in AdaBoost, confidence factor
ensembles.boosting_weight_factors: weight update
ensembles.combine_probabilities: combination rules, product rule
ensembles.sign_vote: weighted majority vote
ensembles.forest_proximities: proximity matrix
LearnedFeatures: stacking, stacked generalization, StackingClassifier
ExhaustiveSelection: exhaustive search, best subset selection, branch and bound
ForwardSelection: forward selection, wrapper, greedy forward selection, SequentialFeatureSelector
BackwardElimination: backward elimination
FloatingSelection: floating search, SFFS
GeneticSelection: genetic algorithm
AnnealingSelection: simulated annealing
HillClimbingSelection: hill climbing
RecursiveElimination: recursive feature elimination, RFE, RFECV
SelectByFilter: filter method, SelectKBest, univariate feature selection, mRMR
selection.score_features: feature ranking, feature selection, attribute selection
selection.feature_count_curve: number of features, top-k features
selection.feature_interactions: feature interaction
selection.n_subsets: number of subsets
stats.column_association: Pearson correlation, correlation coefficient, Spearman correlation
prequential: online learning, test-then-train, concept drift

bayes.model_kind: generative model, discriminative model
datasets.BayesOptimalClassifier: Bayes-optimal classifier
bayes.bayes_error: Bayes error, irreducible error
linear.NormalDensity: normal distribution, multivariate normal, Gaussian density, Mahalanobis distance
linear.log_likelihood_ratio: likelihood ratio
QuadraticDiscriminantAnalysis: quadratic discriminant, full Bayes classifier, QDA
LinearDiscriminantAnalysis: Fisher discriminant, LDA, linear discriminant analysis
NearestMean: basic linear classifier, nearest centroid
probability.bernoulli_probability: Bernoulli distribution
probability.multinomial_probability: multinomial distribution
probability.DirichletPrior: Dirichlet prior, conjugate prior
BernoulliNB: bit vector, multivariate Bernoulli model
MultinomialNB: multinomial naive Bayes, multinomial model
TextFeatures: bag of words, stop words, CountVectorizer, TfidfVectorizer, tf-idf, document representation
bayes.recalibrated_naive_bayes: recalibrated likelihood
clustering.expectation_maximization: expectation-maximization, EM algorithm, latent variable, hidden
    variable
GaussianMixture: Gaussian mixture model, mixture model, responsibilities, soft clustering, GMM
ImputeByKind: imputation, SimpleImputer
preprocessing.missingness: missing values, missing data
selection.minimum_description_length: minimum description length, MDL, Occam's razor
Ridge: ridge regression, regularization, weight decay, shrinkage, Tikhonov
Lasso: lasso, L1 regularization, sparse regression
ElasticNet: elastic net
stats.mean: mean, central tendency
stats.median: median
stats.mode: mode
stats.variance: variance
stats.standard_deviation: standard deviation, dispersion
stats.value_range: range
stats.midrange: midrange point
stats.percentile: percentile, quantile
stats.quartiles: quartiles
stats.deciles: deciles
stats.interquantile_range: interquartile range
stats.cumulative_distribution: cumulative distribution
plotting.CumulativeDisplay: percentile plot
plotting.HistogramDisplay: histogram
stats.central_moment: central moment
stats.skewness: skewness
stats.kurtosis: kurtosis
stats.describe: summary statistics, descriptive statistics
preprocessing.feature_kinds: kinds of features, levels of measurement, ordinal feature, categorical feature
preprocessing.permissible_statistics: permissible statistics
preprocessing.feature_transformations: feature transformation
Binarize: one-hot encoding, OneHotEncoder, dummy variables, binarisation
Unorder: unordering
OrderLevels: ordinal encoding
GroupLevels: grouping of values, rare levels
Threshold: thresholding
EqualFrequency: equal-frequency discretisation, quantile binning, discretization
EqualWidth: equal-width binning, KBinsDiscretizer
RecursivePartition: recursive partitioning, supervised discretization
AgglomerativeMerge: ChiMerge, agglomerative merging
probability.chi_squared_statistic: chi-squared statistic
probability.chi_squared_test: chi-squared test, test of independence
CalibrateLogistic: logistic calibration, d-prime, feature calibration
CalibrateIsotonic: isotonic calibration, isotonic regression, pool adjacent violators
CalibrateCategories: target encoding
decisions.log_odds: log-odds, logit transform
CartesianProducts: Cartesian product, feature crosses
selection.relief_weights: Relief, near hit and near miss
TruncatedSVD: singular value decomposition, SVD, latent semantic analysis
PCA: principal component analysis, principal components, dimensionality reduction, eigenvectors, loadings,
    scatter matrix
decomposition.MatrixFactors: matrix factorization
decomposition.choose_components: proportion of variance explained, number of components
decomposition.project_onto: projection, linear projection
plotting.ScreeDisplay: scree plot
KernelPCA: kernel PCA
PrepareTable: ColumnTransformer, preprocessing pipeline

stats.t_interval: t interval, Student t confidence interval
stats.z_interval: z interval, central limit theorem
stats.variance_interval: confidence interval of the variance
stats.critical_values: critical value, t table
stats.critical_t: t distribution, degrees of freedom
stats.paired_t_test: paired t-test, paired test, ttest_rel
stats.corrected_t_test: corrected resampled t-test, Nadeau-Bengio
stats.mcnemar_test: McNemar's test
stats.wilcoxon_test: Wilcoxon, signed-rank test
stats.sign_test: sign test
stats.friedman_test: Friedman test
stats.nemenyi_test: Nemenyi test, post-hoc test
stats.critical_difference: critical difference
plotting.CriticalDifferenceDisplay: critical difference diagram
stats.five_by_two_t_test: 5x2cv, Dietterich
stats.adjust_p_values: multiple comparisons, Bonferroni correction, Holm, Benjamini-Hochberg, false
    discovery rate
stats.permutation_test_against_chance: permutation test, permutation_test_score
stats.bayesian_correlated_t_test: region of practical equivalence, ROPE, Bayesian t test
stats.plan_comparison: statistical power, power analysis
stats.rows_needed: sample size
Comparison: p-value, effect size
bias_variance: bias-variance decomposition, bias-variance tradeoff, bias and variance
stats.bootstrap_632: .632 bootstrap
stats.out_of_bag_bootstrap: out-of-bag error
stats.optimism_corrected_bootstrap: optimism, Harrell
stats.wilson_interval: Wilson interval, binomial proportion
stats.clopper_pearson_interval: Clopper-Pearson, exact binomial interval
stats.delong_interval: DeLong
stats.bca_interval: BCa
learning_curve: learning curve, sample complexity
validation_curve: validation curve, complexity curve
curves.learning_curve_power_law: learning curve extrapolation

LinearRegression: linear regression, least squares, normal equations, design matrix, OLS, AIC, BIC, hat
    matrix
teaching.simple_linear_regression: simple linear regression
PolynomialRegression: polynomial regression
BasisRegression: basis functions, linear in the parameters
metrics.gaussian_log_likelihood: log-likelihood
metrics.mean_squared_error: mean squared error, squared loss, MSE
metrics.root_mean_squared_error: root mean squared error, RMSE
metrics.mean_absolute_error: mean absolute error, MAE
metrics.r2: coefficient of determination, R squared, r2_score
Baseline: majority class, baseline, ZeroR, DummyClassifier
KMeans: k-means, Lloyd's algorithm, vector quantization, k-means++
KernelKMeans: kernel k-means
KMedoids: k-medoids, PAM, partitioning around medoids
AgglomerativeClustering: hierarchical clustering, single linkage, complete linkage, average linkage, Ward
clustering.Dendrogram: dendrogram
DivisiveClustering: divisive clustering
clustering.choose_clusters: number of clusters, elbow method
clustering.gap_statistic: gap statistic
metrics.silhouette: silhouette
metrics.adjusted_rand: Rand index
OneVsRestClassifier: one-versus-rest, one-versus-all, one-per-class
OneVsOneClassifier: one-versus-one
OutputCodeClassifier: error-correcting output codes, ECOC
ExtraTreesClassifier: extremely randomized trees
DecisionForestClassifier: decision forest
SVR: support vector regression, epsilon-insensitive loss
KernelRidge: kernel ridge regression
QuantileForestRegressor: quantile regression

KernelPerceptron: dual perceptron, kernel perceptron
datasets.make_xor: XOR, exclusive or
decisions.minimum_cost_decisions: cost-sensitive learning, minimum risk decision
decisions.cost_matrix_of_two: cost matrix, misclassification cost, loss matrix
metrics.expected_cost: expected cost
decisions.expected_costs: expected loss
decisions.choose_threshold: decision threshold, cutoff, threshold selection
ThresholdedClassifier: TunedThresholdClassifierCV
metrics.brier: Brier score
metrics.brier_decomposition: refinement, Murphy decomposition
metrics.ece: expected calibration error
selection.SearchRange: random search, RandomizedSearchCV
selection.SuccessiveHalving: successive halving
selection.selection_optimism: feature selection bias
explain: SHAP, Shapley values, interpretability
plotting.PartialDependenceDisplay: partial dependence
inspection.held_out_importance: permutation importance, variable importance
ensembles.impurity_importance: mean decrease in impurity
check_methodology: data leakage, methodological pitfalls
records.write_claim: reproducibility
save_model: persistence, pickle, joblib
export_onnx: ONNX
fit_blocks: out-of-core learning, partial_fit
Nystroem: Nystrom approximation
RBFSampler: random Fourier features
"""


def pairs() -> list[tuple[str, str]]:
    """(term, public name) of every line."""
    joined = LINES.replace("\n    ", " ").strip().splitlines()
    split = [line.split(": ", 1) for line in joined if line]
    return [(term.strip(), f"gn.{name}") for name, terms in split for term in terms.split(",")]
