"""Writes a piece table as a model folder that Transformers.js loads."""

import json
from pathlib import Path

import numpy as np
from onnx import ModelProto, TensorProto, checker, helper, numpy_helper, save

OPSET = 13
IR_VERSION = 8  # old enough for the onnxruntime inside Transformers.js 2.17
MAX_PIECES = 8192


def quantise_rows(table: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """int8 [V, D] and float32 scales [V, 1], so that table is about int8 * scale; a zero row keeps scale 0."""
    scales = np.abs(table).max(axis=1, keepdims=True) / 127
    rounded = np.rint(table / np.where(scales > 0, scales, 1))
    return rounded.astype(np.int8), scales.astype(np.float32)


def static_graph(table: np.ndarray) -> ModelProto:
    """input_ids int64 [batch, seq] -> last_hidden_state float32 [batch, seq, D]: a look-up, nothing else."""
    quantised, scales = quantise_rows(table)
    nodes = [
        helper.make_node("Gather", ["table", "input_ids"], ["rows"], axis=0),
        helper.make_node("Cast", ["rows"], ["rows_float"], to=TensorProto.FLOAT),
        helper.make_node("Gather", ["scale", "input_ids"], ["scales"], axis=0),
        helper.make_node("Mul", ["rows_float", "scales"], ["last_hidden_state"]),
    ]
    shape = ["batch", "seq", table.shape[1]]
    graph = helper.make_graph(
        nodes,
        "static",
        [helper.make_tensor_value_info("input_ids", TensorProto.INT64, shape[:2])],
        [helper.make_tensor_value_info("last_hidden_state", TensorProto.FLOAT, shape)],
        [numpy_helper.from_array(quantised, "table"), numpy_helper.from_array(scales, "scale")],
    )
    model = helper.make_model(
        graph,
        opset_imports=[helper.make_opsetid("", OPSET)],
        ir_version=IR_VERSION,
        producer_name="mneme-builtin-model",
    )
    checker.check_model(model, full_check=True)
    return model


def _write_json(path: Path, value: dict) -> None:
    path.write_text(json.dumps(value, ensure_ascii=False) + "\n", encoding="utf-8")


def write_model(table: np.ndarray, teacher_dir: Path, out: Path) -> None:
    """Write config.json, tokenizer.json, tokenizer_config.json and onnx/model_quantized.onnx to `out`.

    table: float32 [V, D]. The tokenizer is the teacher's without truncation and
    padding: a table look-up has no longest input, and a caller's batch is not ours to pad.
    """
    (out / "onnx").mkdir(parents=True, exist_ok=True)
    tokenizer = json.loads((teacher_dir / "tokenizer.json").read_text(encoding="utf-8"))
    _write_json(out / "tokenizer.json", tokenizer | {"truncation": None, "padding": None})
    settings = json.loads((teacher_dir / "tokenizer_config.json").read_text(encoding="utf-8"))
    _write_json(out / "tokenizer_config.json", settings | {"model_max_length": MAX_PIECES})
    _write_json(
        out / "config.json",
        {
            "architectures": ["BertModel"],
            "model_type": "bert",
            "hidden_size": table.shape[1],
            "vocab_size": table.shape[0],
            "max_position_embeddings": MAX_PIECES,
            "pad_token_id": 0,
        },
    )
    save(static_graph(table), str(out / "onnx" / "model_quantized.onnx"))
