"""The distillation corpus: short English texts from public, installable sources.

Every reader yields plain strings of 4 to 60 words. Longer passages are cut at
sentence ends, because a static model is only ever fitted to a mean over word
pieces and long means carry little signal per piece.
"""

import json
import random
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

MIN_WORDS = 4
MAX_WORDS = 60

_SENTENCE_END = re.compile(r"(?<=[.!?])\s+")
_TRANSCRIBER_MARK = re.compile(r"\{[^}]*\}|<[^>]*>")
_SPACE_BEFORE_PUNCTUATION = re.compile(r"\s+([.,!?;:])")


def chunks(text: str) -> Iterator[str]:
    """Cut one passage into pieces of at most MAX_WORDS words, on sentence ends.

    A sentence longer than that is dropped rather than cut: half a sentence
    teaches a wrong target. Pieces under MIN_WORDS are dropped too.
    """
    held: list[str] = []
    for sentence in _SENTENCE_END.split(" ".join(text.split())):
        words = sentence.split()
        if len(held) + len(words) > MAX_WORDS:
            if len(held) >= MIN_WORDS:
                yield " ".join(held)
            held = []
        if len(words) <= MAX_WORDS:
            held += words
    if len(held) >= MIN_WORDS:
        yield " ".join(held)


def qmsum(root: Path) -> Iterator[str]:
    """Turns, questions and answers of the QMSum training split (spoken English).

    root: a checkout of Yale-LILY/QMSum. Only `data/ALL/train` is read, since
    the validation split is what the retrieval evaluation measures on.
    """
    for file in sorted((root / "data" / "ALL" / "train").glob("*.json")):
        meeting = json.loads(file.read_text(encoding="utf-8"))
        for turn in meeting["meeting_transcripts"]:
            said = _TRANSCRIBER_MARK.sub(" ", turn["content"])
            yield from chunks(_SPACE_BEFORE_PUNCTUATION.sub(r"\1", said))
        for pair in meeting["general_query_list"] + meeting["specific_query_list"]:
            yield from chunks(pair["query"])
            yield from chunks(pair["answer"])


def wordnet(root: Path) -> Iterator[str]:
    """Definitions ("words: gloss") and example sentences of WordNet 3.0.

    root: the folder of `data.noun`, `data.verb`, `data.adj` and `data.adv`.
    """
    for part in ("noun", "verb", "adj", "adv"):
        for line in (root / f"data.{part}").read_text(encoding="utf-8").splitlines():
            if line.startswith("  "):
                continue  # the licence header
            fields, _, gloss = line.partition(" | ")
            columns = fields.split()
            count = int(columns[3], 16)
            words = [re.sub(r"\(.*\)", "", w).replace("_", " ") for w in columns[4 : 4 + 2 * count : 2]]
            definition = gloss.split('"')[0].strip(" ;")
            yield from chunks(f"{', '.join(words)}: {definition}")
            for example in re.findall(r'"([^"]+)"', gloss):
                yield from chunks(example)


class _Paragraphs(HTMLParser):
    """Collects the text of <p> and <dd> elements, skipping code and navigation."""

    _BLOCKS = {"p", "dd"}
    _SKIPPED = {"pre", "script", "style", "nav", "table"}

    def __init__(self) -> None:
        super().__init__()
        self.paragraphs: list[str] = []
        self._text: list[str] = []
        self._inside = False
        self._skip = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in self._SKIPPED:
            self._skip += 1
        if tag in self._BLOCKS:
            self._flush()
            self._inside = True

    def handle_endtag(self, tag: str) -> None:
        if tag in self._SKIPPED:
            self._skip -= 1
        if tag in self._BLOCKS:
            self._flush()
            self._inside = False

    def handle_data(self, data: str) -> None:
        if self._inside and self._skip <= 0:
            self._text.append(data)

    def _flush(self) -> None:
        self.paragraphs.append("".join(self._text).replace("¶", ""))
        self._text = []


def html_docs(root: Path) -> Iterator[str]:
    """Paragraphs of every HTML page under root (technical documentation)."""
    for file in sorted(root.resolve().rglob("*.html")):
        parser = _Paragraphs()
        parser.feed(file.read_text(encoding="utf-8", errors="replace"))
        for paragraph in parser.paragraphs:
            yield from chunks(paragraph)


def sample(texts: Iterator[str], limit: int, seed: int) -> list[str]:
    """At most `limit` distinct texts, drawn without replacement in a fixed order."""
    distinct = list(dict.fromkeys(texts))
    random.Random(seed).shuffle(distinct)
    return distinct[:limit]
