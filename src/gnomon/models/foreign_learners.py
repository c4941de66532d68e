"""The scikit-learn learners that a model file may contain, with the fields of their fitted state.

A class is added with all attributes that its fit sets (`fitted_fields` explains the notation), and with rules
(`foreign_rules`) for values that compiled code uses as indices.
"""

from collections.abc import Mapping

from gnomon.models import foreign_rules as rules
from gnomon.models.foreign_class import ForeignClass

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
_DUMMY = {"n_outputs_": "i", "_strategy": _X, "sparse_output_": _X}
_NAMED = {"estimators_": "E members", "named_estimators_": _X}
_STACKING = {
    **_NAMED,
    "final_estimator_": "e",
    "stack_method_": "x",
    "_n_feature_outs": _X,
    "stack_method": _X,
}

_lm, _nb, _ensemble = "sklearn.linear_model._", "sklearn.neighbors._", "sklearn.ensemble._"
_classes, _tree, _forest = rules.check_number_of_classes, rules.check_tree, rules.check_forest

LEARNERS: Mapping[str, ForeignClass] = {
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
}
