"""A fitted estimator of every scikit-learn class that a model file may contain, with variants."""

import functools
import warnings

import numpy as np
from sklearn import (
    calibration,
    cluster,
    compose,
    decomposition,
    discriminant_analysis,
    dummy,
    ensemble,
    feature_extraction,
    feature_selection,
    impute,
    kernel_approximation,
    kernel_ridge,
    linear_model,
    mixture,
    model_selection,
    multiclass,
    naive_bayes,
    neighbors,
    neural_network,
    pipeline,
    preprocessing,
    svm,
    tree,
)

import gnomon as gn
from tests.models.registered import small_task

TEXTS = ["a bird sang", "the bird flew", "two birds", "a cat slept", "no cat", "the cat and the bird"] * 5


def numeric():
    """Estimators of numbers by name: a plain one of each class, and variants by what follows a space."""
    logistic, ridge, stump = (
        linear_model.LogisticRegression(),
        linear_model.Ridge(),
        tree.DecisionTreeClassifier(max_depth=2),
    )
    few = {"n_estimators": 3, "random_state": 0}
    return {
        **{name: getattr(linear_model, name)() for name in LINEAR},
        "SGDClassifier averaged": linear_model.SGDClassifier(average=True),
        "LogisticRegression two classes": linear_model.LogisticRegression(C=2),
        **{name: getattr(naive_bayes, name)() for name in BAYES},
        "LinearSVC": svm.LinearSVC(),
        "LinearSVR": svm.LinearSVR(),
        "LinearDiscriminantAnalysis": discriminant_analysis.LinearDiscriminantAnalysis(),
        "LinearDiscriminantAnalysis lsqr": discriminant_analysis.LinearDiscriminantAnalysis(solver="lsqr"),
        "QuadraticDiscriminantAnalysis": discriminant_analysis.QuadraticDiscriminantAnalysis(reg_param=0.1),
        "KNeighborsClassifier": neighbors.KNeighborsClassifier(3, algorithm="brute"),
        "KNeighborsClassifier manhattan": neighbors.KNeighborsClassifier(
            3, algorithm="brute", metric="manhattan"
        ),
        "KNeighborsClassifier distance": neighbors.KNeighborsClassifier(
            3, algorithm="brute", weights="distance"
        ),
        "KNeighborsRegressor": neighbors.KNeighborsRegressor(3, algorithm="brute"),
        "RadiusNeighborsClassifier": neighbors.RadiusNeighborsClassifier(9.0, algorithm="brute"),
        "RadiusNeighborsClassifier manhattan": neighbors.RadiusNeighborsClassifier(
            9.0, algorithm="brute", metric="manhattan", outlier_label="setosa"
        ),
        "RadiusNeighborsRegressor": neighbors.RadiusNeighborsRegressor(9.0, algorithm="brute"),
        "NearestCentroid": neighbors.NearestCentroid(),
        "DecisionTreeClassifier": tree.DecisionTreeClassifier(max_depth=3),
        "DecisionTreeRegressor": tree.DecisionTreeRegressor(max_depth=3),
        "ExtraTreeClassifier": tree.ExtraTreeClassifier(max_depth=3, random_state=0),
        "ExtraTreeRegressor": tree.ExtraTreeRegressor(max_depth=3, random_state=0),
        **{name: getattr(ensemble, name)(max_depth=2, **few) for name in TREES},
        "GradientBoostingClassifier zero": ensemble.GradientBoostingClassifier(
            init="zero", max_depth=2, **few
        ),
        "GradientBoostingClassifier two classes": ensemble.GradientBoostingClassifier(max_depth=2, **few),
        "BaggingClassifier": ensemble.BaggingClassifier(stump, max_features=2, **few),
        "BaggingRegressor": ensemble.BaggingRegressor(ridge, max_features=2, **few),
        "AdaBoostClassifier": ensemble.AdaBoostClassifier(stump, **few),
        "AdaBoostRegressor": ensemble.AdaBoostRegressor(**few),
        "IsolationForest": ensemble.IsolationForest(**few),
        "VotingClassifier": ensemble.VotingClassifier([("a", logistic), ("b", stump)], voting="soft"),
        "VotingRegressor": ensemble.VotingRegressor(
            [("a", ridge), ("b", tree.DecisionTreeRegressor(max_depth=2))]
        ),
        "StackingClassifier": ensemble.StackingClassifier([("a", stump)], logistic, cv=2),
        "StackingRegressor": ensemble.StackingRegressor(
            [("a", tree.DecisionTreeRegressor(max_depth=2))], ridge, cv=2
        ),
        "OneVsRestClassifier": multiclass.OneVsRestClassifier(stump),
        "CalibratedClassifierCV": calibration.CalibratedClassifierCV(stump, cv=2),
        "FixedThresholdClassifier two classes": model_selection.FixedThresholdClassifier(logistic),
        "TransformedTargetRegressor": compose.TransformedTargetRegressor(
            ridge, transformer=preprocessing.StandardScaler()
        ),
        "MLPClassifier": neural_network.MLPClassifier(hidden_layer_sizes=(4, 3), max_iter=5, random_state=0),
        "MLPRegressor": neural_network.MLPRegressor(hidden_layer_sizes=(4,), max_iter=5, random_state=0),
        "KMeans": cluster.KMeans(3, random_state=0),
        "MiniBatchKMeans": cluster.MiniBatchKMeans(3, random_state=0),
        "GaussianMixture": mixture.GaussianMixture(2, random_state=0),
        "GaussianMixture tied": mixture.GaussianMixture(2, covariance_type="tied", random_state=0),
        "BayesianGaussianMixture": mixture.BayesianGaussianMixture(n_components=2, random_state=0),
        **{name: getattr(decomposition, name)(2) for name in COMPONENTS},
        "KernelRidge": kernel_ridge.KernelRidge(kernel="rbf"),
        "Nystroem": kernel_approximation.Nystroem(n_components=5, random_state=0),
        "RBFSampler": kernel_approximation.RBFSampler(n_components=5, random_state=0),
        "DummyClassifier": dummy.DummyClassifier(),
        "DummyRegressor": dummy.DummyRegressor(),
        **{name: getattr(preprocessing, name)() for name in SCALERS},
        "QuantileTransformer": preprocessing.QuantileTransformer(n_quantiles=10),
        "FunctionTransformer": preprocessing.FunctionTransformer(np.log1p),
        "KBinsDiscretizer": preprocessing.KBinsDiscretizer(3, quantile_method="averaged_inverted_cdf"),
        "OneHotEncoder": preprocessing.OneHotEncoder(handle_unknown="ignore"),
        "OneHotEncoder first": preprocessing.OneHotEncoder(drop="first"),
        "MissingIndicator": impute.MissingIndicator(features="all"),
        "SimpleImputer": impute.SimpleImputer(add_indicator=True),
        "KNNImputer": impute.KNNImputer(n_neighbors=2),
        "SelectFromModel": feature_selection.SelectFromModel(logistic),
        "RFE": feature_selection.RFE(logistic, n_features_to_select=2),
        "VarianceThreshold": feature_selection.VarianceThreshold(),
        "TfidfTransformer": feature_extraction.text.TfidfTransformer(),
        "Pipeline": pipeline.make_pipeline(preprocessing.StandardScaler(), logistic),
        "FeatureUnion": pipeline.make_union(preprocessing.StandardScaler(), preprocessing.MinMaxScaler()),
        "ColumnTransformer": compose.make_column_transformer(
            (preprocessing.StandardScaler(), [0, 1]), remainder="passthrough"
        ),
        "LabelEncoder": preprocessing.LabelEncoder(),
        "LabelBinarizer": preprocessing.LabelBinarizer(),
    }


LINEAR = (
    *(
        "ARDRegression",
        "BayesianRidge",
        "ElasticNet",
        "ElasticNetCV",
        "GammaRegressor",
        "HuberRegressor",
        "Lars",
    ),
    *("Lasso", "LassoCV", "LassoLars", "LinearRegression", "LogisticRegression", "LogisticRegressionCV"),
    *("OrthogonalMatchingPursuit", "Perceptron"),
    *("PoissonRegressor", "QuantileRegressor", "Ridge", "RidgeCV", "RidgeClassifier", "RidgeClassifierCV"),
    *("SGDClassifier", "SGDRegressor", "TweedieRegressor"),
)
BAYES = ("BernoulliNB", "CategoricalNB", "ComplementNB", "GaussianNB", "MultinomialNB")
TREES = (
    *("ExtraTreesClassifier", "ExtraTreesRegressor", "RandomForestClassifier", "RandomForestRegressor"),
    *("GradientBoostingClassifier", "GradientBoostingRegressor"),
)
COMPONENTS = ("FactorAnalysis", "IncrementalPCA", "NMF", "PCA", "TruncatedSVD")
SCALERS = (
    *("Binarizer", "MaxAbsScaler", "MinMaxScaler", "Normalizer", "OrdinalEncoder", "PolynomialFeatures"),
    *("PowerTransformer", "RobustScaler", "StandardScaler", "TargetEncoder"),
)
VECTORIZERS = ("CountVectorizer", "TfidfVectorizer")
NAMES = (*numeric(), *VECTORIZERS)


@functools.cache
def fitted_foreign(name):
    """The estimator of this name, fitted, with the task of its card and the data to predict."""
    if name in VECTORIZERS:
        task = gn.Task(gn.Table.of({"text": TEXTS}), np.arange(len(TEXTS)) % 2, name="texts")
        return getattr(feature_extraction.text, name)().fit(TEXTS), task, TEXTS
    estimator = numeric()[name]
    target = "regression" if hasattr(estimator, "predict") and _regresses(estimator) else "classes"
    task = small_task("codes" if "two classes" in name else target, positive=True)
    X = np.array(task.X)
    if name.startswith(("SimpleImputer", "MissingIndicator", "KNNImputer")):
        X[::7, 0] = np.nan
    if name.startswith("CategoricalNB"):
        X = np.floor(X)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        if name.startswith("Label"):
            return estimator.fit(task.y), task, task.y
        return estimator.fit(X, task.y), task, X


def _regresses(estimator):
    from sklearn.base import is_regressor

    return is_regressor(estimator)
