"""`export_onnx`: a fitted model, with the steps before it, as a file that ONNX runtimes read."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from gnomon.data.task import Task
from gnomon.errors import DataError, ParameterError, StoreError
from gnomon.models.card_of_model import check_fitted, takes_of
from gnomon.models.onnx.answers import answers_of
from gnomon.models.onnx.features import Features
from gnomon.models.onnx.graph import OPSET, OPSET_OF_LEARNING, Graph, load_onnx
from gnomon.models.onnx.steps import numbers_of, passed

SUFFIX = ".onnx"


def export_onnx(model: Any, path: str | Path, *, task: Task) -> Path:
    """Write a fitted model as an ONNX graph in double precision, and return the path.

    Inputs: "X" (rows, columns) if all columns of the task are numbers; else one input a column, (rows, 1), by
    its name, numbers as double and levels as text. Outputs: "label" with "probability" or "score" (SVC of
    more than two classes: "pair_score"), "prediction" of numbers, "features" of transformers. Answers are
    those of the model to rounding; NaN is answered alike where the model was trained with gaps. What
    has no form in ONNX is refused by name.

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
            f"path={str(path)!r}: an ONNX file ends in {SUFFIX}; call it {path.stem}{SUFFIX}"
        )
    graph = Graph()
    features, inputs = _inputs(graph, model, task)
    answers = _written(graph, model, features)
    document = _document(onnx, graph, inputs, answers, task)
    try:
        path.write_bytes(document.SerializeToString())
    except OSError as error:
        raise StoreError(f"{path} cannot be written: {error.strerror}; give another path") from error
    return path


def _inputs(graph: Graph, model: Any, task: Task) -> tuple[Features, list[Any]]:
    """The features as the model takes them, and the declared inputs of the graph."""
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
        return features.with_truth(graph), inputs
    return numbers_of(graph, features, table.headers), inputs


def _written(graph: Graph, model: Any, features: Features) -> dict[str, str]:
    steps = getattr(model, "steps", None)
    if isinstance(steps, list):
        for _, step in steps[:-1]:
            features = passed(graph, step, features)
        return _written(graph, steps[-1][1], features)
    if hasattr(model, "transform") and not hasattr(model, "predict") and not hasattr(model, "components_"):
        return {"features": passed(graph, model, features).matrix(graph)}
    return answers_of(graph, model, features)


def _document(onnx: Any, graph: Graph, inputs: list[Any], answers: dict[str, str], task: Task) -> Any:
    outputs = []
    for name, tensor in answers.items():
        graph.nodes.append(onnx.helper.make_node("Identity", [tensor], [name]))
        outputs.append(onnx.helper.make_empty_tensor_value_info(name))
    made = onnx.helper.make_graph(graph.nodes, "gnomon", inputs, outputs, graph.constants)
    opsets = [
        onnx.helper.make_opsetid("", OPSET),
        onnx.helper.make_opsetid("ai.onnx.ml", OPSET_OF_LEARNING),
    ]
    document = onnx.helper.make_model(made, opset_imports=opsets, ir_version=8, producer_name="gnomon")
    facts = {"task": task.name, "kind": task.kind, "data": task.fingerprint}
    onnx.helper.set_model_props(document, facts)
    try:
        document = onnx.shape_inference.infer_shapes(document, strict_mode=False)
        onnx.checker.check_model(document)
    except Exception as error:  # the checker has errors of its own
        raise DataError(f"the graph is not valid ONNX: {str(error)[:300]}") from error
    return document
