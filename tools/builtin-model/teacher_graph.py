"""Builds an ONNX graph of the teacher (a BERT encoder) from its safetensors file.

Written out by hand so that the tool needs neither PyTorch nor Transformers:
onnxruntime alone is a twentieth of their size and faster on one CPU thread.
The graph has no attention mask, so every row of a batch must have the same
number of pieces; teacher.py batches accordingly.
"""

import json
from pathlib import Path
from typing import Any

import numpy as np
from onnx import ModelProto, NodeProto, TensorProto, helper, numpy_helper
from safetensors.numpy import load_file

OPSET = 20  # the first one with Gelu; LayerNormalization came with 17
IR_VERSION = 9


class _Encoder:
    """Collects nodes and initializers; every method returns its output's name."""

    def __init__(self, weights: dict[str, np.ndarray], config: dict[str, int | float | str]) -> None:
        self.weights = weights
        self.hidden = int(config["hidden_size"])
        self.heads = int(config["num_attention_heads"])
        self.epsilon = float(config["layer_norm_eps"])
        self.nodes: list[NodeProto] = []
        self.initializers: list[TensorProto] = []

    def constant(self, name: str, value: np.ndarray) -> str:
        self.initializers.append(numpy_helper.from_array(np.ascontiguousarray(value), name))
        return name

    def op(self, kind: str, *inputs: str, **attributes: Any) -> str:
        output = f"{kind}_{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, list(inputs), [output], **attributes))
        return output

    def linear(self, x: str, name: str, scale: float = 1.0) -> str:
        weight = self.constant(f"{name}.weight", self.weights[f"{name}.weight"].T * np.float32(scale))
        bias = self.constant(f"{name}.bias", self.weights[f"{name}.bias"] * np.float32(scale))
        return self.op("Add", self.op("MatMul", x, weight), bias)

    def norm(self, x: str, name: str) -> str:
        weight = self.constant(f"{name}.weight", self.weights[f"{name}.weight"])
        bias = self.constant(f"{name}.bias", self.weights[f"{name}.bias"])
        return self.op("LayerNormalization", x, weight, bias, axis=-1, epsilon=self.epsilon)

    def split_heads(self, x: str, order: list[int]) -> str:
        return self.op("Transpose", self.op("Reshape", x, "split_shape"), perm=order)

    def attention(self, x: str, layer: str) -> str:
        # The 1/sqrt(head size) of the attention is folded into the query weights.
        query = self.linear(x, f"{layer}.self.query", scale=(self.hidden // self.heads) ** -0.5)
        q = self.split_heads(query, [0, 2, 1, 3])
        k = self.split_heads(self.linear(x, f"{layer}.self.key"), [0, 2, 3, 1])
        v = self.split_heads(self.linear(x, f"{layer}.self.value"), [0, 2, 1, 3])
        mixed = self.op("MatMul", self.op("Softmax", self.op("MatMul", q, k), axis=-1), v)
        joined = self.op("Reshape", self.op("Transpose", mixed, perm=[0, 2, 1, 3]), "join_shape")
        projected = self.linear(joined, f"{layer}.output.dense")
        return self.norm(self.op("Add", x, projected), f"{layer}.output.LayerNorm")

    def feed_forward(self, x: str, layer: str) -> str:
        inner = self.op("Gelu", self.linear(x, f"{layer}.intermediate.dense"))
        outer = self.linear(inner, f"{layer}.output.dense")
        return self.norm(self.op("Add", x, outer), f"{layer}.output.LayerNorm")

    def embeddings(self) -> str:
        words = self.constant("words", self.weights["embeddings.word_embeddings.weight"])
        # Token type 0 everywhere: its row is added to the positions once.
        positions = self.constant(
            "positions",
            self.weights["embeddings.position_embeddings.weight"]
            + self.weights["embeddings.token_type_embeddings.weight"][0],
        )
        used = self.op("Slice", positions, "zero", self.op("Shape", "input_ids", start=1, end=2), "zero")
        return self.norm(self.op("Add", self.op("Gather", words, "input_ids"), used), "embeddings.LayerNorm")


def build(model_dir: Path) -> ModelProto:
    """The encoder as ONNX: input_ids int64 [batch, length] -> hidden float32 [batch, length, hidden].

    model_dir: a Transformers checkpoint folder (config.json, model.safetensors).
    """
    config = json.loads((model_dir / "config.json").read_text(encoding="utf-8"))
    encoder = _Encoder(load_file(model_dir / "model.safetensors"), config)
    size = encoder.hidden // encoder.heads
    encoder.constant("split_shape", np.array([0, 0, encoder.heads, size], dtype=np.int64))
    encoder.constant("join_shape", np.array([0, 0, encoder.hidden], dtype=np.int64))
    encoder.constant("zero", np.array([0], dtype=np.int64))
    x = encoder.embeddings()
    for number in range(int(config["num_hidden_layers"])):
        x = encoder.attention(x, f"encoder.layer.{number}.attention")
        x = encoder.feed_forward(x, f"encoder.layer.{number}")
    graph = helper.make_graph(
        encoder.nodes,
        "teacher",
        [helper.make_tensor_value_info("input_ids", TensorProto.INT64, ["batch", "length"])],
        [helper.make_tensor_value_info(x, TensorProto.FLOAT, ["batch", "length", encoder.hidden])],
        encoder.initializers,
    )
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=IR_VERSION)
