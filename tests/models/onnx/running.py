"""ONNX graphs run by onnxruntime, to be compared with the models that they were made of."""

import numpy as np
import onnxruntime

from gnomon.models.onnx import export_onnx

onnxruntime.set_default_logger_severity(3)


def run(model, task, rows, folder):
    """The outputs by name of an exported model, for the rows of a Table."""
    path = export_onnx(model, folder / "model.onnx", task=task)
    session = onnxruntime.InferenceSession(path.read_bytes(), providers=["CPUExecutionProvider"])
    if [each.name for each in session.get_inputs()] == ["X"]:
        feed = {"X": rows.numbers}
    else:
        feed = {name: column(rows.column(name)) for name in rows.names}
    outputs = [each.name for each in session.get_outputs()]
    return dict(zip(outputs, session.run(outputs, feed), strict=True))


def column(values):
    """One column as an input: numbers, or words with an empty one where a value is missing."""
    if values.kind == "quantitative":
        return values.values[:, None]
    return np.array([["" if each is None else str(each)] for each in values.labels], dtype=object)


def agree(outputs, model, X):
    """Whether every output is what the model itself says."""
    assert outputs
    for name, found in outputs.items():
        if name == "label":
            assert found.astype(str).tolist() == np.asarray(model.predict(X)).astype(str).tolist()
        elif name != "pair_score":
            method = {
                "probability": "predict_proba",
                "score": "decision_function",
                "prediction": "predict",
                "features": "transform",
            }
            expected = getattr(model, method[name])(X)
            assert found.shape == expected.shape
            assert np.allclose(found, expected, rtol=1e-9, atol=1e-9), name
