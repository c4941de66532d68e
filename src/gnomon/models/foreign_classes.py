"""The scikit-learn classes that a model file may contain, with the fields of their fitted state.

A class is added with all attributes that its fit sets (`fitted_fields` explains the notation), and with rules
(`foreign_rules`) for values that compiled code uses as indices.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from gnomon.models import foreign_rules as rules
from gnomon.models.fitted_fields import Dimensions

Rule = Callable[[Any, Dimensions], None]


@dataclass(frozen=True)
class ForeignClass:
    """A class of scikit-learn: the fields of its fitted state, and further rules for their values.

    has_columns: whether it stores the number of columns that it was fitted on.
    """

    fields: Mapping[str, str] = field(default_factory=dict)
    rules: tuple[Rule, ...] = ()
    has_columns: bool = True


_X = "x ?"
_LINEAR = {"coef_": "f columns | f targets columns", "intercept_": "f | f targets", "n_iter_": _X}
_PLANES = {
    "classes_": "l classes",
    "coef_": "f planes columns",
    "intercept_": "f planes | f",
    "n_iter_": _X,
}
_SGD_NAMES = "loss learning_rate epsilon power_t average penalty alpha l1_ratio eta0 C t_ loss_function_"
_SGD = {
    **dict.fromkeys(_SGD_NAMES.split(), _X),
    **dict.fromkeys(("_expanded_class_weight", "_loss_function_", "shuffle"), _X),
    **dict.fromkeys(("_standard_coef", "_average_coef"), "f columns | f planes columns | none ?"),
    **dict.fromkeys(("_standard_intercept", "_average_intercept"), "f * | none ?"),
}
_SGD_REGRESSOR = {**_SGD, "coef_": "f columns", "intercept_": "f 1", "n_iter_": _X}
_PATHS = dict.fromkeys(("mse_path_", "alpha_", "alphas_", "dual_gap_", "l1_ratio_", "l1_ratio"), _X)
_BAYES = dict.fromkeys(("X_offset_", "X_scale_", "scores_", "alpha_", "sigma_", "lambda_"), _X)
_LARS = dict.fromkeys(("alphas_", "active_", "coef_path_", "alpha_", "cv_alphas_", "mse_path_", "method"), _X)
_GLM = {"coef_": "f columns", "intercept_": "f", "n_iter_": _X, "_base_loss": "x"}
_RIDGE = dict.fromkeys(("solver_", "alpha_", "best_score_", "cv_results_", "cv_values_"), _X)
_RIDGE_CLASSIFIER = {
    **dict.fromkeys(("gcv_mode", "alpha_per_target", *_RIDGE), _X),
    "_label_binarizer": "e",
    "coef_": "f planes columns",
    "intercept_": "f planes | f",
    "n_iter_": _X,
    "classes_": "l classes ?",
}
_COUNTS = {
    "classes_": "l classes",
    "class_count_": "f classes",
    "feature_count_": "f classes columns",
    "feature_log_prob_": "F classes columns",
    "class_log_prior_": "F classes",
}
_NEIGHBORS = {
    **dict.fromkeys(("radius", "n_neighbors"), _X),
    "_fit_X": "f rows columns",
    "_fit_method": "x",
    "_tree": "none",
    "n_samples_fit_": "x",
    "effective_metric_": "x",
    "effective_metric_params_": "x",
}
_NEIGHBOR_CLASSES = {**_NEIGHBORS, "classes_": "l classes", "_y": "i rows", "outputs_2d_": "b"}
_NEIGHBOR_VALUES = {**_NEIGHBORS, "_y": "f rows | i rows | f rows targets | i rows targets"}
_TREE = {"n_outputs_": "i", "max_features_": _X, "tree_": "x", "class_weight": _X}
_TREE_CLASSES = {**_TREE, "classes_": "l classes", "n_classes_": "i"}
_ENSEMBLE = {
    **dict.fromkeys(("estimator", "estimator_params", "estimator_", "_n_samples", "_sample_weight"), _X),
    **dict.fromkeys(("_n_samples_bootstrap", "class_weight", "oob_score_", "bootstrap_features"), _X),
    **dict.fromkeys(("oob_decision_function_", "oob_prediction_", "oob_score", "_seeds"), _X),
    **dict.fromkeys(("_max_samples", "_max_features", "max_samples_"), _X),
    "estimators_": "E members",
}
_FOREST = {**_ENSEMBLE, "n_outputs_": "i"}
_FOREST_CLASSES = {**_FOREST, "classes_": "l classes", "n_classes_": "i"}
_BAGGING = {**_ENSEMBLE, "estimators_features_": "Li members *"}
_ADABOOST = {**_ENSEMBLE, "estimator_weights_": "f *", "estimator_errors_": _X}
_GRADIENT = {
    **dict.fromkeys(("alpha", "max_features_", "train_score_", "oob_improvement_", "oob_scores_"), _X),
    **dict.fromkeys(("oob_score_", "_rng", "n_estimators_"), _X),
    "n_trees_per_iteration_": "i",
    "estimators_": "x",
    "init_": "x",
    "_loss": "x",
}
_MLP_NAMES = "_random_state n_iter_ t_ _best_coefs _best_intercepts loss_curve_ _no_improvement_count loss_"
_MLP_MORE = (
    "best_loss_ validation_scores_ best_validation_score_ _optimizer loss _coef_grads _intercept_grads"
)
_MLP = {
    **dict.fromkeys((*_MLP_NAMES.split(), *_MLP_MORE.split()), _X),
    "n_outputs_": "i",
    "n_layers_": "i",
    "out_activation_": "x",
    "coefs_": "Lf layers * *",
    "intercepts_": "Lf layers *",
}
_KMEANS_NAMES = "_tol _n_init _algorithm labels_ inertia_ n_iter_ _batch_size _init_size _counts _ewa_inertia"
_KMEANS_MORE = (
    "_ewa_inertia_min _no_improvement _n_since_last_reassign n_steps_ random_state_ reassignment_ratio"
)
_KMEANS = {
    **dict.fromkeys((*_KMEANS_NAMES.split(), *_KMEANS_MORE.split()), _X),
    "_n_threads": "i",
    "cluster_centers_": "f clusters columns",
    "_n_features_out": "i",
}
_MIXTURE = {
    **dict.fromkeys(("converged_", "n_iter_", "lower_bound_", "lower_bounds_", "precisions_"), _X),
    "weights_": "f components",
    "means_": "f components columns",
    "covariances_": _X,
    "precisions_cholesky_": (
        "f components columns columns | f columns columns | f components columns | f components"
    ),
}
_MIXTURE_PRIORS = {
    **dict.fromkeys(("weight_concentration_prior_", "mean_precision_prior_", "mean_prior_"), _X),
    **dict.fromkeys(("degrees_of_freedom_prior_", "covariance_prior_"), _X),
    "weight_concentration_": "Lf * components | f components",
    "mean_precision_": "f components",
    "degrees_of_freedom_": "f components",
}
_COMPONENTS = {
    **dict.fromkeys(("explained_variance_ratio_", "singular_values_", "n_samples_", "n_samples_seen_"), _X),
    **dict.fromkeys(("_fit_svd_solver", "n_iter_", "loglike_", "batch_size_", "var_", "n_components_"), _X),
    **dict.fromkeys(("reconstruction_err_", "_n_components", "_beta_loss", "n_components"), _X),
    "components_": "f components columns",
    "mean_": "f columns ?",
    "explained_variance_": "f components ?",
    "noise_variance_": "f | f columns ?",
}
_ENCODER = {
    "_infrequent_enabled": "b",
    "categories_": "x",
    **dict.fromkeys(("_missing_indices", "_drop_idx_after_grouping", "drop_idx_", "_n_features_outs"), _X),
}
_TARGET_ENCODER = {
    "_infrequent_enabled": "b",
    "categories_": "x",
    "target_type_": "x",
    "classes_": "l classes ?",
    "target_mean_": "f | f classes",
    "encodings_": "Lf * *",
}
_DUMMY = {"n_outputs_": "i", "_strategy": _X, "sparse_output_": _X}
_VOCABULARY = dict.fromkeys(("fixed_vocabulary_", "_stop_words_id", "stop_words_"), _X)
_TEXT = {**_VOCABULARY, "vocabulary_": "x"}
_NAMED = {"estimators_": "E members", "named_estimators_": _X}
_STACKING = {
    **_NAMED,
    "final_estimator_": "e",
    "stack_method_": "x",
    "_n_feature_outs": _X,
    "stack_method": _X,
}
_COLUMNS = "transformers_ _columns _transformer_to_input_indices _remainder output_indices_ sparse_output_"

_lm, _nb = "sklearn.linear_model._", "sklearn.neighbors._"
_data, _ensemble = "sklearn.preprocessing._", "sklearn.ensemble._"

_classes = rules.check_number_of_classes
_tree, _forest = rules.check_tree, rules.check_forest

CLASSES: Mapping[str, ForeignClass] = {
    f"{_lm}base.LinearRegression": ForeignClass({**_LINEAR, "rank_": _X, "singular_": _X}),
    f"{_lm}bayes.ARDRegression": ForeignClass({**_LINEAR, **_BAYES}),
    f"{_lm}bayes.BayesianRidge": ForeignClass({**_LINEAR, **_BAYES, "sigma_": "f columns columns"}),
    f"{_lm}coordinate_descent.ElasticNet": ForeignClass({**_LINEAR, **_PATHS}),
    f"{_lm}coordinate_descent.ElasticNetCV": ForeignClass({**_LINEAR, **_PATHS}),
    f"{_lm}coordinate_descent.Lasso": ForeignClass({**_LINEAR, **_PATHS}),
    f"{_lm}coordinate_descent.LassoCV": ForeignClass({**_LINEAR, **_PATHS}),
    f"{_lm}glm.glm.GammaRegressor": ForeignClass(_GLM),
    f"{_lm}glm.glm.PoissonRegressor": ForeignClass(_GLM),
    f"{_lm}glm.glm.TweedieRegressor": ForeignClass(_GLM),
    f"{_lm}huber.HuberRegressor": ForeignClass({**_LINEAR, "scale_": _X, "outliers_": _X}),
    f"{_lm}least_angle.Lars": ForeignClass({**_LINEAR, **_LARS}),
    f"{_lm}least_angle.LassoLars": ForeignClass({**_LINEAR, **_LARS}),
    f"{_lm}logistic.LogisticRegression": ForeignClass(_PLANES, (_classes,)),
    f"{_lm}logistic.LogisticRegressionCV": ForeignClass(
        {
            **_PLANES,
            **dict.fromkeys(("Cs_", "scores_", "coefs_paths_", "C_", "l1_ratio_", "l1_ratios_"), _X),
        },
        (_classes,),
    ),
    f"{_lm}omp.OrthogonalMatchingPursuit": ForeignClass({**_LINEAR, "n_nonzero_coefs_": _X}),
    f"{_lm}perceptron.Perceptron": ForeignClass({**_PLANES, **_SGD}, (_classes,)),
    f"{_lm}quantile.QuantileRegressor": ForeignClass(_LINEAR),
    f"{_lm}ridge.Ridge": ForeignClass({**_LINEAR, **_RIDGE}),
    f"{_lm}ridge.RidgeCV": ForeignClass({**_LINEAR, **_RIDGE}),
    f"{_lm}ridge.RidgeClassifier": ForeignClass(_RIDGE_CLASSIFIER),
    f"{_lm}ridge.RidgeClassifierCV": ForeignClass(_RIDGE_CLASSIFIER),
    f"{_lm}stochastic_gradient.SGDClassifier": ForeignClass({**_PLANES, **_SGD}, (_classes,)),
    f"{_lm}stochastic_gradient.SGDRegressor": ForeignClass(_SGD_REGRESSOR),
    "sklearn.svm._classes.LinearSVC": ForeignClass(_PLANES, (_classes,)),
    "sklearn.svm._classes.LinearSVR": ForeignClass(
        {"coef_": "f columns", "intercept_": "f 1 | f", "n_iter_": _X}
    ),
    "sklearn.discriminant_analysis.LinearDiscriminantAnalysis": ForeignClass(
        {
            "classes_": "l classes",
            "coef_": "f planes columns",
            "intercept_": "f planes",
            "xbar_": "f columns ?",
            "scalings_": "f columns * ?",
            "_max_components": "i ?",
            **dict.fromkeys(("priors_", "means_", "covariance_", "explained_variance_ratio_"), _X),
            "_n_features_out": _X,
        },
        (_classes,),
    ),
    "sklearn.discriminant_analysis.QuadraticDiscriminantAnalysis": ForeignClass(
        {
            "classes_": "l classes",
            "priors_": "f classes",
            "means_": "f classes columns",
            "scalings_": "Lf classes *",
            "rotations_": "Lf classes columns *",
            "covariance_": _X,
        }
    ),
    "sklearn.naive_bayes.GaussianNB": ForeignClass(
        {
            "classes_": "l classes",
            "theta_": "f classes columns",
            "var_": "f classes columns",
            "class_count_": "f classes",
            "class_prior_": "f classes",
            "epsilon_": "f",
        }
    ),
    "sklearn.naive_bayes.BernoulliNB": ForeignClass(_COUNTS),
    "sklearn.naive_bayes.MultinomialNB": ForeignClass(_COUNTS),
    "sklearn.naive_bayes.ComplementNB": ForeignClass({**_COUNTS, "feature_all_": "f columns"}),
    "sklearn.naive_bayes.CategoricalNB": ForeignClass(
        {
            "classes_": "l classes",
            "class_count_": "f classes",
            "n_categories_": "i columns",
            "category_count_": "Lf columns classes *",
            "feature_log_prob_": "LF columns classes *",
            "class_log_prior_": "F classes",
        }
    ),
    f"{_nb}classification.KNeighborsClassifier": ForeignClass(_NEIGHBOR_CLASSES, (rules.check_neighbors,)),
    f"{_nb}classification.RadiusNeighborsClassifier": ForeignClass(
        {**_NEIGHBOR_CLASSES, "outlier_label_": "x"}, (rules.check_neighbors,)
    ),
    f"{_nb}regression.KNeighborsRegressor": ForeignClass(_NEIGHBOR_VALUES, (rules.check_neighbors,)),
    f"{_nb}regression.RadiusNeighborsRegressor": ForeignClass(_NEIGHBOR_VALUES, (rules.check_neighbors,)),
    f"{_nb}nearest_centroid.NearestCentroid": ForeignClass(
        {
            "classes_": "l classes",
            "centroids_": "f classes columns",
            "class_prior_": "f classes ?",
            "within_class_std_dev_": "f columns ?",
            "deviations_": "f classes columns ?",
            "true_classes_": _X,
        }
    ),
    "sklearn.tree._classes.DecisionTreeClassifier": ForeignClass(_TREE_CLASSES, (_tree,)),
    "sklearn.tree._classes.DecisionTreeRegressor": ForeignClass(_TREE, (_tree,)),
    "sklearn.tree._classes.ExtraTreeClassifier": ForeignClass(_TREE_CLASSES, (_tree,)),
    "sklearn.tree._classes.ExtraTreeRegressor": ForeignClass(_TREE, (_tree,)),
    f"{_ensemble}forest.ExtraTreesClassifier": ForeignClass(_FOREST_CLASSES, (_forest,)),
    f"{_ensemble}forest.ExtraTreesRegressor": ForeignClass(_FOREST, (_forest,)),
    f"{_ensemble}forest.RandomForestClassifier": ForeignClass(_FOREST_CLASSES, (_forest,)),
    f"{_ensemble}forest.RandomForestRegressor": ForeignClass(_FOREST, (_forest,)),
    f"{_ensemble}bagging.BaggingClassifier": ForeignClass(
        {**_BAGGING, "classes_": "l classes", "n_classes_": "i"}, (rules.check_bagging,)
    ),
    f"{_ensemble}bagging.BaggingRegressor": ForeignClass(_BAGGING, (rules.check_bagging,)),
    f"{_ensemble}weight_boosting.AdaBoostClassifier": ForeignClass(
        {**_ADABOOST, "classes_": "l classes", "n_classes_": "i", "_label_encoder": _X}
    ),
    f"{_ensemble}weight_boosting.AdaBoostRegressor": ForeignClass(_ADABOOST),
    f"{_ensemble}gb.GradientBoostingClassifier": ForeignClass(
        {**_GRADIENT, "classes_": "l classes", "n_classes_": "i"}, (rules.check_gradient_boosting,)
    ),
    f"{_ensemble}gb.GradientBoostingRegressor": ForeignClass(_GRADIENT, (rules.check_gradient_boosting,)),
    f"{_ensemble}iforest.IsolationForest": ForeignClass(
        {
            **_BAGGING,
            "_average_path_length_per_tree": "Lf members *",
            "_decision_path_lengths": "Li members *",
            "offset_": "f",
        },
        (rules.check_bagging, rules.check_path_lengths),
    ),
    f"{_ensemble}voting.VotingClassifier": ForeignClass(
        {**_NAMED, "le_": "e", "classes_": "l classes"}, has_columns=False
    ),
    f"{_ensemble}voting.VotingRegressor": ForeignClass(_NAMED, has_columns=False),
    f"{_ensemble}stacking.StackingClassifier": ForeignClass(
        {**_STACKING, "_label_encoder": "x", "classes_": "l classes"}, has_columns=False
    ),
    f"{_ensemble}stacking.StackingRegressor": ForeignClass(_STACKING, has_columns=False),
    "sklearn.multiclass.OneVsRestClassifier": ForeignClass(
        {"label_binarizer_": "e", "estimators_": "E *", "classes_": _X, "n_classes_": _X}, has_columns=False
    ),
    "sklearn.calibration.CalibratedClassifierCV": ForeignClass(
        {"calibrated_classifiers_": "x", "classes_": "l classes"}, has_columns=False
    ),
    "sklearn.model_selection._classification_threshold.FixedThresholdClassifier": ForeignClass(
        {"estimator_": "e"}, has_columns=False
    ),
    "sklearn.compose._target.TransformedTargetRegressor": ForeignClass(
        {"regressor_": "e", "transformer_": "e", "_training_dim": "i"}, has_columns=False
    ),
    "sklearn.neural_network._multilayer_perceptron.MLPClassifier": ForeignClass(
        {**_MLP, "classes_": "l classes", "_label_binarizer": "e"}, (rules.check_layers,)
    ),
    "sklearn.neural_network._multilayer_perceptron.MLPRegressor": ForeignClass(_MLP, (rules.check_layers,)),
    "sklearn.cluster._kmeans.KMeans": ForeignClass(_KMEANS, (rules.check_clusters,)),
    "sklearn.cluster._kmeans.MiniBatchKMeans": ForeignClass(_KMEANS, (rules.check_clusters,)),
    "sklearn.mixture._gaussian_mixture.GaussianMixture": ForeignClass(_MIXTURE, (rules.check_precisions,)),
    "sklearn.mixture._bayesian_mixture.BayesianGaussianMixture": ForeignClass(
        {**_MIXTURE, **_MIXTURE_PRIORS}, (rules.check_precisions,)
    ),
    "sklearn.decomposition._factor_analysis.FactorAnalysis": ForeignClass(_COMPONENTS),
    "sklearn.decomposition._incremental_pca.IncrementalPCA": ForeignClass(_COMPONENTS),
    "sklearn.decomposition._nmf.NMF": ForeignClass(_COMPONENTS),
    "sklearn.decomposition._pca.PCA": ForeignClass(_COMPONENTS),
    "sklearn.decomposition._truncated_svd.TruncatedSVD": ForeignClass(_COMPONENTS),
    "sklearn.kernel_approximation.Nystroem": ForeignClass(
        {
            "components_": "f components columns",
            "normalization_": "f components components",
            "component_indices_": _X,
            "_n_features_out": "i",
        }
    ),
    "sklearn.kernel_approximation.RBFSampler": ForeignClass(
        {
            "random_weights_": "f columns components",
            "random_offset_": "f components",
            "_gamma": _X,
            "_n_features_out": "i",
        }
    ),
    "sklearn.kernel_ridge.KernelRidge": ForeignClass(
        {"dual_coef_": "f rows | f rows targets", "X_fit_": "f rows columns"}
    ),
    "sklearn.dummy.DummyClassifier": ForeignClass(
        {**_DUMMY, "classes_": "l classes", "n_classes_": "i", "class_prior_": "f classes"},
        (rules.check_one_output, _classes),
    ),
    "sklearn.dummy.DummyRegressor": ForeignClass(
        {**_DUMMY, "constant_": "f 1 targets"}, (rules.check_one_output,)
    ),
    f"{_data}data.Binarizer": ForeignClass(),
    f"{_data}data.MaxAbsScaler": ForeignClass(
        {"n_samples_seen_": _X, "max_abs_": "F columns", "scale_": "F columns"}
    ),
    f"{_data}data.MinMaxScaler": ForeignClass(
        {
            "n_samples_seen_": _X,
            "scale_": "F columns",
            "min_": "F columns",
            **dict.fromkeys(("data_min_", "data_max_", "data_range_"), "F columns"),
        }
    ),
    f"{_data}data.Normalizer": ForeignClass(),
    f"{_data}data.PowerTransformer": ForeignClass({"lambdas_": "F columns", "_scaler": "e ?"}),
    f"{_data}data.QuantileTransformer": ForeignClass(
        {"n_quantiles_": "i", "references_": "f quantiles", "quantiles_": "F quantiles columns"}
    ),
    f"{_data}data.RobustScaler": ForeignClass({"center_": "F columns | none", "scale_": "F columns | none"}),
    f"{_data}data.StandardScaler": ForeignClass(
        {
            "n_samples_seen_": _X,
            "mean_": "F columns | none",
            "var_": "F columns | none",
            "scale_": "F columns | none",
        }
    ),
    f"{_data}discretization.KBinsDiscretizer": ForeignClass(
        {"bin_edges_": "Lf columns *", "n_bins_": "i columns", "_encoder": "e ?"}, (rules.check_bins,)
    ),
    f"{_data}encoders.OneHotEncoder": ForeignClass(_ENCODER, (rules.check_categories, rules.check_one_hot)),
    f"{_data}encoders.OrdinalEncoder": ForeignClass(_ENCODER, (rules.check_categories,)),
    f"{_data}target_encoder.TargetEncoder": ForeignClass(
        _TARGET_ENCODER, (rules.check_categories, rules.check_encodings)
    ),
    f"{_data}function_transformer.FunctionTransformer": ForeignClass({}, (rules.check_function,)),
    f"{_data}label.LabelBinarizer": ForeignClass(
        {"classes_": "l classes", "y_type_": "x", "sparse_input_": "b"}, has_columns=False
    ),
    f"{_data}label.LabelEncoder": ForeignClass({"classes_": "l classes"}, has_columns=False),
    f"{_data}polynomial.PolynomialFeatures": ForeignClass(
        {"_min_degree": "i", "_max_degree": "i", "n_output_features_": "i", "_n_out_full": "i"},
        (rules.check_polynomial,),
    ),
    "sklearn.impute._base.MissingIndicator": ForeignClass(
        {"_precomputed": "b", "_n_features": "i", "features_": "i *"}, (rules.check_selected,)
    ),
    "sklearn.impute._base.SimpleImputer": ForeignClass(
        {
            "_fit_dtype": _X,
            "_fill_dtype": _X,
            "indicator_": "e | none",
            "statistics_": "F columns | l columns | i columns",
        }
    ),
    "sklearn.impute._knn.KNNImputer": ForeignClass(
        {
            "_fit_X": "F rows columns",
            "_mask_fit_X": "b rows columns",
            "_valid_mask": "b columns",
            "indicator_": "e | none",
        }
    ),
    "sklearn.feature_selection._from_model.SelectFromModel": ForeignClass(
        {"estimator_": "e", "threshold_": _X, "max_features_": _X}, has_columns=False
    ),
    "sklearn.feature_selection._rfe.RFE": ForeignClass(
        {"estimator_": "e", "n_features_": "i", "support_": "b columns", "ranking_": "i columns"}
    ),
    "sklearn.feature_selection._variance_threshold.VarianceThreshold": ForeignClass(
        {"variances_": "F columns"}
    ),
    "sklearn.feature_extraction.text.CountVectorizer": ForeignClass(
        _TEXT, (rules.check_vocabulary,), has_columns=False
    ),
    "sklearn.feature_extraction.text.TfidfTransformer": ForeignClass({"idf_": "f columns ?"}),
    "sklearn.feature_extraction.text.TfidfVectorizer": ForeignClass(
        {**_TEXT, "_tfidf": "e"}, (rules.check_vocabulary,), has_columns=False
    ),
    "sklearn.pipeline.FeatureUnion": ForeignClass(has_columns=False),
    "sklearn.pipeline.Pipeline": ForeignClass(has_columns=False),
    "sklearn.compose._column_transformer.ColumnTransformer": ForeignClass(
        {**dict.fromkeys(_COLUMNS.split(), "x"), "_name_to_fitted_passthrough": _X, "_n_features": _X}
    ),
}
