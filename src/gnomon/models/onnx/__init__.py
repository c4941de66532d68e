"""Export of models to ONNX: start at `export_onnx`.

`graph` builds the ONNX graph; the other files convert learners, trees and preprocessing steps to double
precision operations.
"""

from gnomon.models.onnx.export import export_onnx

__all__ = ["export_onnx"]
