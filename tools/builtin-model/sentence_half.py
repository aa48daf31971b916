"""Makes the second half of the built-in model: all-MiniLM-L6-v2 with int8 matrix products.

    python sentence_half.py model.onnx ../../models/builtin/onnx/sentence_quantized.onnx

The input is any ONNX export of the model up to opset 17, with float weights or with int8 weights that are cast and
scaled in the graph (those are folded first). Weights are rounded to 7 bits a channel: products of those with 8-bit
activations never saturate, so a text has the same vector on every processor, with and without VNNI.
"""

import argparse
import tempfile
from pathlib import Path

import numpy as np
from onnx import ModelProto, load, numpy_helper, save
from onnxruntime.quantization import QuantType, quantize_dynamic

OPSET = 17  # the newest that the onnxruntime inside Transformers.js 2.17 reads


def fold_scaled_weights(model: ModelProto) -> None:
    """Replaces each Cast and Mul of constants by its result."""
    values = {each.name: numpy_helper.to_array(each) for each in model.graph.initializer}
    nodes = []
    for node in model.graph.node:
        constant = all(name in values for name in node.input)
        if constant and node.op_type == "Cast":
            values[node.output[0]] = values[node.input[0]].astype(np.float32)
        elif constant and node.op_type == "Mul":
            values[node.output[0]] = (values[node.input[0]] * values[node.input[1]]).astype(np.float32)
        else:
            nodes.append(node)
    used = {name for node in nodes for name in node.input}
    del model.graph.node[:]
    model.graph.node.extend(nodes)
    del model.graph.initializer[:]
    model.graph.initializer.extend(numpy_helper.from_array(value, name) for name, value in values.items() if name in used)


def main() -> None:
    parser = argparse.ArgumentParser(description="Make the contextual half of the built-in model.")
    parser.add_argument("model", type=Path)
    parser.add_argument("out", type=Path)
    options = parser.parse_args()
    model = load(options.model)
    if model.opset_import[0].version > OPSET:
        raise SystemExit(f"opset {model.opset_import[0].version} is newer than {OPSET}")
    fold_scaled_weights(model)
    with tempfile.TemporaryDirectory() as folder:
        floats = Path(folder) / "float.onnx"
        save(model, floats)
        quantize_dynamic(
            floats,
            options.out,
            weight_type=QuantType.QInt8,
            per_channel=True,
            reduce_range=True,
            op_types_to_quantize=["MatMul"],
            extra_options={"MatMulConstBOnly": True},
        )


if __name__ == "__main__":
    main()
