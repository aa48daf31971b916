"""From teacher vectors to one 256-dimensional vector a word piece.

Shapes: V pieces, N corpus texts, 384 teacher and D = 256 student dimensions.
The recipe's reasons are in README.md; the numbers are in `Recipe`.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy import sparse

from train import Training, train

FIRST_WORD_PIECE = 999
"""Rows below it are [PAD], [CLS], [SEP], [UNK], [MASK] and unused: they must add nothing to a mean."""

CLS = 101
"""The row of [CLS] in the teacher's vocabulary."""


@dataclass(frozen=True)
class Recipe:
    """Every number of the distillation; the defaults are those of the shipped model."""

    dimensions: int = 256
    mean_weight: float = 2.0
    frequency_damping: float = 1e-3
    trained_share: float = 0.5
    flattening: float = 0.1
    cls_norm: float = 0.01
    training: Training = Training()
    seed: int = 0


def mean_matrix(pieces: Sequence[list[int]], vocabulary: int) -> sparse.csr_matrix:
    """X float32 [N, V]: row i times a table is the mean vector of text i over its word pieces."""
    kept = [[t for t in ids if t >= FIRST_WORD_PIECE] for ids in pieces]
    lengths = np.array([len(ids) for ids in kept])
    columns = np.fromiter((t for ids in kept for t in ids), dtype=np.int32, count=int(lengths.sum()))
    values = np.repeat(1 / np.maximum(lengths, 1), lengths).astype(np.float32)
    offsets = np.concatenate([[0], np.cumsum(lengths)])
    matrix = sparse.csr_matrix((values, columns, offsets), shape=(len(kept), vocabulary))
    matrix.sum_duplicates()
    return matrix


def piece_shares(pieces: Sequence[list[int]], vocabulary: int) -> np.ndarray:
    """p float64 [V]: each word piece's share of all word pieces of the corpus."""
    counts = np.bincount(np.concatenate([np.asarray(ids) for ids in pieces]), minlength=vocabulary).astype(float)
    counts[:FIRST_WORD_PIECE] = 0
    return counts / counts.sum()


def principal_axes(targets: np.ndarray, dimensions: int) -> np.ndarray:
    """U [384, D]: the top eigenvectors of Y'Y, uncentred, so that projecting keeps cosines to the origin."""
    _, vectors = np.linalg.eigh(targets.T.astype(np.float64) @ targets)
    return vectors[:, ::-1][:, :dimensions].astype(np.float32)


def prior(piece_vectors: np.ndarray, axes: np.ndarray, shares: np.ndarray, damping: float) -> np.ndarray:
    """T0 [V, D]: projected piece vectors, frequent pieces damped (smooth inverse frequency)."""
    table = (piece_vectors @ axes) * (damping / (damping + shares))[:, None]
    table[:FIRST_WORD_PIECE] = 0
    return table.astype(np.float32)


def fitted_scale(predicted: np.ndarray, wanted: np.ndarray) -> float:
    """The factor c that minimises |c * predicted - wanted|^2."""
    return float((predicted * wanted).sum() / (predicted * predicted).sum())


def flattened(table: np.ndarray, exponent: float) -> np.ndarray:
    """The table with its strong directions weakened: axis i of T'T scaled by (w_i / w_0)^(-exponent / 2).

    Whatever all pieces share adds the same to every cosine and tells no two
    texts apart; it also shifts the scores that relevance is calibrated on.
    """
    strengths, axes = np.linalg.eigh(table.T.astype(np.float64) @ table)
    return ((table @ axes) * (strengths / strengths.max()) ** (-exponent / 2)).astype(np.float32)


def finish(table: np.ndarray, recipe: Recipe) -> np.ndarray:
    """Median row length 1, a random rotation, and the [CLS] row.

    The rotation spreads the variance over all dimensions: along principal axes
    one int8 scale a row would round the small ones away. [CLS] gets a tiny
    random vector, so that a text without any known piece has a direction.
    """
    random = np.random.default_rng(recipe.seed)
    rotation, _ = np.linalg.qr(random.standard_normal((table.shape[1], table.shape[1])))
    lengths = np.linalg.norm(table[FIRST_WORD_PIECE:], axis=1)
    finished = (table / np.median(lengths)) @ rotation
    finished[:FIRST_WORD_PIECE] = 0
    direction = random.standard_normal(table.shape[1])
    finished[CLS] = recipe.cls_norm * direction / np.linalg.norm(direction)
    return finished.astype(np.float32)


def distil(piece_vectors: np.ndarray, pieces: Sequence[list[int]], targets: np.ndarray, recipe: Recipe) -> np.ndarray:
    """The student's table float32 [V, D].

    piece_vectors: [V, 384]; pieces: N lists of ids; targets: Y [N, 384], unit rows.
    """
    vocabulary = len(piece_vectors)
    means = mean_matrix(pieces, vocabulary)
    axes = principal_axes(targets, recipe.dimensions)
    start = prior(piece_vectors, axes, piece_shares(pieces, vocabulary), recipe.frequency_damping)
    start *= fitted_scale(means @ start, targets @ axes)
    trained = train(start, means, targets, recipe.training, recipe.seed)
    # Training rescales a row freely, so both tables are brought to one measure before they are mixed.
    trained *= fitted_scale(trained, start)
    mixed = recipe.trained_share * trained + (1 - recipe.trained_share) * start
    return finish(flattened(mixed, recipe.flattening), recipe)
