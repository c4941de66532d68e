"""The scikit-learn transformers that a model file may contain, with the fields of their fitted state.

The notation is that of `foreign_learners`.
"""

from collections.abc import Mapping

from gnomon.models import foreign_rules as rules
from gnomon.models.foreign_class import ForeignClass

_X = "x ?"
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
_VOCABULARY = dict.fromkeys(("fixed_vocabulary_", "_stop_words_id", "stop_words_"), _X)
_TEXT = {**_VOCABULARY, "vocabulary_": "x"}
_COLUMNS = "transformers_ _columns _transformer_to_input_indices _remainder output_indices_ sparse_output_"

_data = "sklearn.preprocessing._"

TRANSFORMERS: Mapping[str, ForeignClass] = {
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
