"""The one operation on vectors that every step shares."""

import numpy as np


def unit(vectors: np.ndarray) -> np.ndarray:
    """Rows scaled to length 1, any [n, dimensions]; zero rows stay zero."""
    return vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-12)
