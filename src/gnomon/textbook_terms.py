"""Textbook terms, each with the names (after `gn.`) that it leads to, the most usual first.

A line is `term, term, ...: name name ...`; an indented line continues the one above.
"""

TERMS = """
supervised learning: Task resample
training error, training set error, apparent error, resubstitution error: inspection.overfitting_gap
zero-one loss, number of errors, misclassification rate, error rate: metrics.error
overfitting, overtraining, generalization gap: inspection.overfitting_gap learning_curve
hold-out, holdout, percentage split, train test split, half half split, hold-out validation: hold_out
cross-validation, k-fold cross-validation, rotation estimation: k_fold resample
stratified cross-validation, stratification, fold, folds, fold assignment: k_fold
leave-one-out, loocv, jackknife cross-validation: leave_one_out
group cross-validation, leave one group out, grouped data: leave_groups_out
repeated cross-validation, repeated hold-out, monte carlo cross-validation: repeated
time series cross-validation, forward chaining, rolling origin, walk-forward validation: rolling blocked
validation set, train validation test, three-way split: train_validation_test
nested cross-validation, double cross-validation, model selection bias: nested assess_selection
bootstrap, resampling with replacement: bootstrap
model selection, hyperparameter tuning, hyperparameter optimization, parameter tuning: tune grid_search
grid search, parameter grid: grid_search GridSearch hyperparameter_grid
random search, randomized search: selection.SearchRange tune
successive halving, racing: selection.SuccessiveHalving
one standard error rule: grid_search validation_curve
model stability: stats.repeat_statistics
confidence interval, interval estimate, error bar: Estimate stats.t_interval stats.wilson_interval
prediction uncertainty, standard error: Estimate
significance test, hypothesis test, statistical test, null hypothesis, alternative hypothesis,
    significance level, comparing two classifiers: compare stats.paired_t_test
paired t test, t-test, student t test: stats.paired_t_test stats.corrected_t_test
corrected resampled t test, nadeau bengio: stats.corrected_t_test
5x2cv, dietterich: stats.compare_5x2cv stats.five_by_two_t_test
mcnemar test, mcnemar: stats.mcnemar_test
wilcoxon, wilcoxon signed rank test, signed rank: stats.wilcoxon_test
sign test: stats.sign_test
friedman, friedman test: stats.friedman_test stats.compare_over_data_sets
nemenyi, critical difference diagram, critical difference: stats.nemenyi_test stats.critical_difference
multiple comparisons, multiple testing, holm, bonferroni, benjamini hochberg, false discovery rate,
    benjamini yekutieli, family-wise error rate, multiple hypothesis testing, holm correction:
    stats.adjust_p_values compare_all
randomization test: stats.permutation_test_against_chance stats.sign_flip_test
p value: Comparison compare
statistical power, sample size: stats.plan_comparison stats.rows_needed
region of practical equivalence, rope, practical equivalence: compare stats.bayesian_correlated_t_test
bayesian comparison, bayesian test: stats.bayesian_correlated_t_test
effect size: Comparison
type I error, false alarm, false positive rate, fall-out: metrics.false_positive_rate
type II error, miss: metrics.false_negative_rate
z-score, z score normalization, standardization, feature scaling, min-max scaling, normalization:
    Normalize
decision stump, one-level tree: DecisionStump
line search, threshold search: teaching.threshold_line_search
error landscape, loss surface: teaching.loss_landscape
linear separability, linearly separable: linear.is_linearly_separable
linear discriminant function, separating hyperplane, decision boundary: linear.separating_hyperplane
    linear.Hyperplane plotting.DecisionBoundaryDisplay
perceptron, perceptron learning algorithm: Perceptron
learning rate, step size: Perceptron teaching.gradient_descent
logistic regression, sigmoid, logit model, maximum entropy classifier, class weight, sample weight,
    weighted examples, convergence: LogisticRegression
log loss, cross-entropy loss, negative log-likelihood: metrics.log_loss
gradient descent, steepest descent: teaching.gradient_descent
stochastic gradient descent, sgd: LogisticRegression Perceptron
multi-layer perceptron, multilayer perceptron, neural network, artificial neural network, hidden layer,
    feedforward network, backprop, deep learning: MLPClassifier MLPRegressor
back-propagation, backpropagation: MLPClassifier teaching.gradient_check
gradient check, numerical gradient, finite differences: teaching.gradient_check
margin, geometric margin, signed distance: svm.widest_margin_hyperplane linear.Hyperplane
hinge loss, maximum margin: SVC LinearSVC
support vector machine, svm, kernel machine: SVC SVR LinearSVC
support vector, support vectors: svm.support_table
soft margin, slack variable, box constraint: SVC LinearSVC svm.support_table
hard margin: SVC svm.widest_margin_hyperplane
lagrange, lagrange multiplier, lagrangian, dual problem, wolfe dual: svm.dual_ascent
    svm.check_kkt_conditions
kkt, karush kuhn tucker, karush kuhn tucker conditions, kuhn tucker conditions, kkt conditions,
    complementary slackness, optimality conditions: svm.check_kkt_conditions
quadratic programming: SVC svm.dual_ascent
smo, sequential minimal optimization: svm.smo_steps
chunking, decomposition method: svm.chunking
kernel trick, kernel, reproducing kernel, kernel method, kernel methods: kernels.Kernel SVC
mercer, mercer condition, positive semi-definite kernel, mercer theorem, valid kernel, positive definite:
    kernels.mercer_check
gram matrix, kernel matrix: kernels.gram_frame
polynomial kernel: kernels.PolynomialKernel
gaussian kernel, radial basis function, rbf: kernels.RBFKernel
feature map, feature expansion, basis expansion: kernels.FeatureMap kernels.PolynomialFeatureMap
support vector regression, epsilon-insensitive loss: SVR LinearSVR
one-class svm, novelty detection, outlier detection, anomaly detection: OneClassSVM
kernel perceptron: KernelPerceptron
kernel ridge: KernelRidge
vc dimension, capacity, structural risk minimization, capacity control, model complexity: svm.svm_capacity
virtual examples, data augmentation, virtual support vectors: datasets.virtual_examples
random fourier features: RBFSampler
nystrom, low rank kernel approximation, nystrom approximation: Nystroem
nearest neighbor, k nearest neighbors, knn, instance-based learning, lazy learning, memory-based learning:
    KNeighborsClassifier KNeighborsRegressor
distance metric, minkowski distance: KNeighborsClassifier
mahalanobis, mahalanobis distance, normal distribution, gaussian distribution, multivariate normal:
    linear.NormalDensity
voronoi, decision regions: inspection.decision_regions
condensed nearest neighbor, hart: CondensedNeighborsClassifier neighbors.condensed_prototypes
edited nearest neighbor, wilson editing: neighbors.edited_prototypes
decision tree, classification tree, cart, id3, c4.5, probability estimation tree, feature tree, ranking
    tree: DecisionTreeClassifier
regression tree: DecisionTreeRegressor
model tree: ModelTreeRegressor ModelTreeClassifier
pruning, cost-complexity pruning: trees.pruning_curve
tree depth, maximum depth: trees.depth_curve
impurity, gini index, gini impurity: trees.gini_impurity
information gain, splitting criterion: trees.information_gain
gain ratio: trees.gain_ratio
entropy, shannon entropy: probability.entropy trees.label_entropy
conditional entropy, equivocation: probability.conditional_entropy trees.label_conditional_entropy
joint entropy: probability.joint_entropy
mutual information: probability.mutual_information
kullback-leibler, relative entropy, kl divergence: probability.kullback_leibler_divergence
information content, surprisal, self-information: probability.information_content
jensen shannon: probability.jensen_shannon_divergence
rule learning, sequential covering, separate and conquer, decision list: CoveringRules
rule set, subgroup discovery: SubgroupFeatures CoveringRules
one rule, 1r: OneRule
confusion matrix, contingency table, error matrix: metrics.ConfusionMatrix
true positive rate, sensitivity, hit rate, recall: metrics.recall
true negative rate, specificity, selectivity: metrics.specificity
precision, positive predictive value: metrics.precision
negative predictive value: metrics.negative_predictive_value
accuracy, success rate: metrics.accuracy
f-measure, f1 score, f-score, harmonic mean of precision and recall: metrics.f1 metrics.f_beta
lift: metrics.lift curves.lift_curve
cohen's kappa, kappa statistic: metrics.kappa
matthews correlation: metrics.mcc
macro average: metrics.f1_macro
micro average: metrics.f1_micro
roc, roc curve, receiver operating characteristic, roc analysis, roc space, roc plot, coverage plot,
    coverage curve: curves.roc_curve curves.roc_curve_of plotting.RocCurveDisplay
auc, area under the curve, c-statistic, ranking accuracy, wilcoxon-mann-whitney, mann-whitney statistic,
    mann-whitney u, rank sum: metrics.auc
gini coefficient: metrics.gini
convex hull, rocch, roc convex hull: curves.roc_convex_hull
iso-performance line, isometrics, iso-accuracy line, accuracy isometrics, isometric:
    curves.optimal_operating_point curves.roc_convex_hull
operating point, operating condition: curves.optimal_operating_point curves.constrained_operating_point
neyman pearson: curves.constrained_operating_point
dominance, dominate: curves.roc_dominates
vertical averaging: curves.vertical_average curves.average_roc_curve
threshold averaging: curves.threshold_average
confidence band: curves.fixed_width_band curves.kolmogorov_smirnov_band
precision-recall curve: curves.precision_recall_curve
cumulative gains, gains chart, lift chart, gain chart: curves.lift_curve
cost curve, drummond holte: curves.cost_curve_of
detection error tradeoff, det curve: curves.det_curve
random classifier, chance diagonal, ascending diagonal, random guessing: curves.random_classifier_point
class skew, class imbalance, prevalence, skew ratio, class ratio, imbalanced data: curves.prevalence_table
repairing concavities: curves.repair_scores
multiclass roc, one-versus-rest curve, one-versus-rest roc: curves.class_roc_curves
hand till: metrics.auc_hand_till
misclassification cost, cost matrix, loss matrix: decisions.cost_matrix_of_two
    decisions.minimum_cost_decisions
expected cost, risk, expected loss: metrics.expected_cost decisions.expected_costs
threshold, cutoff, cut-off, decision threshold, threshold selection, threshold tuning:
    decisions.choose_threshold ThresholdedClassifier
calibration, reliability diagram, calibration curve: curves.reliability_diagram CalibratedClassifier
platt scaling, logistic calibration, sigmoid calibration: CalibrateLogistic CalibratedClassifier
isotonic regression, pair-adjacent violators, pav: CalibrateIsotonic
brier score, quadratic score, mean squared probability error: metrics.brier metrics.brier_decomposition
refinement loss, calibration loss, murphy decomposition: metrics.brier_decomposition
expected calibration error: metrics.ece
diagnostic test, screening test, base rate fallacy: decisions.DiagnosticTest probability.predictive_values
natural frequencies: probability.natural_frequencies
bayes rule, bayes theorem, posterior probability, evidence, odds, posterior odds: probability.bayes_table
prior, prior odds, prior probability: probability.bayes_table probability.DirichletPrior
likelihood ratio: linear.log_likelihood_ratio
maximum likelihood, relative frequency: probability.relative_frequency
maximum a posteriori, map: probability.bayes_table GaussianNB
laplace correction, laplace smoothing, additive smoothing, pseudo-counts, rule of succession:
    probability.laplace_estimate
m-estimate: probability.m_estimate
dirichlet, conjugate prior: probability.DirichletPrior
conditional independence: networks.d_separation bayes.naive_bayes_independence
independence test, chi-squared test, chi-square: probability.chi_squared_test
g test, likelihood ratio test: probability.g_test
naive bayes, idiot bayes: GaussianNB MultinomialNB BernoulliNB CategoricalNB
multinomial model: MultinomialNB TextFeatures
bernoulli model, bit vector, set of words: BernoulliNB
gaussian naive bayes: GaussianNB
generative model, generative classifier, discriminative model: bayes.model_kind
bayes error, irreducible error, bayes rate: bayes.bayes_error
bayes optimal classifier, oracle: datasets.BayesOptimalClassifier
linear discriminant analysis, fisher discriminant, lda: LinearDiscriminantAnalysis
quadratic discriminant analysis, qda, full bayes classifier, normal class-conditional model:
    QuadraticDiscriminantAnalysis
basic linear classifier, nearest centroid, nearest mean: NearestMean
bayesian network, belief network, directed graphical model, bayes net: networks.BayesianNetwork
    BayesianNetworkClassifier
d-separation, blocked path: networks.d_separation
belief propagation, message passing, junction tree, variable elimination, inference in networks, gibbs
    sampling, likelihood weighting, ancestral sampling: networks.BayesianNetwork
structure learning: networks.hill_climbing networks.chow_liu
chow-liu tree, maximum spanning tree: networks.chow_liu
tree augmented naive bayes, tan: networks.tree_augmented_structure BayesianNetworkClassifier
k2: networks.k2_search
monty hall: networks.monty_hall
markov equivalence: networks.markov_equivalent
directed acyclic graph, dag: networks.DirectedGraph
expectation-maximization, em algorithm, em: clustering.expectation_maximization GaussianMixture
gaussian mixture, mixture model, soft clustering, responsibility, semi-supervised learning, self-training:
    GaussianMixture
latent class analysis, mixture of multinomials: CategoricalMixture MultinomialMixture
latent variable, hidden variable: clustering.expectation_maximization
k-means, lloyd, vector quantization, k-means++, initialization: KMeans
k-medoids, partitioning around medoids, pam: KMedoids
k-medians: KMedians
kernel k-means: KernelKMeans
mini-batch k-means: MiniBatchKMeans
elbow, number of clusters, choosing k, elbow method: clustering.choose_clusters
silhouette, silhouette coefficient: metrics.silhouette
gap statistic: clustering.gap_statistic
hierarchical clustering, agglomerative clustering, single linkage, complete linkage, average linkage,
    ward: AgglomerativeClustering clustering.linkage
divisive clustering: DivisiveClustering
dendrogram: clustering.Dendrogram
rand index: metrics.adjusted_rand
cluster purity: metrics.purity
principal component analysis, principal components, pca, karhunen-loeve, loadings, scores and loadings,
    covariance matrix, scatter matrix, eigendecomposition: PCA
eigenvector, eigenvalue, explained variance ratio: PCA decomposition.choose_components
kernel pca: KernelPCA
singular value decomposition, svd, latent semantic analysis, matrix factorization: TruncatedSVD
    decomposition.MatrixFactors
projection: decomposition.project_onto
dimensionality reduction: PCA TruncatedSVD
linear regression, least squares, ordinary least squares, ols, design matrix, hat matrix, leverage:
    LinearRegression
normal equations: LinearRegression teaching.simple_linear_regression
simple linear regression, regression line: teaching.simple_linear_regression
polynomial regression, polynomial basis: PolynomialRegression
basis functions: BasisRegression
ridge regression, ridge, tikhonov, weight decay, l2 regularization, shrinkage: Ridge
regularization, penalty, regularized risk: Ridge Lasso LogisticRegression
lasso, l1 regularization, sparse regression: Lasso
elastic net: ElasticNet
regularization path: selection.lasso_entry_order hyperparameter_path
residual, residual sum of squares, mean squared error, quadratic loss, squared loss, squared error:
    metrics.mean_squared_error
coefficient of determination, r squared: metrics.r2
root mean squared error: metrics.root_mean_squared_error
mean absolute error: metrics.mean_absolute_error
quantile regression, pinball loss: metrics.pinball QuantileForestRegressor
huber loss, robust loss: metrics.huber
bias-variance, bias variance tradeoff, bias-variance decomposition, bias, variance: bias_variance
noise: bias_variance datasets.make_noisy_polynomial
learning curve: learning_curve plotting.LearningCurveDisplay
validation curve, complexity curve: validation_curve
ensemble, committee, model averaging: VotingClassifier ensembles.combine_probabilities
bagging, bootstrap aggregating: BaggingClassifier BaggingRegressor
random forest, random forests: RandomForestClassifier RandomForestRegressor
extremely randomized trees: ExtraTreesClassifier
out-of-bag, oob: RandomForestClassifier stats.out_of_bag_bootstrap
variable importance, feature importance, permutation importance: inspection.held_out_importance
    ensembles.permutation_importance
proximity, proximities: ensembles.forest_proximities
boosting, adaboost, weak learner: AdaBoostClassifier
gradient boosting, gradient boosted trees, additive model: GradientBoostingClassifier
    GradientBoostingRegressor
early stopping: GradientBoostingClassifier MLPClassifier
voting, majority vote, plurality vote: VotingClassifier ensembles.count_votes
voting margin, margin distribution: ensembles.vote_margins ensembles.MarginDistribution
diversity, q statistic, disagreement: ensembles.ensemble_diversity
error-correcting output codes, ecoc: OutputCodeClassifier
one-versus-rest, one against all, one vs all: OneVsRestClassifier
one-versus-one, pairwise classification: OneVsOneClassifier
.632, 632 bootstrap: stats.bootstrap_632 stats.bootstrap_632_plus
optimism, optimism correction, harrell: stats.optimism_corrected_bootstrap selection.selection_optimism
feature selection, attribute selection, variable selection: selection.score_features SelectByFilter
    ForwardSelection
filter, filter method, univariate selection: SelectByFilter selection.score_features
wrapper, wrapper method: ForwardSelection BackwardElimination
forward selection, stepwise selection: ForwardSelection
backward elimination: BackwardElimination
recursive feature elimination, rfe: RecursiveElimination
relief, near hit and near miss, nearest hit: selection.relief_weights
exhaustive search, best subset, branch and bound: ExhaustiveSelection
genetic algorithm: GeneticSelection
simulated annealing: AnnealingSelection
exclusive or, xor problem, feature interaction, synergy: selection.feature_interactions datasets.make_xor
selection stability: selection.selection_stability
feature construction, cartesian product features: CartesianProducts
propositionalization, propositionalisation: SubgroupFeatures
discretization, binning: EqualWidth EqualFrequency RecursivePartition
equal-width binning: EqualWidth
equal-frequency binning, quantile binning: EqualFrequency
chimerge, merging intervals, agglomerative merging: AgglomerativeMerge
thresholding: Threshold
one-hot encoding, dummy variables, indicator variables: Unorder Binarize
ordinal encoding, ordering of levels: OrderLevels
target encoding, mean encoding: CalibrateCategories
missing values, imputation, missing data: ImputeByKind ImputeNeighbors preprocessing.missingness
em imputation: ImputeNormal
tf-idf, text features, bag of words features: TextFeatures
levels of measurement, kinds of features, ordinal feature, categorical feature, quantitative feature,
    boolean feature, nominal variable, measurement scale: preprocessing.feature_kinds
exploratory data analysis, data profile, summary statistics: profile stats.describe
    preprocessing.column_overview
mean, arithmetic mean: stats.mean
median: stats.median
mode: stats.mode
midrange, midrange point: stats.midrange
standard deviation: stats.standard_deviation
skewness: stats.skewness
kurtosis: stats.kurtosis
quantile, percentile: stats.percentile
interquartile range: stats.interquantile_range
correlation, pearson correlation, spearman, correlation coefficient, linear correlation, rank correlation:
    stats.column_association
minimum description length, mdl, two-part code: selection.minimum_description_length
    probability.two_part_code
occam's razor: selection.minimum_description_length
baseline, zero rule, zeror, dummy classifier, majority class: Baseline BaselineRegressor
leakage, data leakage, target leakage, pitfalls, data snooping, methodology: check_methodology
reproducibility: records.write_claim records.verify_claim
test set opened once, lockbox, blind test: records.seal_vault
experiment, benchmark: Design run
leaderboard: Results
report: records.write_report
explanation, explainability, interpretability, shapley values, shap: explain
model card, joblib: save_model
persistence, serialization, pickle, model file: save_model load_model
onnx: export_onnx
out-of-core, incremental learning, partial fit: fit_blocks prequential
prequential, test-then-train, online learning, concept drift: prequential
dask: fit_blocks run
read csv: datasets.read_table
synthetic data, simulated data: datasets.make_blobs
two moons: datasets.make_moons
concentric circles: datasets.make_rings
two gaussians: datasets.make_two_gaussians
random state, seed, feature matrix, class label, target variable, design of a data set: Task
warm start: selection.train_each hyperparameter_path
subgroup analysis, fairness: inspection.subgroup_errors
computing time, training time, running time: inspection.measure_time forecast_runtime
prototype, hart's algorithm, instance selection: neighbors.condensed_prototypes
jackknife: ensembles.jackknife_variance
delong: stats.delong_interval
wilson interval, score interval: stats.wilson_interval
clopper-pearson, exact binomial interval: stats.clopper_pearson_interval
agresti-coull: stats.agresti_coull_interval
bca, bias-corrected bootstrap: stats.bca_interval
standard normal, z interval, central limit theorem, large-sample interval: stats.z_interval
plot, figure, chart: plotting.Display
decision surface: plotting.DecisionBoundaryDisplay
data set, datasets, load data, benchmark data, iris data: load
unsupervised learning, descriptive model: clustering KMeans GaussianMixture
test error, testing error, generalization error, out-of-sample error, held-out predictions: resample
    Predictions
error bars, standard error of an estimate: Estimate stats.t_interval
discriminant function, weight vector, linear decision function: linear.Hyperplane
    linear.separating_hyperplane
perceptron convergence theorem, delta rule: Perceptron linear.is_linearly_separable
sigmoid function, logistic function, log-linear model, generalized linear model: LogisticRegression
    plotting.SigmoidDisplay
margin violation, margin error: svm.support_table SVC
representer theorem, dual form, decision function, dual decision function: svm.kernel_decision SVC
dual form of the decision function: svm.kernel_decision
monomials, polynomial features: kernels.PolynomialFeatureMap PolynomialRegression
outlier removal, data cleaning, mislabeled examples, label noise, atypical patterns: svm.remove_outliers
c parameter, effect of c, cost parameter: svm.cost_path SVC
euclidean distance, hamming distance, manhattan distance, city block distance, chebyshev distance, cosine
    distance, distance-weighted voting, inverse distance weighting, k-d tree, kd-tree, ball tree:
    KNeighborsClassifier KNeighborsRegressor plotting.DistanceGeometryDisplay
nearest neighbor regression, locally weighted average: KNeighborsRegressor
curse of dimensionality, high dimensional data: neighbors.neighbor_suitability
    decomposition.noise_dimensions neighbors.column_sensitivity
irrelevant features: neighbors.column_sensitivity selection.score_features
choosing k in knn, number of neighbors: neighbors.choose_neighbors
purity, node purity: trees.gini_impurity metrics.purity
reduction of uncertainty, uncertainty reduction: probability.entropy_reduction
classification report, per-class rates: metrics.rate_table metrics.ConfusionMatrix
average recall: metrics.balanced_accuracy metrics.recall_macro
youden index, youden's j: metrics.youden
dominating classifier, pareto front: curves.roc_dominates curves.cheapest_classifiers
area under the precision-recall curve: metrics.average_precision
interpolated classifier, randomized classifier: curves.rate_mixture curves.budget_mixture
budget, budget constraint: curves.budget_mixture
averaging roc curves, average roc curve: curves.average_roc_curve curves.vertical_average
    curves.threshold_average
random variable, joint probability, independence, product rule of probability, sum rule, joint
    distribution, marginal distribution, marginal, marginalization: probability.Distribution
conditional probability, conditional probability table, cpt: probability.ConditionalDistribution
    probability.Distribution networks.BayesianNetwork
sequential updating, bayesian updating, bayesian inference: probability.sequential_bayes
    probability.NormalMeanPrior probability.DirichletPrior
bootstrap sample, bootstrapping: bootstrap stats.percentile_bootstrap
subspace sampling, random subspaces, random subspace method: RandomForestClassifier BaggingClassifier
margin bound, margin theory: ensembles.MarginDistribution
confidence factor, voting weight: ensembles.boosting_vote_weight
weight update, reweighting: ensembles.boosting_weight_factors
combination rules, combining classifiers, product rule, mean rule: ensembles.combine_probabilities
    VotingClassifier
stacking, stacked generalization, meta-learner, blending: LearnedFeatures ensembles.combine_probabilities
    VotingClassifier
greedy forward selection, greedy search: ForwardSelection HillClimbingSelection
top-k features, number of features: selection.feature_count_curve
minimum redundancy maximum relevance, mrmr, cmim, fcbf, redundant features: SelectByFilter
class-conditional distribution, class-conditional likelihood: GaussianNB QuadraticDiscriminantAnalysis
bernoulli distribution, binomial distribution: probability.bernoulli_probability
multinomial distribution: probability.multinomial_probability
multivariate bernoulli model, multivariate bernoulli distribution: BernoulliNB
    probability.bernoulli_probability
document representation, term frequency, word counts, stop words, vocabulary, document-term matrix,
    n-grams, bag of words: TextFeatures MultinomialNB
recalibrated likelihood, reweighted naive bayes: bayes.recalibrated_naive_bayes
central tendency, average, statistics of central tendency: stats.mean stats.median stats.mode
dispersion, spread, statistics of dispersion: stats.standard_deviation stats.variance
    stats.interquantile_range
shape statistics: stats.skewness stats.kurtosis
range: stats.value_range
percentile plot: plotting.CumulativeDisplay stats.cumulative_distribution
descriptive statistics: stats.describe preprocessing.column_overview
unordering: Unorder
grouping of values, rare categories: GroupLevels
binarization: Binarize Threshold
supervised discretization, entropy discretization, mdlp: RecursivePartition AgglomerativeMerge
test of independence: probability.chi_squared_test probability.g_test
d prime, feature calibration: CalibrateLogistic CalibrateIsotonic CalibrateCategories
logit transform, weight of evidence: decisions.log_odds decisions.calibrated_log_odds
proportion of variance explained, number of components, variance retained: decomposition.choose_components
    PCA
linear projection: decomposition.project_onto PCA
scree plot: plotting.ScreeDisplay decomposition.choose_components
preprocessing pipeline, automatic preprocessing, data preparation: PrepareTable
    preprocessing.preparation_plan
t distribution, student's t, degrees of freedom: stats.critical_t stats.t_interval stats.critical_values
t table, critical value: stats.critical_values stats.critical_t
chi-squared distribution: stats.critical_chi_squared
post-hoc test: stats.nemenyi_test stats.compare_over_data_sets
bonferroni correction: stats.adjust_p_values
permutation test: stats.permutation_test_against_chance stats.sign_flip_test stats.prediction_swap_test
out-of-bag error, oob error: stats.out_of_bag_bootstrap RandomForestClassifier
sample complexity: learning_curve curves.learning_curve_power_law
learning curve extrapolation, inverse power law: curves.learning_curve_power_law
akaike, akaike information criterion, schwarz criterion, bayesian information criterion, aic, bic,
    information criterion: LinearRegression selection.minimum_description_length
    clustering.choose_mixture_components
standard errors of coefficients, coefficient table: LinearRegression LogisticRegression
log-likelihood: metrics.gaussian_log_likelihood metrics.log_loss
cost-sensitive learning, cost-sensitive classification, minimum risk decision, metacost, bayes decision:
    decisions.minimum_cost_decisions decisions.cost_matrix_of_two decisions.expected_costs
out-of-core learning: fit_blocks
maximum likelihood estimation: probability.relative_frequency linear.NormalDensity
density estimation: linear.NormalDensity GaussianMixture
odds ratio: LogisticRegression decisions.log_odds
partial dependence, pdp: plotting.PartialDependenceDisplay
impurity decrease, mean decrease in impurity: ensembles.impurity_importance
mean decrease in accuracy: ensembles.permutation_importance
decision rule, if-then rules, rule induction: CoveringRules BoostedRules OneRule
oblique split, randomized tree, split function: DecisionForestClassifier RandomTestTree
score calibration: CalibratedClassifier curves.reliability_diagram
floating search: FloatingSelection
sampling with replacement: bootstrap
gaussian process, kriging: KernelRidge
plot tree, tree plot, draw tree: plotting.TreeDisplay
"""
