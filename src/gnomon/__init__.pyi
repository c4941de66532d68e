# Written by `make stub` from the names that gnomon finds at run time; a change here would be lost.

__version__: str
__all__: list[str]

from gnomon import (
    assessment as assessment,
    data as data,
    errors as errors,
    experiments as experiments,
    explanations as explanations,
    features as features,
    learners as learners,
    models as models,
    plotting as plotting,
    probability as probability,
    report as report,
    sharing as sharing,
)
from gnomon.assessment.bias_variance import (
    decompose as decompose,
    decompose_each as decompose_each,
    drawn as drawn,
    sweep as sweep,
)
from gnomon.assessment.calibration.against_ranking import (
    ranking_and_calibration as ranking_and_calibration,
)
from gnomon.assessment.calibration.calibrated import (
    CalibratedClassifier as CalibratedClassifier,
)
from gnomon.assessment.coarse_to_fine import (
    coarse_to_fine as coarse_to_fine,
)
from gnomon.assessment.comparing.pairwise import (
    compare_all as compare_all,
)
from gnomon.assessment.comparing.ranking import (
    compare_many as compare_many,
)
from gnomon.assessment.comparison import (
    Comparison as Comparison,
    compare as compare,
    compare_5x2 as compare_5x2,
)
from gnomon.assessment.confusion import (
    Confusion as Confusion,
)
from gnomon.assessment.curves.average import (
    average_of as average_of,
)
from gnomon.assessment.curves.bands import (
    binormal_band as binormal_band,
    fixed_width_band as fixed_width_band,
    ks_band as ks_band,
)
from gnomon.assessment.curves.class_hull import (
    class_hull as class_hull,
)
from gnomon.assessment.curves.cost import (
    cost_curve_of as cost_curve_of,
)
from gnomon.assessment.curves.crossing import (
    crossings as crossings,
    dominates as dominates,
    winners as winners,
)
from gnomon.assessment.curves.detection import (
    detection_of as detection_of,
)
from gnomon.assessment.curves.held_out import (
    roc_each as roc_each,
    roc_of as roc_of,
)
from gnomon.assessment.curves.hull import (
    hull as hull,
)
from gnomon.assessment.curves.learning import (
    learning_curve as learning_curve,
)
from gnomon.assessment.curves.lift import (
    lift_curve as lift_curve,
    lift_curve_of as lift_curve_of,
)
from gnomon.assessment.curves.multiclass import (
    class_curves_of as class_curves_of,
)
from gnomon.assessment.curves.operating import (
    best_point as best_point,
    target_point as target_point,
)
from gnomon.assessment.curves.precision_recall import (
    precision_recall as precision_recall,
    precision_recall_of as precision_recall_of,
)
from gnomon.assessment.curves.randomized import (
    budget_mixture as budget_mixture,
    rate_mixture as rate_mixture,
)
from gnomon.assessment.curves.region import (
    operating_region as operating_region,
)
from gnomon.assessment.curves.reliability import (
    reliability_of as reliability_of,
)
from gnomon.assessment.curves.roc import (
    roc as roc,
)
from gnomon.assessment.curves.surface import (
    validation_surface as validation_surface,
)
from gnomon.assessment.curves.validation import (
    validation_curve as validation_curve,
)
from gnomon.assessment.decisions.costs import (
    decide as decide,
    decided as decided,
    two_class_costs as two_class_costs,
)
from gnomon.assessment.decisions.diagnosis import (
    DiagnosticTest as DiagnosticTest,
)
from gnomon.assessment.decisions.rate_costs import (
    choose_classifier as choose_classifier,
    cost_by_threshold_of as cost_by_threshold_of,
)
from gnomon.assessment.decisions.thresholded import (
    ThresholdedClassifier as ThresholdedClassifier,
)
from gnomon.assessment.decisions.thresholds import (
    threshold_for as threshold_for,
    threshold_of as threshold_of,
)
from gnomon.assessment.effort import (
    measure_effort as measure_effort,
)
from gnomon.assessment.intervals import (
    Estimate as Estimate,
)
from gnomon.assessment.measures import (
    brier_parts as brier_parts,
    find_measure as find_measure,
)
from gnomon.assessment.nested import (
    assess_selection as assess_selection,
)
from gnomon.assessment.online import (
    predict_then_learn as predict_then_learn,
)
from gnomon.assessment.overfitting import (
    fit_gap as fit_gap,
    squared_weights as squared_weights,
)
from gnomon.assessment.power import (
    data_sets_needed as data_sets_needed,
    mcnemar_rows as mcnemar_rows,
    plan_comparison as plan_comparison,
    repeats_needed as repeats_needed,
    rows_needed as rows_needed,
)
from gnomon.assessment.predictions import (
    Predictions as Predictions,
)
from gnomon.assessment.rate_table import (
    rates_of as rates_of,
)
from gnomon.assessment.refitting.nested_interval import (
    nested_cv_interval as nested_cv_interval,
)
from gnomon.assessment.refitting.optimism import (
    bootstrap_632 as bootstrap_632,
    bootstrap_632_plus as bootstrap_632_plus,
    bootstrap_of_all as bootstrap_of_all,
    optimism_corrected as optimism_corrected,
    out_of_bag as out_of_bag,
)
from gnomon.assessment.refitting.selection_bias import (
    bbc_cv as bbc_cv,
    tibshirani as tibshirani,
)
from gnomon.assessment.repeats import (
    by_repeat as by_repeat,
)
from gnomon.assessment.resample import (
    resample as resample,
    resample_each as resample_each,
    select as select,
)
from gnomon.assessment.runs import (
    repeat_runs as repeat_runs,
)
from gnomon.assessment.selection_optimism import (
    selection_optimism as selection_optimism,
)
from gnomon.assessment.settings import (
    settings as settings,
    settings_grid as settings_grid,
)
from gnomon.assessment.significance.chance import (
    against_chance as against_chance,
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
from gnomon.data.generate import (
    BayesOracle as BayesOracle,
    NoisyPolynomial as NoisyPolynomial,
    TwoGaussians as TwoGaussians,
    blobs as blobs,
    moons as moons,
    noisy_polynomial as noisy_polynomial,
    rings as rings,
    two_gaussians as two_gaussians,
    xor as xor,
)
from gnomon.data.read import (
    read_table as read_table,
)
from gnomon.data.sets import (
    load as load,
)
from gnomon.data.table import (
    Column as Column,
    Table as Table,
)
from gnomon.data.task import (
    Task as Task,
)
from gnomon.experiments.checks.checking import (
    check_methods as check_methods,
)
from gnomon.experiments.checks.finding import (
    Finding as Finding,
    MethodReport as MethodReport,
)
from gnomon.experiments.choice import (
    Choice as Choice,
)
from gnomon.experiments.claim import (
    read_claim as read_claim,
    write_claim as write_claim,
)
from gnomon.experiments.compact import (
    compact_store as compact_store,
)
from gnomon.experiments.design import (
    Design as Design,
)
from gnomon.experiments.export import (
    export_results as export_results,
)
from gnomon.experiments.forecast import (
    forecast as forecast,
)
from gnomon.experiments.grid import (
    Range as Range,
    default_grid as default_grid,
)
from gnomon.experiments.halving import (
    Halving as Halving,
)
from gnomon.experiments.power import (
    power_forecast as power_forecast,
)
from gnomon.experiments.results import (
    Results as Results,
)
from gnomon.experiments.run import (
    run as run,
)
from gnomon.experiments.soundness import (
    check_store as check_store,
    mend_store as mend_store,
)
from gnomon.experiments.tune import (
    tune as tune,
)
from gnomon.experiments.vault import (
    open_vault as open_vault,
    seal as seal,
)
from gnomon.experiments.vault_log import (
    vault_log as vault_log,
)
from gnomon.experiments.verify import (
    verify as verify,
)
from gnomon.explanations.explaining import (
    explain as explain,
)
from gnomon.explanations.explanation import (
    Explanation as Explanation,
)
from gnomon.explanations.importance import (
    PermutationImportance as PermutationImportance,
    held_out_importance as held_out_importance,
)
from gnomon.explanations.subgroups import (
    SubgroupErrors as SubgroupErrors,
    subgroup_errors as subgroup_errors,
)
from gnomon.features.agglomerative_merge import (
    AgglomerativeMerge as AgglomerativeMerge,
)
from gnomon.features.association import (
    associate as associate,
)
from gnomon.features.automatic.preparation import (
    Preparation as Preparation,
    automatic as automatic,
    preparation as preparation,
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
from gnomon.features.cumulative import (
    cumulative as cumulative,
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
from gnomon.features.kinds import (
    kinds_frame as kinds_frame,
    permissible as permissible,
    transformations_frame as transformations_frame,
)
from gnomon.features.learned_features import (
    LearnedFeatures as LearnedFeatures,
)
from gnomon.features.log_odds import (
    calibrated_log_odds as calibrated_log_odds,
    calibrated_probability as calibrated_probability,
    log_odds as log_odds,
)
from gnomon.features.missingness import (
    missingness as missingness,
)
from gnomon.features.order import (
    OrderLevels as OrderLevels,
)
from gnomon.features.overview import (
    overview as overview,
)
from gnomon.features.products import (
    CartesianProducts as CartesianProducts,
)
from gnomon.features.profiles.table import (
    Profile as Profile,
    profile as profile,
)
from gnomon.features.quantiles import (
    deciles as deciles,
    interquantile_range as interquantile_range,
    percentile as percentile,
    quartiles as quartiles,
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
from gnomon.features.select.embedded import (
    entry_order as entry_order,
    importances as importances,
    used_columns as used_columns,
)
from gnomon.features.select.exhaustive import (
    ExhaustiveSelection as ExhaustiveSelection,
    n_subsets as n_subsets,
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
from gnomon.features.select.groups import (
    score_groups as score_groups,
)
from gnomon.features.select.hill_climbing import (
    HillClimbingSelection as HillClimbingSelection,
)
from gnomon.features.select.interactions import (
    interactions as interactions,
)
from gnomon.features.select.ranking import (
    score_features as score_features,
)
from gnomon.features.select.relief import (
    relief_weights as relief_weights,
)
from gnomon.features.select.stability import (
    selection_stability as selection_stability,
    stability as stability,
)
from gnomon.features.select.top_curve import (
    top_curve as top_curve,
)
from gnomon.features.statistics import (
    describe as describe,
)
from gnomon.features.text import (
    TextFeatures as TextFeatures,
)
from gnomon.features.threshold import (
    Threshold as Threshold,
    threshold_scores as threshold_scores,
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
from gnomon.learners.bayes.class_grid import (
    class_grid as class_grid,
)
from gnomon.learners.bayes.complement import (
    ComplementNB as ComplementNB,
)
from gnomon.learners.bayes.gaussian import (
    GaussianNB as GaussianNB,
)
from gnomon.learners.bayes.independence import (
    independence_check as independence_check,
)
from gnomon.learners.bayes.missing_values import (
    average_over_missing as average_over_missing,
)
from gnomon.learners.bayes.mixed import (
    MixedNB as MixedNB,
)
from gnomon.learners.bayes.model_kind import (
    model_kind as model_kind,
)
from gnomon.learners.bayes.multinomial import (
    MultinomialNB as MultinomialNB,
)
from gnomon.learners.bayes.optimality import (
    bayes_error as bayes_error,
    optimality_gap as optimality_gap,
)
from gnomon.learners.bayes.parameter_counts import (
    ParameterCounts as ParameterCounts,
)
from gnomon.learners.bayes.recalibration import (
    recalibrated as recalibrated,
)
from gnomon.learners.clusters.agglomerative import (
    AgglomerativeClustering as AgglomerativeClustering,
)
from gnomon.learners.clusters.choosing import (
    choose_clusters as choose_clusters,
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
from gnomon.learners.clusters.cost import (
    clustering_cost as clustering_cost,
)
from gnomon.learners.clusters.dendrogram import (
    Dendrogram as Dendrogram,
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
from gnomon.learners.clusters.linkage import (
    linkage as linkage,
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
from gnomon.learners.description_length import (
    description_length as description_length,
    minimum_description_length as minimum_description_length,
    number_of_clusters as number_of_clusters,
    polynomial_order as polynomial_order,
    tree_size as tree_size,
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
from gnomon.learners.ensembles.boosting import (
    chance_error as chance_error,
    training_bound as training_bound,
    vote_of as vote_of,
    weight_factors as weight_factors,
)
from gnomon.learners.ensembles.combine import (
    combine as combine,
    combine_numbers as combine_numbers,
)
from gnomon.learners.ensembles.committee import (
    VotingClassifier as VotingClassifier,
    VotingRegressor as VotingRegressor,
)
from gnomon.learners.ensembles.decision_forest import (
    DecisionForestClassifier as DecisionForestClassifier,
)
from gnomon.learners.ensembles.diversity import (
    diversity as diversity,
)
from gnomon.learners.ensembles.duplication import (
    with_mistakes_again as with_mistakes_again,
)
from gnomon.learners.ensembles.extra_trees import (
    ExtraTreesClassifier as ExtraTreesClassifier,
    ExtraTreesRegressor as ExtraTreesRegressor,
)
from gnomon.learners.ensembles.forest_tables import (
    size_table as size_table,
    tree_table as tree_table,
    vote_table as vote_table,
)
from gnomon.learners.ensembles.gradient_boosting import (
    GradientBoostingClassifier as GradientBoostingClassifier,
    GradientBoostingRegressor as GradientBoostingRegressor,
)
from gnomon.learners.ensembles.importance import (
    impurity_importance as impurity_importance,
    permutation_importance as permutation_importance,
)
from gnomon.learners.ensembles.jackknife import (
    jackknife_variance as jackknife_variance,
)
from gnomon.learners.ensembles.proximity import (
    proximities as proximities,
)
from gnomon.learners.ensembles.quantile_forest import (
    QuantileForestRegressor as QuantileForestRegressor,
)
from gnomon.learners.ensembles.random_forest import (
    RandomForestClassifier as RandomForestClassifier,
    RandomForestRegressor as RandomForestRegressor,
)
from gnomon.learners.ensembles.votes import (
    count_votes as count_votes,
    margins as margins,
    sign_vote as sign_vote,
)
from gnomon.learners.kernel.kernel_perceptron import (
    KernelPerceptron as KernelPerceptron,
)
from gnomon.learners.kernel.kernel_ridge import (
    KernelRidge as KernelRidge,
)
from gnomon.learners.kernel.kernels import (
    Laplacian as Laplacian,
    Linear as Linear,
    Normalized as Normalized,
    Polynomial as Polynomial,
    PowerSeries as PowerSeries,
    RBF as RBF,
    Sigmoid as Sigmoid,
)
from gnomon.learners.kernel.lifts.approximation import (
    Nystroem as Nystroem,
    RBFSampler as RBFSampler,
)
from gnomon.learners.kernel.lifts.feature_map import (
    MapFeatures as MapFeatures,
    PolynomialMap as PolynomialMap,
    feature_count as feature_count,
    lift_frame as lift_frame,
)
from gnomon.learners.kernel.lifts.images import (
    SmoothImages as SmoothImages,
    virtual_examples as virtual_examples,
)
from gnomon.learners.kernel.lifts.mercer import (
    mercer_check as mercer_check,
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
from gnomon.learners.kernel.reading.capacity import (
    capacity_of as capacity_of,
    lifted_features as lifted_features,
)
from gnomon.learners.kernel.reading.chunking import (
    train_by_chunks as train_by_chunks,
)
from gnomon.learners.kernel.reading.cleaning import (
    clean as clean,
)
from gnomon.learners.kernel.reading.decision import (
    decision_of as decision_of,
)
from gnomon.learners.kernel.reading.dual_trace import (
    dual_ascent as dual_ascent,
    smo_steps as smo_steps,
)
from gnomon.learners.kernel.reading.left_out_support import (
    independent_support as independent_support,
    leave_one_out_error as leave_one_out_error,
    support_bound as support_bound,
)
from gnomon.learners.kernel.reading.optimum import (
    check_optimum as check_optimum,
)
from gnomon.learners.kernel.reading.perturbation import (
    perturbed_error as perturbed_error,
    rounded_error as rounded_error,
)
from gnomon.learners.kernel.reading.price_sweep import (
    price_sweep as price_sweep,
)
from gnomon.learners.kernel.reading.pruned import (
    pruned_decision as pruned_decision,
)
from gnomon.learners.kernel.reading.support_table import (
    support_table as support_table,
)
from gnomon.learners.kernel.reading.widest_plane import (
    widest_plane as widest_plane,
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
from gnomon.learners.linear.gaussian_density import (
    Gaussian as Gaussian,
    decision_thresholds as decision_thresholds,
    log_likelihood_ratio as log_likelihood_ratio,
)
from gnomon.learners.linear.geometry import (
    Line as Line,
    Plane as Plane,
)
from gnomon.learners.linear.hand_calculation import (
    by_hand as by_hand,
)
from gnomon.learners.linear.landscape import (
    descend as descend,
    landscape as landscape,
    loss_of_plane as loss_of_plane,
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
from gnomon.learners.linear.separability import (
    is_separable as is_separable,
    separation as separation,
)
from gnomon.learners.mixtures.categorical import (
    CategoricalMixture as CategoricalMixture,
)
from gnomon.learners.mixtures.counts import (
    class_priors as class_priors,
    expected_counts as expected_counts,
)
from gnomon.learners.mixtures.criteria import (
    choose_mixture_components as choose_mixture_components,
)
from gnomon.learners.mixtures.expectation_maximization import (
    expectation_maximization as expectation_maximization,
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
from gnomon.learners.neighbors.choose_k import (
    choose_neighbors as choose_neighbors,
)
from gnomon.learners.neighbors.condensed import (
    CondensedNeighborsClassifier as CondensedNeighborsClassifier,
)
from gnomon.learners.neighbors.kernel_distance import (
    KernelDistance as KernelDistance,
)
from gnomon.learners.neighbors.nearest import (
    KNeighborsClassifier as KNeighborsClassifier,
    KNeighborsRegressor as KNeighborsRegressor,
)
from gnomon.learners.neighbors.prototypes import (
    condense as condense,
    edit as edit,
)
from gnomon.learners.neighbors.regions import (
    decision_regions as decision_regions,
)
from gnomon.learners.neighbors.sensitivity import (
    sensitivity as sensitivity,
)
from gnomon.learners.neighbors.suitability import (
    prediction_cost as prediction_cost,
    suitability as suitability,
    winning_limits as winning_limits,
)
from gnomon.learners.networks.bif import (
    read_bif as read_bif,
    write_bif as write_bif,
)
from gnomon.learners.networks.chow_liu import (
    chow_liu as chow_liu,
)
from gnomon.learners.networks.classifier import (
    BayesianNetworkClassifier as BayesianNetworkClassifier,
)
from gnomon.learners.networks.dependence_limited import (
    dependence_limited as dependence_limited,
)
from gnomon.learners.networks.edge_confidence import (
    edge_confidence as edge_confidence,
)
from gnomon.learners.networks.equivalence import (
    compelled_edges as compelled_edges,
    is_equivalent as is_equivalent,
)
from gnomon.learners.networks.examples import (
    asia as asia,
    burglary as burglary,
    monty_hall as monty_hall,
    random_network as random_network,
    sprinkler as sprinkler,
)
from gnomon.learners.networks.family_scores import (
    FamilyScores as FamilyScores,
)
from gnomon.learners.networks.graph import (
    Graph as Graph,
)
from gnomon.learners.networks.hill_climbing import (
    hill_climb as hill_climb,
)
from gnomon.learners.networks.k2 import (
    k2 as k2,
)
from gnomon.learners.networks.network import (
    BayesianNetwork as BayesianNetwork,
)
from gnomon.learners.networks.separation import (
    d_separation as d_separation,
    separated_from as separated_from,
)
from gnomon.learners.networks.tree_augmented import (
    tree_augmented as tree_augmented,
)
from gnomon.learners.neural.classifier import (
    MLPClassifier as MLPClassifier,
)
from gnomon.learners.neural.gradient_check import (
    gradient_check as gradient_check,
)
from gnomon.learners.neural.regressor import (
    MLPRegressor as MLPRegressor,
)
from gnomon.learners.projections.dimension import (
    choose_components as choose_components,
)
from gnomon.learners.projections.directions import (
    project as project,
)
from gnomon.learners.projections.factors import (
    Factors as Factors,
)
from gnomon.learners.projections.kernel_pca import (
    KernelPCA as KernelPCA,
)
from gnomon.learners.projections.noise_dimensions import (
    noise_dimensions as noise_dimensions,
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
from gnomon.learners.rules.heuristics import (
    heuristic as heuristic,
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
from gnomon.learners.trees.impurity import (
    conditional_entropy as conditional_entropy,
    entropy as entropy,
    entropy_of as entropy_of,
    error_rate as error_rate,
    gain_ratio as gain_ratio,
    gini as gini,
    information_gain as information_gain,
    joint_entropy as joint_entropy,
    kullback_leibler as kullback_leibler,
)
from gnomon.learners.trees.leaf_models import (
    ModelTreeClassifier as ModelTreeClassifier,
    ModelTreeRegressor as ModelTreeRegressor,
)
from gnomon.learners.trees.line_search import (
    line_search as line_search,
)
from gnomon.learners.trees.random_tests import (
    RandomTestTree as RandomTestTree,
)
from gnomon.learners.trees.regressor import (
    DecisionTreeRegressor as DecisionTreeRegressor,
)
from gnomon.learners.trees.size_curves import (
    depth_curve as depth_curve,
    pruning_curve as pruning_curve,
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
from gnomon.models.saved import (
    SavedModel as SavedModel,
)
from gnomon.plotting.assessment.bias_variance import (
    BiasVarianceDisplay as BiasVarianceDisplay,
)
from gnomon.plotting.assessment.bootstrap_histogram import (
    BootstrapHistogramDisplay as BootstrapHistogramDisplay,
)
from gnomon.plotting.assessment.confusion import (
    ConfusionMatrixDisplay as ConfusionMatrixDisplay,
)
from gnomon.plotting.assessment.coverage import (
    CoverageDisplay as CoverageDisplay,
)
from gnomon.plotting.assessment.critical_difference import (
    CriticalDifferenceDisplay as CriticalDifferenceDisplay,
)
from gnomon.plotting.assessment.fold_diagram import (
    FoldDiagramDisplay as FoldDiagramDisplay,
)
from gnomon.plotting.assessment.member_boundaries import (
    MemberBoundariesDisplay as MemberBoundariesDisplay,
)
from gnomon.plotting.assessment.outcome_table import (
    OutcomeTableDisplay as OutcomeTableDisplay,
)
from gnomon.plotting.assessment.paired_differences import (
    PairedDifferenceDisplay as PairedDifferenceDisplay,
)
from gnomon.plotting.assessment.power_curve import (
    PowerCurveDisplay as PowerCurveDisplay,
)
from gnomon.plotting.assessment.prediction_error import (
    PredictionErrorDisplay as PredictionErrorDisplay,
)
from gnomon.plotting.assessment.split_scores import (
    SplitScoresDisplay as SplitScoresDisplay,
)
from gnomon.plotting.assessment.student_density import (
    StudentDensityDisplay as StudentDensityDisplay,
)
from gnomon.plotting.assessment.subgroups import (
    SubgroupErrorsDisplay as SubgroupErrorsDisplay,
)
from gnomon.plotting.bayes.bell_curve import (
    BellCurveDisplay as BellCurveDisplay,
)
from gnomon.plotting.bayes.class_densities import (
    ClassDensitiesDisplay as ClassDensitiesDisplay,
)
from gnomon.plotting.bayes.class_maps import (
    ClassMapDisplay as ClassMapDisplay,
    ClassMapsDisplay as ClassMapsDisplay,
)
from gnomon.plotting.bayes.code_lengths import (
    CodeLengthsDisplay as CodeLengthsDisplay,
)
from gnomon.plotting.bayes.evidence import (
    EvidenceDisplay as EvidenceDisplay,
)
from gnomon.plotting.bayes.frequency_tree import (
    FrequencyTreeDisplay as FrequencyTreeDisplay,
)
from gnomon.plotting.bayes.information_diagram import (
    InformationDiagramDisplay as InformationDiagramDisplay,
)
from gnomon.plotting.bayes.pictogram import (
    PictogramDisplay as PictogramDisplay,
)
from gnomon.plotting.bayes.prior_sweep import (
    PriorSweepDisplay as PriorSweepDisplay,
)
from gnomon.plotting.bayes.smoothing_curve import (
    SmoothingCurveDisplay as SmoothingCurveDisplay,
)
from gnomon.plotting.bayes.venn import (
    VennDisplay as VennDisplay,
    VennStepsDisplay as VennStepsDisplay,
)
from gnomon.plotting.boundaries.boundary_panels import (
    BoundaryPanelsDisplay as BoundaryPanelsDisplay,
)
from gnomon.plotting.boundaries.class_contours import (
    ClassContoursDisplay as ClassContoursDisplay,
)
from gnomon.plotting.boundaries.cleaning import (
    CleaningDisplay as CleaningDisplay,
)
from gnomon.plotting.boundaries.decision_boundary import (
    DecisionBoundaryDisplay as DecisionBoundaryDisplay,
)
from gnomon.plotting.boundaries.descent import (
    DescentDisplay as DescentDisplay,
)
from gnomon.plotting.boundaries.field import (
    DecisionFieldDisplay as DecisionFieldDisplay,
)
from gnomon.plotting.boundaries.landscape import (
    LandscapeDisplay as LandscapeDisplay,
)
from gnomon.plotting.boundaries.log_loss import (
    LogLossDisplay as LogLossDisplay,
)
from gnomon.plotting.boundaries.losses import (
    LossCurvesDisplay as LossCurvesDisplay,
)
from gnomon.plotting.boundaries.margin import (
    MarginDisplay as MarginDisplay,
)
from gnomon.plotting.boundaries.plane_geometry import (
    PlaneGeometryDisplay as PlaneGeometryDisplay,
)
from gnomon.plotting.boundaries.price_sweep import (
    PriceSweepDisplay as PriceSweepDisplay,
)
from gnomon.plotting.boundaries.separators import (
    SeparatorsDisplay as SeparatorsDisplay,
)
from gnomon.plotting.boundaries.sigmoid import (
    SigmoidDisplay as SigmoidDisplay,
)
from gnomon.plotting.class_scatter import (
    ClassScatterDisplay as ClassScatterDisplay,
)
from gnomon.plotting.clusters.cluster_labels import (
    ClusterLabelsDisplay as ClusterLabelsDisplay,
)
from gnomon.plotting.clusters.dendrogram import (
    DendrogramDisplay as DendrogramDisplay,
)
from gnomon.plotting.clusters.kernel_frames import (
    KernelKMeansFramesDisplay as KernelKMeansFramesDisplay,
)
from gnomon.plotting.clusters.kmeans_frames import (
    KMeansFramesDisplay as KMeansFramesDisplay,
)
from gnomon.plotting.clusters.links import (
    LinksDisplay as LinksDisplay,
)
from gnomon.plotting.clusters.nested import (
    NestedClustersDisplay as NestedClustersDisplay,
)
from gnomon.plotting.clusters.number import (
    ClusterNumberDisplay as ClusterNumberDisplay,
)
from gnomon.plotting.committees.boosting_rounds import (
    BoostingRoundsDisplay as BoostingRoundsDisplay,
)
from gnomon.plotting.committees.bootstrap_samples import (
    BootstrapSamplesDisplay as BootstrapSamplesDisplay,
)
from gnomon.plotting.committees.error_by_size import (
    CommitteeErrorDisplay as CommitteeErrorDisplay,
)
from gnomon.plotting.committees.frames import (
    CommitteeFramesDisplay as CommitteeFramesDisplay,
)
from gnomon.plotting.committees.members import (
    MembersDisplay as MembersDisplay,
)
from gnomon.plotting.committees.normalizer import (
    NormalizerDisplay as NormalizerDisplay,
)
from gnomon.plotting.committees.regions import (
    ClassRegionsDisplay as ClassRegionsDisplay,
)
from gnomon.plotting.committees.rule_coverage import (
    RuleCoverageDisplay as RuleCoverageDisplay,
)
from gnomon.plotting.committees.votes import (
    ForestVotesDisplay as ForestVotesDisplay,
)
from gnomon.plotting.curves.calibration import (
    CalibrationDisplay as CalibrationDisplay,
)
from gnomon.plotting.curves.cost_curve import (
    CostCurveDisplay as CostCurveDisplay,
)
from gnomon.plotting.curves.detection import (
    DetCurveDisplay as DetCurveDisplay,
)
from gnomon.plotting.curves.learning import (
    LearningCurveDisplay as LearningCurveDisplay,
)
from gnomon.plotting.curves.lift import (
    LiftCurveDisplay as LiftCurveDisplay,
)
from gnomon.plotting.curves.operating_region import (
    OperatingRegionDisplay as OperatingRegionDisplay,
)
from gnomon.plotting.curves.precision_recall import (
    PrecisionRecallDisplay as PrecisionRecallDisplay,
)
from gnomon.plotting.curves.roc import (
    RocCurveDisplay as RocCurveDisplay,
)
from gnomon.plotting.curves.roc_average import (
    RocAverageDisplay as RocAverageDisplay,
)
from gnomon.plotting.curves.roc_mixture import (
    RocMixtureDisplay as RocMixtureDisplay,
)
from gnomon.plotting.curves.roc_ties import (
    RocTiesDisplay as RocTiesDisplay,
)
from gnomon.plotting.curves.skew import (
    SkewDisplay as SkewDisplay,
)
from gnomon.plotting.curves.surface import (
    ValidationSurfaceDisplay as ValidationSurfaceDisplay,
)
from gnomon.plotting.curves.threshold_cost import (
    ThresholdCostDisplay as ThresholdCostDisplay,
)
from gnomon.plotting.curves.threshold_rates import (
    ThresholdRatesDisplay as ThresholdRatesDisplay,
)
from gnomon.plotting.curves.validation import (
    ValidationCurveDisplay as ValidationCurveDisplay,
)
from gnomon.plotting.experiments.chosen_settings import (
    ChosenSettingsDisplay as ChosenSettingsDisplay,
)
from gnomon.plotting.experiments.importance import (
    PermutationImportanceDisplay as PermutationImportanceDisplay,
)
from gnomon.plotting.experiments.leaderboard import (
    LeaderboardDisplay as LeaderboardDisplay,
)
from gnomon.plotting.experiments.ledger import (
    LedgerDisplay as LedgerDisplay,
)
from gnomon.plotting.experiments.time_quality import (
    TimeQualityDisplay as TimeQualityDisplay,
)
from gnomon.plotting.features.calibration_map import (
    CalibrationMapDisplay as CalibrationMapDisplay,
)
from gnomon.plotting.features.column_bars import (
    ColumnBarsDisplay as ColumnBarsDisplay,
)
from gnomon.plotting.features.correlation_grid import (
    CorrelationGridDisplay as CorrelationGridDisplay,
)
from gnomon.plotting.features.cumulative import (
    CumulativeDisplay as CumulativeDisplay,
)
from gnomon.plotting.features.discretization import (
    DiscretizationDisplay as DiscretizationDisplay,
)
from gnomon.plotting.features.histogram import (
    HistogramDisplay as HistogramDisplay,
)
from gnomon.plotting.features.kinds_table import (
    KindsTableDisplay as KindsTableDisplay,
)
from gnomon.plotting.features.profile import (
    ProfileDisplay as ProfileDisplay,
)
from gnomon.plotting.features.scores import (
    FeatureRankingsDisplay as FeatureRankingsDisplay,
    FeatureScoresDisplay as FeatureScoresDisplay,
)
from gnomon.plotting.features.selection_curve import (
    SelectionCurveDisplay as SelectionCurveDisplay,
)
from gnomon.plotting.features.subset_lattice import (
    SubsetLatticeDisplay as SubsetLatticeDisplay,
)
from gnomon.plotting.features.top_curve import (
    TopCurveDisplay as TopCurveDisplay,
)
from gnomon.plotting.flow_diagram import (
    FlowDiagramDisplay as FlowDiagramDisplay,
)
from gnomon.plotting.kernels.bumps import (
    BumpsDisplay as BumpsDisplay,
)
from gnomon.plotting.kernels.feature_map import (
    FeatureMapDisplay as FeatureMapDisplay,
)
from gnomon.plotting.kernels.kernel_profile import (
    KernelProfileDisplay as KernelProfileDisplay,
)
from gnomon.plotting.kernels.plane_in_space import (
    PlaneInSpaceDisplay as PlaneInSpaceDisplay,
)
from gnomon.plotting.kernels.support_curve import (
    SupportCurveDisplay as SupportCurveDisplay,
)
from gnomon.plotting.kernels.support_gallery import (
    SupportGalleryDisplay as SupportGalleryDisplay,
)
from gnomon.plotting.mixtures.convergence import (
    ConvergenceDisplay as ConvergenceDisplay,
)
from gnomon.plotting.mixtures.density_sum import (
    MixtureDensityDisplay as MixtureDensityDisplay,
)
from gnomon.plotting.mixtures.ellipses import (
    MixtureDisplay as MixtureDisplay,
)
from gnomon.plotting.mixtures.frames import (
    MixtureFramesDisplay as MixtureFramesDisplay,
)
from gnomon.plotting.neighbors.distances import (
    DistanceGeometryDisplay as DistanceGeometryDisplay,
)
from gnomon.plotting.neighbors.error_curve import (
    NeighborCurveDisplay as NeighborCurveDisplay,
)
from gnomon.plotting.neighbors.query import (
    NeighborQueryDisplay as NeighborQueryDisplay,
)
from gnomon.plotting.neighbors.stages import (
    NeighborStagesDisplay as NeighborStagesDisplay,
)
from gnomon.plotting.networks.network import (
    NetworkDisplay as NetworkDisplay,
)
from gnomon.plotting.neural.network_graph import (
    NetworkGraphDisplay as NetworkGraphDisplay,
)
from gnomon.plotting.panels import (
    Panels as Panels,
)
from gnomon.plotting.projections.components import (
    ComponentsDisplay as ComponentsDisplay,
)
from gnomon.plotting.projections.factors import (
    FactorsDisplay as FactorsDisplay,
)
from gnomon.plotting.projections.loadings import (
    LoadingsDisplay as LoadingsDisplay,
)
from gnomon.plotting.projections.principal_axes import (
    PrincipalAxesDisplay as PrincipalAxesDisplay,
)
from gnomon.plotting.projections.principal_plane import (
    PrincipalPlaneDisplay as PrincipalPlaneDisplay,
)
from gnomon.plotting.projections.scree import (
    ScreeDisplay as ScreeDisplay,
)
from gnomon.plotting.projections.shadow import (
    ShadowDisplay as ShadowDisplay,
)
from gnomon.plotting.projections.table_map import (
    TableMapDisplay as TableMapDisplay,
)
from gnomon.plotting.regression.fit import (
    RegressionFitDisplay as RegressionFitDisplay,
)
from gnomon.plotting.regression.generated_data import (
    GeneratedDataDisplay as GeneratedDataDisplay,
)
from gnomon.plotting.regression.line_family import (
    LineFamilyDisplay as LineFamilyDisplay,
)
from gnomon.plotting.regression.normal_curves import (
    NormalCurvesDisplay as NormalCurvesDisplay,
)
from gnomon.plotting.regression.order_curve import (
    OrderCurveDisplay as OrderCurveDisplay,
)
from gnomon.plotting.regression.partial_dependence import (
    PartialDependenceDisplay as PartialDependenceDisplay,
)
from gnomon.plotting.task_kinds import (
    TaskKindsDisplay as TaskKindsDisplay,
)
from gnomon.plotting.trees.class_bars import (
    ClassBarsDisplay as ClassBarsDisplay,
)
from gnomon.plotting.trees.impurity_curve import (
    ImpurityCurveDisplay as ImpurityCurveDisplay,
)
from gnomon.plotting.trees.size_curve import (
    SizeCurveDisplay as SizeCurveDisplay,
)
from gnomon.plotting.trees.strip import (
    StripDisplay as StripDisplay,
)
from gnomon.plotting.trees.tree_diagram import (
    TreeDisplay as TreeDisplay,
)
from gnomon.probability.association import (
    chi_squared as chi_squared,
    chi_squared_statistic as chi_squared_statistic,
    g_statistic as g_statistic,
)
from gnomon.probability.bayes import (
    BayesTable as BayesTable,
    bayes_steps as bayes_steps,
    bayes_table as bayes_table,
)
from gnomon.probability.beliefs import (
    Dirichlet as Dirichlet,
    NormalMean as NormalMean,
    model_posterior as model_posterior,
)
from gnomon.probability.conditional import (
    Conditional as Conditional,
)
from gnomon.probability.description_length import (
    CodeLength as CodeLength,
    exceptions_code as exceptions_code,
    integer_code as integer_code,
    label_code as label_code,
    two_part_code as two_part_code,
)
from gnomon.probability.distribution import (
    Distribution as Distribution,
)
from gnomon.probability.divergence import (
    cross_entropy as cross_entropy,
    jensen_shannon as jensen_shannon,
)
from gnomon.probability.estimates import (
    laplace as laplace,
    m_estimate as m_estimate,
    relative_frequency as relative_frequency,
)
from gnomon.probability.estimators import (
    estimate_entropy as estimate_entropy,
    estimate_mutual_information as estimate_mutual_information,
)
from gnomon.probability.frequencies import (
    Venn as Venn,
    natural_frequencies as natural_frequencies,
)
from gnomon.probability.independence import (
    shuffle_test as shuffle_test,
)
from gnomon.probability.mutual_information import (
    conditional_mutual_information as conditional_mutual_information,
    mutual_information as mutual_information,
    symmetric_uncertainty as symmetric_uncertainty,
)
from gnomon.probability.pairwise import (
    pairwise_mutual_information as pairwise_mutual_information,
)
from gnomon.probability.predictive_values import (
    predictive_values as predictive_values,
)
from gnomon.report.html import (
    write_report as write_report,
)
from gnomon.report.latex import (
    write_latex as write_latex,
)
from gnomon.report.markdown import (
    write_markdown as write_markdown,
)
from gnomon.sharing.block_fits import (
    fit_blocks as fit_blocks,
)
from gnomon.sharing.learner import (
    Learner as Learner,
)
from gnomon.sharing.train import (
    train_each as train_each,
)
