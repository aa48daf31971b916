"""Compares local models on paraphrase (STS-B) and dense retrieval in one table.

A model is a folder in Transformers.js layout: config.json, tokenizer.json,
tokenizer_config.json, onnx/model_quantized.onnx. Run `python evaluate.py --help`.
"""

import argparse
import csv
import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import numpy as np
import onnxruntime as ort
from scipy.stats import spearmanr
from tokenizers import Tokenizer

from vectors import unit

Encode = Callable[[Sequence[str]], np.ndarray]
"""Texts -> unit vectors float32 [n, dimensions]."""

FALLBACK_MAX_PIECES = 512


class LocalModel:
    """Mean pooling over all pieces ([CLS] and [SEP] too), then unit length, as Transformers.js does."""

    def __init__(self, folder: Path, threads: int = 1) -> None:
        options = ort.SessionOptions()
        options.intra_op_num_threads = threads
        path = folder / "onnx" / "model_quantized.onnx"
        self._session = ort.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
        self._inputs = {i.name for i in self._session.get_inputs()}
        settings = json.loads((folder / "tokenizer_config.json").read_text(encoding="utf-8"))
        limit = settings.get("model_max_length", FALLBACK_MAX_PIECES)
        self._tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self._tokenizer.no_padding()
        self._tokenizer.enable_truncation(min(int(limit), 8192))

    def encode(self, texts: Sequence[str]) -> np.ndarray:
        """Texts of equal piece count go in together: no padding, so no mask can matter."""
        by_length: dict[int, list[int]] = defaultdict(list)
        pieces = [e.ids for e in self._tokenizer.encode_batch(list(texts))]
        for index, ids in enumerate(pieces):
            by_length[len(ids)].append(index)
        vectors: dict[int, np.ndarray] = {}
        for length, members in by_length.items():
            step = max(1, 4096 // length)
            for start in range(0, len(members), step):
                batch = members[start : start + step]
                vectors.update(zip(batch, self._pooled([pieces[i] for i in batch]), strict=True))
        return np.stack([vectors[i] for i in range(len(texts))])

    def _pooled(self, batch: list[list[int]]) -> np.ndarray:
        ids = np.array(batch, dtype=np.int64)
        known = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)}
        hidden = self._session.run(None, {k: v for k, v in known.items() if k in self._inputs})[0]
        return unit(hidden.mean(axis=1))


def sts(encode: Encode, file: Path) -> float:
    """Spearman x100 of cosine against human scores. file: CSV of sentence, sentence, score, without a header."""
    with file.open(encoding="utf-8", newline="") as handle:
        rows = [row for row in csv.reader(handle) if row]
    left, right = encode([r[0] for r in rows]), encode([r[1] for r in rows])
    return 100 * float(spearmanr((left * right).sum(axis=1), [float(r[2]) for r in rows]).statistic)


def rankings(encode: Encode, folder: Path) -> Iterable[tuple[str, list[str], set[str]]]:
    """For each answerable query of a data folder: its set, all ids of the set by falling cosine, the relevant ids."""
    queries = json.loads((folder / "queries.json").read_text(encoding="utf-8"))
    by_set: dict[str, list[dict]] = defaultdict(list)
    for query in queries:
        by_set[query["set"]].append(query)
    for name, asked in sorted(by_set.items()):
        lines = (folder / f"{name}.ndjson").read_text(encoding="utf-8").splitlines()
        records = [json.loads(line) for line in lines if line]
        ids = [record["externalId"] for record in records]
        memories = encode([record["content"] for record in records])
        scores = encode([query["query"] for query in asked]) @ memories.T
        for query, row in zip(asked, scores, strict=True):
            relevant = set(query["relevant"]) & set(ids)
            if relevant:
                yield name, [ids[i] for i in np.argsort(-row, kind="stable")], relevant


def recall(ranked: list[str], relevant: set[str], k: int) -> float:
    """Share of the relevant ids among the first k."""
    return len(relevant & set(ranked[:k])) / len(relevant)


def precision(ranked: list[str], relevant: set[str], k: int) -> float:
    """Share of the first k that is relevant."""
    return len(relevant & set(ranked[:k])) / k


def reciprocal_rank(ranked: list[str], relevant: set[str]) -> float:
    """1 / rank of the first relevant id."""
    return next(1 / rank for rank, found in enumerate(ranked, 1) if found in relevant)


def measure(encode: Encode, sts_dir: Path | None, chats: Path | None, meetings: Path | None) -> dict[str, float]:
    """All figures that the given data allows, in percent, averaged over queries."""
    figures: dict[str, float] = {}
    if sts_dir:
        for split in ("train", "dev", "test"):
            figures[f"STS-B {split}"] = sts(encode, sts_dir / f"stsb-en-{split}.csv")
    if chats:
        ranked = list(rankings(encode, chats))
        for k in (5, 10):
            figures[f"chat R@{k}"] = 100 * float(np.mean([recall(r, rel, k) for _, r, rel in ranked]))
        figures["chat MRR"] = 100 * float(np.mean([reciprocal_rank(r, rel) for _, r, rel in ranked]))
        for name in sorted({s for s, _, _ in ranked}):
            values = [recall(r, rel, 5) for s, r, rel in ranked if s == name]
            figures[f"R@5 {'_'.join(name.split('_')[:2])}"] = 100 * float(np.mean(values))
    if meetings:
        values = [precision(r, rel, 5) for _, r, rel in rankings(encode, meetings)]
        figures["meeting P@5"] = 100 * float(np.mean(values))
    return figures


def main() -> None:
    parser = argparse.ArgumentParser(description="Compare local embedding models.")
    parser.add_argument("models", nargs="+", type=Path, help="folders in Transformers.js layout")
    parser.add_argument("--sts", type=Path, help="folder of stsb-en-{train,dev,test}.csv")
    parser.add_argument("--chats", type=Path, help="data folder, long chats: R@5, R@10, MRR")
    parser.add_argument("--meetings", type=Path, help="data folder, meetings: P@5")
    options = parser.parse_args()
    rows = [measure(LocalModel(m).encode, options.sts, options.chats, options.meetings) for m in options.models]
    names = list(rows[0])
    print("| model |", " | ".join(names), "|")
    print("|---|", "---|" * len(names), sep="")
    for model, figures in zip(options.models, rows, strict=True):
        print(f"| {model.name} |", " | ".join(f"{figures[n]:.1f}" for n in names), "|")


if __name__ == "__main__":
    main()
