"""Relational training: the student's cosines between texts are fitted to the teacher's."""

from dataclasses import dataclass

import numpy as np
from scipy import sparse

MOMENTUM = 0.9
VARIANCE_DECAY = 0.99


@dataclass(frozen=True)
class Training:
    """Adam with a learning rate that falls linearly to 0."""

    epochs: int = 12
    batch: int = 256
    learning_rate: float = 4e-3


def cosine_gradient(rows: np.ndarray, targets: np.ndarray) -> np.ndarray:
    """Gradient of sum over pairs (cos_student - cos_teacher)^2 / batch with respect to the student's rows.

    rows: [batch, D], of any length; targets: [batch, 384], unit rows.
    """
    lengths = np.linalg.norm(rows, axis=1, keepdims=True) + 1e-6
    directions = rows / lengths
    error = directions @ directions.T - targets @ targets.T
    np.fill_diagonal(error, 0)
    pull = 4 / len(rows) * (error @ directions)
    return (pull - (pull * directions).sum(axis=1, keepdims=True) * directions) / lengths


def train(
    start: np.ndarray, means: sparse.csr_matrix, targets: np.ndarray, training: Training, seed: int
) -> np.ndarray:
    """The trained table float32 [V, D].

    start: [V, D]; means: X [N, V], see distil.mean_matrix; targets: Y [N, 384].
    Only rows that a batch touches move, and one step size is kept a row and not
    a number: the table must not depend on the axes it happens to be written in.
    """
    random = np.random.default_rng(seed)
    table = start.copy()
    momentum = np.zeros_like(table)
    variance = np.zeros((len(table), 1), dtype=np.float32)
    batches = len(targets) // training.batch
    total = training.epochs * batches
    for step in range(total):
        if step % batches == 0:
            order = random.permutation(len(targets))
        chosen = order[step % batches * training.batch :][: training.batch]
        rows = means[chosen]
        used = np.unique(rows.indices)
        rows = rows[:, used]
        gradient = rows.T @ cosine_gradient(rows @ table[used], targets[chosen])
        momentum[used] = MOMENTUM * momentum[used] + (1 - MOMENTUM) * gradient
        square = (gradient * gradient).mean(axis=1, keepdims=True)
        variance[used] = VARIANCE_DECAY * variance[used] + (1 - VARIANCE_DECAY) * square
        rate = training.learning_rate * (1 - (step + 1) / total)
        table[used] -= rate * momentum[used] / (np.sqrt(variance[used]) + 1e-8)
    return table
