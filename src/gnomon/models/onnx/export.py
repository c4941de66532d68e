"""Export of a fitted model or pipeline to an ONNX file (`export_onnx`)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from gnomon.atomic_file import write_atomically
from gnomon.data.task import Task
from gnomon.errors import DataError, ParameterError
from gnomon.models.card_of_model import check_fitted, takes_of
from gnomon.models.onnx.features import Features
from gnomon.models.onnx.graph import ML_OPSET, OPSET, Graph, load_onnx
from gnomon.models.onnx.learners import learner_outputs
from gnomon.models.onnx.steps import encoded_features, transformed

SUFFIX = ".onnx"


def export_onnx(model: Any, path: str | Path, *, task: Task) -> Path:
    """Export a fitted model as an ONNX graph in double precision, and return the path.

    Inputs: "X" (rows, columns) if all columns of the task are quantitative; else one input per column,
    (rows, 1), by its name, numbers as double and levels as strings. Outputs: "label" with "probability" or
    "score" (multiclass SVC: "pair_score"), "prediction" of regressors, "features" of transformers.
    Predictions are equal to those of the model up to rounding, also for NaN if the model was trained with
    missing values. Unsupported models raise an error.

    >>> import tempfile, gnomon as gn
    >>> task = gn.load("iris")
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     export_onnx(gn.GaussianNB().fit(task.X, task.y), Path(folder, "iris"), task=task).name
    'iris.onnx'
    """
    onnx = load_onnx()
    check_fitted(model)
    path = Path(path) if Path(path).suffix else Path(path).with_suffix(SUFFIX)
    if path.suffix != SUFFIX:
        raise ParameterError(
            f"path={str(path)!r}: an ONNX file has the suffix {SUFFIX}; use {path.stem}{SUFFIX}"
        )
    graph = Graph()
    features, inputs = _inputs(graph, model, task)
    outputs = _outputs(graph, model, features)
    document = _document(onnx, graph, inputs, outputs, task)
    return write_atomically(path, document.SerializeToString())


def _inputs(graph: Graph, model: Any, task: Task) -> tuple[Features, list[Any]]:
    """The features in the form that the model accepts, and the declared inputs of the graph."""
    onnx = load_onnx()
    double, text = onnx.TensorProto.DOUBLE, onnx.TensorProto.STRING
    table = task.table
    if all(header.kind == "quantitative" for header in table.headers):
        inputs = [onnx.helper.make_tensor_value_info("X", double, ["rows", table.n_columns])]
        return Features.of_matrix("X", list(table.names)), inputs
    kinds = {header.name: double if header.kind == "quantitative" else text for header in table.headers}
    inputs = [onnx.helper.make_tensor_value_info(name, kind, ["rows", 1]) for name, kind in kinds.items()]
    features = Features.of_columns(table.headers)
    if takes_of(model, task) == "columns":
        return features.with_numeric_booleans(graph), inputs
    return encoded_features(graph, features, table.headers), inputs


def _outputs(graph: Graph, model: Any, features: Features) -> dict[str, str]:
    steps = getattr(model, "steps", None)
    if isinstance(steps, list):
        for _, step in steps[:-1]:
            features = transformed(graph, step, features)
        return _outputs(graph, steps[-1][1], features)
    if hasattr(model, "transform") and not hasattr(model, "predict") and not hasattr(model, "components_"):
        return {"features": transformed(graph, model, features).matrix(graph)}
    return learner_outputs(graph, model, features)


def _document(onnx: Any, graph: Graph, inputs: list[Any], outputs: dict[str, str], task: Task) -> Any:
    declared = []
    for name, tensor in outputs.items():
        graph.nodes.append(onnx.helper.make_node("Identity", [tensor], [name]))
        declared.append(onnx.helper.make_empty_tensor_value_info(name))
    onnx_graph = onnx.helper.make_graph(graph.nodes, "gnomon", inputs, declared, graph.constants)
    opsets = [
        onnx.helper.make_opsetid("", OPSET),
        onnx.helper.make_opsetid("ai.onnx.ml", ML_OPSET),
    ]
    document = onnx.helper.make_model(onnx_graph, opset_imports=opsets, ir_version=8, producer_name="gnomon")
    metadata = {"task": task.name, "kind": task.kind, "data": task.fingerprint}
    onnx.helper.set_model_props(document, metadata)
    try:
        document = onnx.shape_inference.infer_shapes(document, strict_mode=False)
        onnx.checker.check_model(document)
    except Exception as error:  # the checker has its own exceptions
        raise DataError(f"the graph is not valid ONNX: {str(error)[:300]}") from error
    return document
