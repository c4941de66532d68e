"""Gnomon: classical machine learning, honestly measured.

The flow, and where to start reading::

    probability   distributions, Bayes' rule, information, description length, on tables of counts
    data          a file becomes a Table, a Table with a target becomes a Task
    sharing       what a learner is, and how work is prepared once for many fits
    features      kinds, transformations, missing values, calibration, selection: one file a transformer
    learners      one file a learner
    assessment    splits, predictions, measures, estimates with their intervals
    experiments   many tasks, learners and splits, resumable
    explanations  one case: the rule, the neighbours, the factors or contributions behind a prediction
    models        fitted models as files: stored, checked, exported
    plotting      figures: one file each
    report, cli   what people see

Names are loaded on first use, so that `import gnomon` costs next to nothing.
"""

import importlib
from typing import Any

__version__ = "0.1.0"

_PUBLIC = {
    "gnomon.probability.distribution": ("Distribution",),
    "gnomon.probability.conditional": ("Conditional",),
    "gnomon.probability.bayes": ("bayes_table", "bayes_steps", "BayesTable"),
    "gnomon.probability.frequencies": ("natural_frequencies", "Venn"),
    "gnomon.probability.predictive_values": ("predictive_values",),
    "gnomon.probability.estimates": ("m_estimate", "laplace", "relative_frequency"),
    "gnomon.probability.beliefs": ("Dirichlet", "NormalMean", "model_posterior"),
    "gnomon.probability.mutual_information": (
        "mutual_information",
        "conditional_mutual_information",
        "symmetric_uncertainty",
    ),
    "gnomon.probability.divergence": ("cross_entropy", "jensen_shannon"),
    "gnomon.probability.association": ("chi_squared", "chi_squared_statistic", "g_statistic"),
    "gnomon.probability.estimators": ("estimate_entropy", "estimate_mutual_information"),
    "gnomon.probability.pairwise": ("pairwise_mutual_information",),
    "gnomon.probability.independence": ("shuffle_test",),
    "gnomon.probability.description_length": (
        "CodeLength",
        "two_part_code",
        "exceptions_code",
        "label_code",
        "integer_code",
    ),
    "gnomon.data.table": ("Table", "Column"),
    "gnomon.data.task": ("Task",),
    "gnomon.data.read": ("read_table",),
    "gnomon.data.sets": ("load",),
    "gnomon.data.generate": (
        "xor",
        "rings",
        "moons",
        "blobs",
        "two_gaussians",
        "noisy_polynomial",
        "TwoGaussians",
        "NoisyPolynomial",
        "BayesOracle",
    ),
    "gnomon.features.kinds": ("permissible", "kinds_frame", "transformations_frame"),
    "gnomon.features.statistics": ("describe",),
    "gnomon.features.quantiles": ("percentile", "quartiles", "deciles", "interquantile_range"),
    "gnomon.features.cumulative": ("cumulative",),
    "gnomon.features.association": ("associate",),
    "gnomon.features.overview": ("overview",),
    "gnomon.features.threshold": ("threshold_scores",),
    "gnomon.features.log_odds": ("calibrated_log_odds", "calibrated_probability", "log_odds"),
    "gnomon.features.missingness": ("missingness",),
    "gnomon.features.automatic.preparation": ("automatic", "preparation", "Preparation"),
    "gnomon.features.select.ranking": ("score_features",),
    "gnomon.features.select.interactions": ("interactions",),
    "gnomon.features.select.groups": ("score_groups",),
    "gnomon.features.select.relief": ("relief_weights",),
    "gnomon.features.select.top_curve": ("top_curve",),
    "gnomon.features.select.exhaustive": ("n_subsets",),
    "gnomon.features.select.embedded": ("importances", "used_columns", "entry_order"),
    "gnomon.features.select.stability": ("stability", "selection_stability"),
    "gnomon.sharing.learner": ("Learner",),
    "gnomon.sharing.train": ("train_each",),
    "gnomon.sharing.block_fits": ("fit_blocks",),
    "gnomon.assessment.splits": (
        "Splits",
        "NestedSplits",
        "hold_out",
        "k_fold",
        "leave_one_out",
        "leave_groups_out",
        "repeated",
        "bootstrap",
        "rolling",
        "blocked",
        "train_validation_test",
        "nested",
    ),
    "gnomon.assessment.predictions": ("Predictions",),
    "gnomon.assessment.resample": ("resample", "resample_each", "select"),
    "gnomon.assessment.nested": ("assess_selection",),
    "gnomon.assessment.selection_optimism": ("selection_optimism",),
    "gnomon.assessment.runs": ("repeat_runs",),
    "gnomon.assessment.effort": ("measure_effort",),
    "gnomon.assessment.overfitting": ("fit_gap", "squared_weights"),
    "gnomon.assessment.repeats": ("by_repeat",),
    "gnomon.assessment.settings": ("settings", "settings_grid"),
    "gnomon.assessment.measures": ("find_measure", "brier_parts"),
    "gnomon.assessment.confusion": ("Confusion",),
    "gnomon.assessment.intervals": ("Estimate",),
    "gnomon.assessment.rate_table": ("rates_of",),
    "gnomon.assessment.refitting.nested_interval": ("nested_cv_interval",),
    "gnomon.assessment.refitting.optimism": (
        "bootstrap_of_all",
        "out_of_bag",
        "bootstrap_632",
        "bootstrap_632_plus",
        "optimism_corrected",
    ),
    "gnomon.assessment.refitting.selection_bias": ("bbc_cv", "tibshirani"),
    "gnomon.assessment.comparison": ("Comparison", "compare", "compare_5x2"),
    "gnomon.assessment.comparing.pairwise": ("compare_all",),
    "gnomon.assessment.comparing.ranking": ("compare_many",),
    "gnomon.assessment.power": (
        "plan_comparison",
        "repeats_needed",
        "rows_needed",
        "data_sets_needed",
        "mcnemar_rows",
    ),
    "gnomon.assessment.significance.chance": ("against_chance",),
    "gnomon.assessment.bias_variance": ("decompose", "decompose_each", "sweep", "drawn"),
    "gnomon.assessment.curves.roc": ("roc",),
    "gnomon.assessment.curves.held_out": ("roc_of", "roc_each"),
    "gnomon.assessment.curves.class_hull": ("class_hull",),
    "gnomon.assessment.curves.hull": ("hull",),
    "gnomon.assessment.curves.operating": ("best_point", "target_point"),
    "gnomon.assessment.curves.region": ("operating_region",),
    "gnomon.assessment.curves.crossing": ("crossings", "dominates", "winners"),
    "gnomon.assessment.curves.randomised": ("rate_mixture", "budget_mixture"),
    "gnomon.assessment.curves.average": ("average_of",),
    "gnomon.assessment.curves.bands": ("fixed_width_band", "ks_band", "binormal_band"),
    "gnomon.assessment.curves.multiclass": ("class_curves_of",),
    "gnomon.assessment.curves.precision_recall": ("precision_recall", "precision_recall_of"),
    "gnomon.assessment.curves.lift": ("lift_curve", "lift_curve_of"),
    "gnomon.assessment.curves.cost": ("cost_curve_of",),
    "gnomon.assessment.curves.detection": ("detection_of",),
    "gnomon.assessment.curves.reliability": ("reliability_of",),
    "gnomon.assessment.curves.learning": ("learning_curve",),
    "gnomon.assessment.curves.validation": ("validation_curve",),
    "gnomon.assessment.curves.surface": ("validation_surface",),
    "gnomon.assessment.decisions.costs": ("decide", "decided", "two_class_costs"),
    "gnomon.assessment.decisions.rate_costs": ("cost_by_threshold_of", "choose_classifier"),
    "gnomon.assessment.decisions.thresholds": ("threshold_for", "threshold_of"),
    "gnomon.assessment.decisions.thresholded": ("ThresholdedClassifier",),
    "gnomon.assessment.calibration.calibrated": ("CalibratedClassifier",),
    "gnomon.assessment.calibration.against_ranking": ("ranking_and_calibration",),
    "gnomon.assessment.decisions.diagnosis": ("DiagnosticTest",),
    "gnomon.assessment.online": ("predict_then_learn",),
    "gnomon.learners.linear.hand_calculation": ("by_hand",),
    "gnomon.learners.linear.separability": ("is_separable", "separation"),
    "gnomon.learners.linear.geometry": ("Plane", "Line"),
    "gnomon.learners.linear.landscape": ("landscape", "loss_of_plane", "descend"),
    "gnomon.learners.linear.gaussian_density": ("Gaussian", "log_likelihood_ratio", "decision_thresholds"),
    "gnomon.learners.neural.gradient_check": ("gradient_check",),
    "gnomon.assessment.coarse_to_fine": ("coarse_to_fine",),
    "gnomon.learners.kernel.kernels": (
        "Linear",
        "Polynomial",
        "RBF",
        "Laplacian",
        "PowerSeries",
        "Sigmoid",
        "Normalised",
    ),
    "gnomon.learners.kernel.lifts.feature_map": (
        "PolynomialMap",
        "MapFeatures",
        "feature_count",
        "lift_frame",
    ),
    "gnomon.learners.kernel.lifts.approximation": ("Nystroem", "RBFSampler"),
    "gnomon.learners.kernel.lifts.images": ("SmoothImages", "virtual_examples"),
    "gnomon.learners.kernel.lifts.mercer": ("mercer_check",),
    "gnomon.learners.kernel.reading.decision": ("decision_of",),
    "gnomon.learners.kernel.reading.support_table": ("support_table",),
    "gnomon.learners.kernel.reading.optimum": ("check_optimum",),
    "gnomon.learners.kernel.reading.left_out_support": (
        "leave_one_out_error",
        "support_bound",
        "independent_support",
    ),
    "gnomon.learners.kernel.reading.capacity": ("capacity_of", "lifted_features"),
    "gnomon.learners.kernel.reading.cleaning": ("clean",),
    "gnomon.learners.kernel.reading.pruned": ("pruned_decision",),
    "gnomon.learners.kernel.reading.perturbation": ("perturbed_error", "rounded_error"),
    "gnomon.learners.kernel.reading.widest_plane": ("widest_plane",),
    "gnomon.learners.kernel.reading.price_sweep": ("price_sweep",),
    "gnomon.learners.kernel.reading.chunking": ("train_by_chunks",),
    "gnomon.learners.kernel.reading.dual_trace": ("dual_ascent", "smo_steps"),
    "gnomon.learners.neighbours.choose_k": ("choose_neighbors",),
    "gnomon.learners.neighbours.kernel_distance": ("KernelDistance",),
    "gnomon.learners.neighbours.suitability": ("suitability", "winning_limits", "prediction_cost"),
    "gnomon.learners.neighbours.sensitivity": ("sensitivity",),
    "gnomon.learners.neighbours.regions": ("decision_regions",),
    "gnomon.learners.neighbours.prototypes": ("condense", "edit"),
    "gnomon.learners.clusters.choosing": ("choose_clusters",),
    "gnomon.learners.clusters.dendrogram": ("Dendrogram",),
    "gnomon.learners.clusters.linkage": ("linkage",),
    "gnomon.learners.clusters.cost": ("clustering_cost",),
    "gnomon.learners.mixtures.criteria": ("choose_mixture_components",),
    "gnomon.learners.mixtures.expectation_maximisation": ("expectation_maximisation",),
    "gnomon.learners.mixtures.counts": ("class_priors", "expected_counts"),
    "gnomon.learners.projections.dimension": ("choose_components",),
    "gnomon.learners.projections.directions": ("project",),
    "gnomon.learners.projections.factors": ("Factors",),
    "gnomon.learners.projections.noise_dimensions": ("noise_dimensions",),
    "gnomon.learners.trees.impurity": (
        "entropy",
        "entropy_of",
        "gini",
        "error_rate",
        "joint_entropy",
        "conditional_entropy",
        "information_gain",
        "gain_ratio",
        "kullback_leibler",
    ),
    "gnomon.learners.description_length": (
        "description_length",
        "minimum_description_length",
        "polynomial_order",
        "tree_size",
        "number_of_clusters",
    ),
    "gnomon.learners.trees.line_search": ("line_search",),
    "gnomon.learners.trees.size_curves": ("depth_curve", "pruning_curve"),
    "gnomon.learners.bayes.independence": ("independence_check",),
    "gnomon.learners.bayes.recalibration": ("recalibrated",),
    "gnomon.learners.bayes.optimality": ("bayes_error", "optimality_gap"),
    "gnomon.learners.bayes.missing_values": ("average_over_missing",),
    "gnomon.learners.bayes.class_grid": ("class_grid",),
    "gnomon.learners.bayes.parameter_counts": ("ParameterCounts",),
    "gnomon.learners.bayes.model_kind": ("model_kind",),
    "gnomon.learners.networks.graph": ("Graph",),
    "gnomon.learners.networks.network": ("BayesianNetwork",),
    "gnomon.learners.networks.separation": ("d_separation", "separated_from"),
    "gnomon.learners.networks.bif": ("read_bif", "write_bif"),
    "gnomon.learners.networks.examples": ("burglary", "sprinkler", "asia", "monty_hall", "random_network"),
    "gnomon.learners.networks.hill_climbing": ("hill_climb",),
    "gnomon.learners.networks.chow_liu": ("chow_liu",),
    "gnomon.learners.networks.k2": ("k2",),
    "gnomon.learners.networks.tree_augmented": ("tree_augmented",),
    "gnomon.learners.networks.dependence_limited": ("dependence_limited",),
    "gnomon.learners.networks.edge_confidence": ("edge_confidence",),
    "gnomon.learners.networks.family_scores": ("FamilyScores",),
    "gnomon.learners.networks.equivalence": ("compelled_edges", "is_equivalent"),
    "gnomon.learners.ensembles.combine": ("combine", "combine_numbers"),
    "gnomon.learners.ensembles.diversity": ("diversity",),
    "gnomon.learners.ensembles.votes": ("count_votes", "sign_vote", "margins"),
    "gnomon.learners.ensembles.boosting": ("vote_of", "weight_factors", "training_bound", "chance_error"),
    "gnomon.learners.ensembles.duplication": ("with_mistakes_again",),
    "gnomon.learners.ensembles.importance": ("impurity_importance", "permutation_importance"),
    "gnomon.learners.ensembles.proximity": ("proximities",),
    "gnomon.learners.ensembles.jackknife": ("jackknife_variance",),
    "gnomon.learners.ensembles.forest_tables": ("tree_table", "vote_table", "size_table"),
    "gnomon.learners.rules.heuristics": ("heuristic",),
    "gnomon.learners.rules.subgroups": ("SubgroupFeatures",),
    "gnomon.experiments.design": ("Design",),
    "gnomon.experiments.choice": ("Choice",),
    "gnomon.experiments.halving": ("Halving",),
    "gnomon.experiments.grid": ("Range", "default_grid"),
    "gnomon.experiments.forecast": ("forecast",),
    "gnomon.experiments.power": ("power_forecast",),
    "gnomon.experiments.tune": ("tune",),
    "gnomon.experiments.run": ("run",),
    "gnomon.experiments.claim": ("write_claim", "read_claim"),
    "gnomon.experiments.verify": ("verify",),
    "gnomon.experiments.vault": ("seal", "open_vault"),
    "gnomon.experiments.vault_log": ("vault_log",),
    "gnomon.experiments.soundness": ("check_store", "mend_store"),
    "gnomon.experiments.compact": ("compact_store",),
    "gnomon.experiments.export": ("export_results",),
    "gnomon.experiments.checks.checking": ("check_methods",),
    "gnomon.experiments.checks.finding": ("MethodReport", "Finding"),
    "gnomon.experiments.results": ("Results",),
    "gnomon.explanations.explaining": ("explain",),
    "gnomon.explanations.explanation": ("Explanation",),
    "gnomon.models.save": ("save_model",),
    "gnomon.models.load": ("load_model",),
    "gnomon.models.saved": ("SavedModel",),
    "gnomon.models.onnx.export": ("export_onnx",),
    "gnomon.plotting.panels": ("Panels",),
    "gnomon.report.html": ("write_report",),
    "gnomon.report.markdown": ("write_markdown",),
    "gnomon.report.latex": ("write_latex",),
}
_FOLDERS = (
    "probability",
    "data",
    "sharing",
    "features",
    "learners",
    "assessment",
    "experiments",
    "explanations",
    "models",
    "plotting",
    "report",
)
_HOME = {name: module for module, names in _PUBLIC.items() for name in names}

__all__ = [*_HOME, "__version__"]


def __getattr__(name: str) -> Any:
    """Find a public name, a figure, a learner or transformer by its class name, or a folder, and keep it."""
    registry = importlib.import_module("gnomon.registry")
    if name in _HOME:
        value = getattr(importlib.import_module(_HOME[name]), name)
    elif name in _FOLDERS:
        value = importlib.import_module(f"gnomon.{name}")
    elif name.endswith("Display") and name in registry.displays:
        value = registry.displays[name].thing
    elif name[:1].isupper() and name in registry.learners:
        value = registry.learners[name].thing
    elif name[:1].isupper() and name in registry.transformers:
        value = registry.transformers[name].thing
    else:
        raise AttributeError(f"module 'gnomon' has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    registry = importlib.import_module("gnomon.registry")
    found = (registry.learners, registry.transformers, registry.displays)
    return sorted({*globals(), *_HOME, *_FOLDERS, *(name for each in found for name in each)})
