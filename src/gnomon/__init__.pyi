# Written by `make stub` from the names that gnomon finds at run time; a change here would be lost.

__all__: list[str]

__version__: str

from gnomon import (
    bayes as bayes,
    clustering as clustering,
    curves as curves,
    datasets as datasets,
    decisions as decisions,
    decomposition as decomposition,
    ensembles as ensembles,
    errors as errors,
    inspection as inspection,
    kernels as kernels,
    linear as linear,
    metrics as metrics,
    models as models,
    neighbors as neighbors,
    networks as networks,
    plotting as plotting,
    preprocessing as preprocessing,
    probability as probability,
    records as records,
    selection as selection,
    stats as stats,
    svm as svm,
    teaching as teaching,
    trees as trees,
)
from gnomon.assessment.bias_variance import (
    bias_variance as bias_variance,
)
from gnomon.assessment.calibration.calibrated import (
    CalibratedClassifier as CalibratedClassifier,
)
from gnomon.assessment.comparing.pairwise import (
    compare_all as compare_all,
)
from gnomon.assessment.comparison import (
    Comparison as Comparison,
    compare as compare,
)
from gnomon.assessment.curves.learning import (
    learning_curve as learning_curve,
)
from gnomon.assessment.curves.validation import (
    validation_curve as validation_curve,
)
from gnomon.assessment.decisions.thresholded import (
    ThresholdedClassifier as ThresholdedClassifier,
)
from gnomon.assessment.intervals import (
    Estimate as Estimate,
)
from gnomon.assessment.nested import (
    assess_selection as assess_selection,
)
from gnomon.assessment.online import (
    prequential as prequential,
)
from gnomon.assessment.predictions import (
    Predictions as Predictions,
)
from gnomon.assessment.resample import (
    grid_search as grid_search,
    resample as resample,
    resample_each as resample_each,
)
from gnomon.assessment.settings import (
    hyperparameter_grid as hyperparameter_grid,
    hyperparameter_path as hyperparameter_path,
)
from gnomon.assessment.splits import (
    NestedSplits as NestedSplits,
    Splits as Splits,
    blocked as blocked,
    bootstrap as bootstrap,
    hold_out as hold_out,
    k_fold as k_fold,
    leave_groups_out as leave_groups_out,
    leave_one_out as leave_one_out,
    nested as nested,
    repeated as repeated,
    rolling as rolling,
    train_validation_test as train_validation_test,
)
from gnomon.data.sets import (
    load as load,
)
from gnomon.data.table import (
    Table as Table,
)
from gnomon.data.task import (
    Task as Task,
)
from gnomon.experiments.checks.checking import (
    check_methodology as check_methodology,
)
from gnomon.experiments.design import (
    Design as Design,
)
from gnomon.experiments.forecast import (
    forecast_runtime as forecast_runtime,
)
from gnomon.experiments.hyperparameter_grids import (
    GridSearch as GridSearch,
)
from gnomon.experiments.results import (
    Results as Results,
)
from gnomon.experiments.run import (
    run as run,
)
from gnomon.experiments.tune import (
    tune as tune,
)
from gnomon.explanations.explaining import (
    explain as explain,
)
from gnomon.features.agglomerative_merge import (
    AgglomerativeMerge as AgglomerativeMerge,
)
from gnomon.features.automatic.prepare_table import (
    PrepareTable as PrepareTable,
)
from gnomon.features.binarize import (
    Binarize as Binarize,
)
from gnomon.features.calibrate_category import (
    CalibrateCategories as CalibrateCategories,
)
from gnomon.features.calibrate_isotonic import (
    CalibrateIsotonic as CalibrateIsotonic,
)
from gnomon.features.calibrate_logistic import (
    CalibrateLogistic as CalibrateLogistic,
)
from gnomon.features.equal_frequency import (
    EqualFrequency as EqualFrequency,
)
from gnomon.features.equal_width import (
    EqualWidth as EqualWidth,
)
from gnomon.features.group import (
    GroupLevels as GroupLevels,
)
from gnomon.features.impute_kind import (
    ImputeByKind as ImputeByKind,
)
from gnomon.features.impute_neighbors import (
    ImputeNeighbors as ImputeNeighbors,
)
from gnomon.features.impute_normal import (
    ImputeNormal as ImputeNormal,
)
from gnomon.features.learned_features import (
    LearnedFeatures as LearnedFeatures,
)
from gnomon.features.order import (
    OrderLevels as OrderLevels,
)
from gnomon.features.products import (
    CartesianProducts as CartesianProducts,
)
from gnomon.features.profiles.table import (
    profile as profile,
)
from gnomon.features.recursive_partition import (
    RecursivePartition as RecursivePartition,
)
from gnomon.features.scale import (
    Normalize as Normalize,
)
from gnomon.features.select.annealing import (
    AnnealingSelection as AnnealingSelection,
)
from gnomon.features.select.backward import (
    BackwardElimination as BackwardElimination,
)
from gnomon.features.select.elimination import (
    RecursiveElimination as RecursiveElimination,
)
from gnomon.features.select.exhaustive import (
    ExhaustiveSelection as ExhaustiveSelection,
)
from gnomon.features.select.filter import (
    SelectByFilter as SelectByFilter,
)
from gnomon.features.select.floating import (
    FloatingSelection as FloatingSelection,
)
from gnomon.features.select.forward import (
    ForwardSelection as ForwardSelection,
)
from gnomon.features.select.genetic import (
    GeneticSelection as GeneticSelection,
)
from gnomon.features.select.hill_climbing import (
    HillClimbingSelection as HillClimbingSelection,
)
from gnomon.features.text import (
    TextFeatures as TextFeatures,
)
from gnomon.features.threshold import (
    Threshold as Threshold,
)
from gnomon.features.threshold_features import (
    ThresholdFeatures as ThresholdFeatures,
)
from gnomon.features.unorder import (
    Unorder as Unorder,
)
from gnomon.learners.baseline import (
    Baseline as Baseline,
    BaselineRegressor as BaselineRegressor,
)
from gnomon.learners.bayes.bernoulli import (
    BernoulliNB as BernoulliNB,
)
from gnomon.learners.bayes.calibrated import (
    CalibratedNB as CalibratedNB,
)
from gnomon.learners.bayes.categorical import (
    CategoricalNB as CategoricalNB,
)
from gnomon.learners.bayes.complement import (
    ComplementNB as ComplementNB,
)
from gnomon.learners.bayes.gaussian import (
    GaussianNB as GaussianNB,
)
from gnomon.learners.bayes.mixed import (
    MixedNB as MixedNB,
)
from gnomon.learners.bayes.multinomial import (
    MultinomialNB as MultinomialNB,
)
from gnomon.learners.clusters.agglomerative import (
    AgglomerativeClustering as AgglomerativeClustering,
)
from gnomon.learners.clusters.cluster_classifier import (
    ClusterClassifier as ClusterClassifier,
)
from gnomon.learners.clusters.cluster_features import (
    ClusterFeatures as ClusterFeatures,
)
from gnomon.learners.clusters.clusterwise import (
    ClusterwiseClassifier as ClusterwiseClassifier,
)
from gnomon.learners.clusters.distance_kmeans import (
    DistanceKMeans as DistanceKMeans,
)
from gnomon.learners.clusters.divisive import (
    DivisiveClustering as DivisiveClustering,
)
from gnomon.learners.clusters.kernel_kmeans import (
    KernelKMeans as KernelKMeans,
)
from gnomon.learners.clusters.kmeans import (
    KMeans as KMeans,
)
from gnomon.learners.clusters.medians import (
    KMedians as KMedians,
)
from gnomon.learners.clusters.medoids import (
    KMedoids as KMedoids,
)
from gnomon.learners.clusters.minibatch import (
    MiniBatchKMeans as MiniBatchKMeans,
)
from gnomon.learners.ensembles.adaboost import (
    AdaBoostClassifier as AdaBoostClassifier,
)
from gnomon.learners.ensembles.bagging_classifier import (
    BaggingClassifier as BaggingClassifier,
)
from gnomon.learners.ensembles.bagging_regressor import (
    BaggingRegressor as BaggingRegressor,
)
from gnomon.learners.ensembles.decision_forest import (
    DecisionForestClassifier as DecisionForestClassifier,
)
from gnomon.learners.ensembles.extra_trees import (
    ExtraTreesClassifier as ExtraTreesClassifier,
    ExtraTreesRegressor as ExtraTreesRegressor,
)
from gnomon.learners.ensembles.gradient_boosting import (
    GradientBoostingClassifier as GradientBoostingClassifier,
    GradientBoostingRegressor as GradientBoostingRegressor,
)
from gnomon.learners.ensembles.quantile_forest import (
    QuantileForestRegressor as QuantileForestRegressor,
)
from gnomon.learners.ensembles.random_forest import (
    RandomForestClassifier as RandomForestClassifier,
    RandomForestRegressor as RandomForestRegressor,
)
from gnomon.learners.ensembles.voting import (
    VotingClassifier as VotingClassifier,
    VotingRegressor as VotingRegressor,
)
from gnomon.learners.kernel.kernel_perceptron import (
    KernelPerceptron as KernelPerceptron,
)
from gnomon.learners.kernel.kernel_ridge import (
    KernelRidge as KernelRidge,
)
from gnomon.learners.kernel.lifts.approximation import (
    Nystroem as Nystroem,
    RBFSampler as RBFSampler,
)
from gnomon.learners.kernel.one_class import (
    OneClassSVM as OneClassSVM,
)
from gnomon.learners.kernel.planes.linear_svc import (
    LinearSVC as LinearSVC,
)
from gnomon.learners.kernel.planes.linear_svr import (
    LinearSVR as LinearSVR,
)
from gnomon.learners.kernel.svc import (
    SVC as SVC,
)
from gnomon.learners.kernel.svr import (
    SVR as SVR,
)
from gnomon.learners.linear.basis import (
    BasisRegression as BasisRegression,
)
from gnomon.learners.linear.discriminant import (
    LinearDiscriminantAnalysis as LinearDiscriminantAnalysis,
)
from gnomon.learners.linear.lasso import (
    ElasticNet as ElasticNet,
    Lasso as Lasso,
)
from gnomon.learners.linear.least_squares import (
    LinearRegression as LinearRegression,
)
from gnomon.learners.linear.least_squares_classifier import (
    LeastSquaresClassifier as LeastSquaresClassifier,
)
from gnomon.learners.linear.logistic import (
    LogisticRegression as LogisticRegression,
)
from gnomon.learners.linear.nearest_mean import (
    NearestMean as NearestMean,
)
from gnomon.learners.linear.perceptron import (
    Perceptron as Perceptron,
)
from gnomon.learners.linear.polynomial import (
    PolynomialRegression as PolynomialRegression,
)
from gnomon.learners.linear.quadratic import (
    QuadraticDiscriminantAnalysis as QuadraticDiscriminantAnalysis,
)
from gnomon.learners.linear.ridge import (
    Ridge as Ridge,
)
from gnomon.learners.mixtures.categorical import (
    CategoricalMixture as CategoricalMixture,
)
from gnomon.learners.mixtures.gaussian import (
    GaussianMixture as GaussianMixture,
)
from gnomon.learners.mixtures.multinomial import (
    MultinomialMixture as MultinomialMixture,
)
from gnomon.learners.multiclass.one_vs_one import (
    OneVsOneClassifier as OneVsOneClassifier,
)
from gnomon.learners.multiclass.one_vs_rest import (
    OneVsRestClassifier as OneVsRestClassifier,
)
from gnomon.learners.multiclass.output_code import (
    OutputCodeClassifier as OutputCodeClassifier,
)
from gnomon.learners.neighbors.condensed import (
    CondensedNeighborsClassifier as CondensedNeighborsClassifier,
)
from gnomon.learners.neighbors.nearest import (
    KNeighborsClassifier as KNeighborsClassifier,
    KNeighborsRegressor as KNeighborsRegressor,
)
from gnomon.learners.networks.classifier import (
    BayesianNetworkClassifier as BayesianNetworkClassifier,
)
from gnomon.learners.neural.classifier import (
    MLPClassifier as MLPClassifier,
)
from gnomon.learners.neural.regressor import (
    MLPRegressor as MLPRegressor,
)
from gnomon.learners.projections.kernel_pca import (
    KernelPCA as KernelPCA,
)
from gnomon.learners.projections.pca import (
    PCA as PCA,
)
from gnomon.learners.projections.truncated_svd import (
    TruncatedSVD as TruncatedSVD,
)
from gnomon.learners.rules.boosted import (
    BoostedRules as BoostedRules,
)
from gnomon.learners.rules.covering import (
    CoveringRules as CoveringRules,
)
from gnomon.learners.rules.one_rule import (
    OneRule as OneRule,
)
from gnomon.learners.rules.subgroups import (
    SubgroupFeatures as SubgroupFeatures,
)
from gnomon.learners.trees.classifier import (
    DecisionTreeClassifier as DecisionTreeClassifier,
)
from gnomon.learners.trees.leaf_models import (
    ModelTreeClassifier as ModelTreeClassifier,
    ModelTreeRegressor as ModelTreeRegressor,
)
from gnomon.learners.trees.random_tests import (
    RandomTestTree as RandomTestTree,
)
from gnomon.learners.trees.regressor import (
    DecisionTreeRegressor as DecisionTreeRegressor,
)
from gnomon.learners.trees.stump import (
    DecisionStump as DecisionStump,
)
from gnomon.models.load import (
    load_model as load_model,
)
from gnomon.models.onnx.export import (
    export_onnx as export_onnx,
)
from gnomon.models.save import (
    save_model as save_model,
)
from gnomon.search import (
    find as find,
)
from gnomon.sharing.block_fits import (
    fit_blocks as fit_blocks,
)
from gnomon.sharing.learner import (
    Learner as Learner,
)
