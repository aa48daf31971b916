"""Every Python block of both READMEs and of the guide runs as it stands."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, get_args

import pytest
from support.receiver import Receiver
from support.service import REPOSITORY, TENANT, Service

import mneme
from mneme import AsyncMneme, Mneme

README = REPOSITORY / "packages" / "python" / "README.md"
FRONT_PAGE = REPOSITORY / "README.md"
GUIDE = REPOSITORY / "docs" / "guides" / "getting-started.md"


def blocks(file: Path) -> list[tuple[int, str, str]]:
    """The line, the words after `python`, and the code of each block."""
    text = file.read_text()
    return [
        (text[: match.start()].count("\n") + 1, match[1].strip(), match[2])
        for match in re.finditer(r"^```python(.*)\n([\s\S]*?)^```$", text, re.MULTILINE)
    ]


@pytest.fixture
def configured(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MNEME_URL", service.url)
    monkeypatch.setenv("MNEME_API_KEY", service.key)
    monkeypatch.setenv("MNEME_TENANT", TENANT)


def run(file: Path, line: int, code: str, names: dict[str, Any]) -> None:
    exec(compile("\n" * line + code, str(file), "exec"), names)  # noqa: S102


@pytest.mark.usefixtures("configured")
@pytest.mark.parametrize("file", [README, FRONT_PAGE, GUIDE], ids=["README", "front page", "getting started"])
def test_the_blocks_run_one_after_the_other(file: Path, receiver: Receiver, capsys: pytest.CaptureFixture[str]) -> None:
    names: dict[str, Any] = {"secret": "a secret of my own making", "new_secret": "another secret of my own"}
    found = blocks(file)
    assert len(found) >= (15 if file is README else 1)
    for line, mark, code in found:
        here = code.replace("https://example.com/hooks/mneme", receiver.url) if mark == "test webhooks" else code
        run(file, line, here, names)
    printed = capsys.readouterr().out
    assert "Anna prefers tea to coffee" in printed
    if file is README:
        assert "1 content" in printed
        assert "content content must be a text of 1 to 10000 characters" in printed
        received = receiver.next()
        assert names["handle"](received.body, received.headers, names["secret"]) == 204
        assert names["handle"](received.body + b" ", received.headers, names["secret"]) == 400
    for value in list(names.values()):
        if isinstance(value, Mneme):
            value.close()


def test_the_table_of_errors_is_complete() -> None:
    kinds = [getattr(mneme, name) for name in mneme.__all__]
    errors = [kind for kind in kinds if isinstance(kind, type) and issubclass(kind, mneme.MnemeError)]
    table = README.read_text().split("| exception |")[1].split("\n\n")[0]
    rows = re.findall(r"^\| `(\w+)`", table, re.MULTILINE)
    assert sorted(rows) == sorted(kind.__name__ for kind in errors if kind not in (mneme.MnemeError, mneme.APIError))


def test_the_other_names_in_typescript_are_those_of_both_clients() -> None:
    here = {name for name in mneme.__all__ if name.endswith("Error")}
    errors = (REPOSITORY / "packages" / "client" / "src" / "errors.ts").read_text()
    there = set(re.findall(r"^export class (\w+Error)\b", errors, re.MULTILINE))
    table = README.read_text().split("| TypeScript | Python |\n|---|---|\n")[1].split("\n\n")[0]
    rows = [[set(re.findall(r"`(\w+)`", cell)) for cell in row.strip("|").split("|")] for row in table.splitlines()]
    shown_there, shown_here = (set[str]().union(*(row[side] for row in rows)) for side in (0, 1))
    assert shown_there <= there
    assert shown_here <= here
    assert there - here <= shown_there
    assert here - there <= shown_here | {"APIError"}


def test_the_types_of_memories_are_those_of_the_document() -> None:
    line = next(text for text in README.read_text().splitlines() if text.startswith("`type` is one of "))
    assert tuple(re.findall(r"`(\w+)`", line)[1:]) == get_args(mneme.models.MemoryType)


def test_every_resource_is_shown() -> None:
    shown = README.read_text()
    client = AsyncMneme("key", "tenant")
    assert [name for name in vars(client) if name[0] != "_" and f"mneme.{name}." not in shown] == []
