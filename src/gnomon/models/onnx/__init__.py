"""Models as ONNX graphs, which other programs run: start at `export_onnx`.

`graph` writes operations; one file each says how a kind of learner is put into them, in double precision.
"""

from gnomon.models.onnx.export import export_onnx

__all__ = ["export_onnx"]
