"""Import and export against a server that breaks off, is silent, or is another one."""

from __future__ import annotations

import io
import json
import socket
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from conftest import client_of, served
from support.canned import NDJSON, SILENCE, STILL_AT_WORK, Answer, Asked, Reply, envelope, failure

import mneme
from mneme import Mneme, Options
from mneme.models import MemoryRecord

ONCE = Options(timeout=5, max_retries=0)


def line(number: int) -> bytes:
    moment = "2026-01-01T00:00:00.000Z"
    record = {"id": f"mem_{number}", "content": f"record {number}", "type": "task", "importance": 0.5, "tags": []}
    return json.dumps({**record, "metadata": {}, "createdAt": moment, "updatedAt": moment}).encode()


def exported(mode: str, answer: Any, options: Options = ONCE) -> tuple[list[str], Exception | None]:
    """The records of an export, and what ended it."""
    found: list[str] = []
    with served(mode, answer, options) as (client, _):
        try:
            for record in client.memories.export():
                found.append(record.content)  # noqa: PERF401
        except Exception as error:
            return found, error
    return found, None


def test_an_export_that_ends_inside_a_line_is_an_error(mode: str) -> None:
    for cut in (1, 20, len(line(2)) - 1):
        found, error = exported(mode, Answer(line(1) + b"\n" + line(2)[:cut], kind=NDJSON))
        assert found == ["record 1"]
        assert type(error) is mneme.APIConnectionError
        assert "ended inside a line" in str(error)
        assert error.request_id is not None


def test_an_export_that_ends_inside_its_first_line_is_sent_again(mode: str) -> None:
    answers = iter([Answer(line(1)[:30], kind=NDJSON), Answer(line(1) + b"\n", kind=NDJSON)])
    assert exported(mode, lambda _: next(answers), Options(initial_backoff=0.01)) == (["record 1"], None)


@pytest.mark.parametrize("end", [b"", b"\n", b"\r\n", b"\n\n  \n"])
def test_a_complete_last_line_is_a_record(mode: str, end: bytes) -> None:
    found = exported(mode, Answer(line(1) + b"\n\n" + line(2) + end, kind=f"{NDJSON}; charset=utf-8"))
    assert found == (["record 1", "record 2"], None)


@pytest.mark.parametrize("bad", [b"<html>", b"{}", b"12", b"[" * 100_000, b"\xff", b'{"id":'])
def test_a_line_that_is_no_record_is_an_error_of_the_service(mode: str, bad: bytes) -> None:
    found, error = exported(mode, Answer(line(1) + b"\n" + bad + b"\n" + line(2) + b"\n", kind=NDJSON))
    assert found == ["record 1"]
    assert type(error) is mneme.ServiceError
    assert (error.status, error.code) == (200, None)


@pytest.mark.parametrize("kind", ["text/html", "application/json", "text/plain; charset=utf-8"])
def test_another_media_type_is_an_error_of_the_service(mode: str, kind: str) -> None:
    for content in (b"<html>\n</html>\n", b"", line(1) + b"\n"):
        found, error = exported(mode, Answer(content, kind=kind))
        assert found == []
        assert type(error) is mneme.ServiceError
        assert kind in str(error)


def ends_within(seconds: float, work: Callable[[], object]) -> mneme.APITimeoutError:
    started = time.monotonic()
    with pytest.raises(mneme.APITimeoutError) as caught:
        work()
    assert time.monotonic() - started < seconds
    return caught.value


@pytest.mark.parametrize("options", [Options(timeout=0.3, max_retries=0), Options(deadline=0.3)])
def test_a_port_that_never_answers_ends_an_import_and_an_export_in_time(mode: str, options: Options) -> None:
    with served(mode, SILENCE, options) as (client, _):
        ends_within(10, lambda: client.memories.import_([{"content": "x", "type": "task"}]))
        ends_within(10, lambda: list(client.memories.export()))


def test_a_server_that_takes_nothing_ends_an_import_in_time(mode: str) -> None:
    options = Options(timeout=0.3, max_retries=0)
    with socket.create_server(("127.0.0.1", 0)) as server:
        url = f"http://127.0.0.1:{server.getsockname()[1]}"
        with client_of(mode, url, "key", options) as client:
            ends_within(10, lambda: client.memories.import_(['{"content":"%s"}' % ("x" * 250_000)] * 40))
            ends_within(10, lambda: list(client.memories.export()))


def test_the_timeout_of_an_export_is_for_each_read(mode: str) -> None:
    stalled = Answer(line(1) + b"\n", kind=NDJSON, hangs=True)
    error = exported(mode, stalled, Options(timeout=0.5))
    assert error[0] == ["record 1"]
    assert type(error[1]) is mneme.APITimeoutError
    assert "memories.export broke off" in str(error[1])
    dripping = Answer(line(1) + b"\n", kind=NDJSON, drips=line(2) + b"\n")
    with served(mode, dripping, Options(timeout=1)) as (client, _), closing(client.memories.export()) as records:
        started = time.monotonic()
        assert len([next(iter(records)) for _ in range(15)]) == 15
        assert time.monotonic() - started > 1


def test_the_deadline_of_an_export_is_for_the_whole(mode: str) -> None:
    dripping = Answer(line(1) + b"\n", kind=NDJSON, drips=line(2) + b"\n")
    with served(mode, dripping, Options(deadline=0.6)) as (client, _):
        ends_within(10, lambda: list(client.memories.export()))


def imported(read: int, **counts: Any) -> Answer:
    zero = {"created": 0, "present": 0, "replaced": 0, "failed": 0, "errors": []}
    return Answer(envelope({"read": read, **zero, "created": read, **counts}))


def counting(asked: Asked) -> Answer:
    return imported(asked.body.count(b"\n"))


def test_the_deadline_of_an_import_is_for_all_its_batches(mode: str) -> None:
    def slowly(asked: Asked) -> Answer:
        time.sleep(0.3)
        return counting(asked)

    with served(mode, slowly, Options(deadline=1)) as (client, _):
        error = ends_within(10, lambda: client.memories.import_({"content": "x", "type": "task"} for _ in range(9_000)))
    assert error.imported is not None
    assert error.imported.created < 9_000
    with served(mode, slowly, Options(timeout=1)) as (client, _):
        assert client.memories.import_("{}" for _ in range(5_000)).created == 5_000


def test_an_import_is_sent_in_batches_with_a_key_each(mode: str) -> None:
    with served(mode, counting) as (client, server):
        total = client.memories.import_(({"n": number} for number in range(2_500)), idempotency_key="mine")
        client.memories.import_(["x" * 400_000] * 5)
        client.with_options(headers={"idempotency-key": "of-the-header"}).memories.import_(["{}"] * 1_001)
    assert (total.read, total.created) == (2_500, 2_500)
    batches = [(asked.headers["idempotency-key"], asked.body.count(b"\n")) for asked in server.asked]
    assert batches[:3] == [("mine/1", 1_000), ("mine/2", 1_000), ("mine/3", 500)]
    assert [lines for _, lines in batches[3:6]] == [2, 2, 1], "at most 1 MiB"
    assert batches[6:] == [("of-the-header/1", 1_000), ("of-the-header/2", 1)]
    assert json.loads(server.asked[2].body.splitlines()[-1]) == {"n": 2_499}


def test_line_numbers_count_over_the_whole_and_errors_end_at_100(mode: str) -> None:
    faults = [{"line": number, "message": "wrong", "field": "content"} for number in range(1, 61)]
    with served(mode, imported(1_000, failed=60, errors=faults)) as (client, _):
        total = client.memories.import_("{}" for _ in range(3_000))
    assert (total.failed, len(total.errors)) == (180, 100)
    assert [total.errors[index].line for index in (0, 59, 60, 99)] == [1, 60, 1_001, 1_040]


def test_an_import_stops_after_1000_failures_in_a_row(mode: str) -> None:
    results = {
        1: imported(1_000, created=1_000),
        2: imported(1_000, created=0, failed=1_000),
        3: imported(1_000, stopped={"reason": "too_many_failures", "lastLine": 700, "resumeFrom": 20}),
    }
    with served(mode, lambda asked: results[asked.number]) as (client, server):
        total = client.memories.import_("{}" for _ in range(9_000))
        assert total.stopped is not None
        assert (total.stopped.last_line, total.stopped.resume_from, total.read) == (2_000, 1_001, 2_000)
        stopped = client.memories.import_("{}" for _ in range(9_000)).stopped
        assert stopped is not None
        assert (stopped.last_line, stopped.resume_from) == (700, 20)
    assert len(server.asked) == 3


def test_an_error_says_what_was_stored_before(mode: str) -> None:
    refused = Answer(failure("INSUFFICIENT_QUOTA", "the plan is full"), 402)
    with served(mode, lambda asked: refused if asked.number == 3 else counting(asked)) as (client, _):
        with pytest.raises(mneme.QuotaError) as caught:
            client.memories.import_("{}" for _ in range(4_000))
        assert caught.value.imported is not None
        assert (caught.value.imported.read, caught.value.imported.created) == (2_000, 2_000)
    with served(mode, counting) as (client, server):
        with pytest.raises(TypeError, match=r"records\[1500\]") as failed:
            client.memories.import_("{}" if number != 1_500 else None for number in range(4_000))  # type: ignore[misc]
        assert len(server.asked) == 1
    assert "created=1000" in str(getattr(failed.value, "__notes__", "created=1000"))


def test_a_batch_whose_first_request_is_at_work_is_waited_for(mode: str) -> None:
    options = Options(max_retries=1, initial_backoff=0.01, max_backoff=0.02)
    answer: Reply = lambda asked: STILL_AT_WORK if asked.number < 8 else counting(asked)  # noqa: E731
    with served(mode, answer, options) as (client, server):
        assert client.memories.import_(["{}"]).created == 1
    assert len(server.asked) == 8
    assert len({asked.headers["idempotency-key"] for asked in server.asked}) == 1


RECORD = MemoryRecord.model_validate_json(line(1))
ELEMENTS: dict[str, tuple[Any, bytes]] = {
    "mapping": ({"external_id": "a", "metadata": {"snake_key": 1}}, b'{"externalId":"a","metadata":{"snake_key":1}}\n'),
    "line": ('{"a":"é"}', '{"a":"é"}\n'.encode()),
    "line with its end": ('{"a":1}\r\n', b'{"a":1}\n'),
    "bytes": (b'{"a":1}\n', b'{"a":1}\n'),
    "bytearray": (bytearray(b'{"a":1}'), b'{"a":1}\n'),
    "empty line": ("\n", b"\n"),
    "other separators": ('{"a":"\u2028\x85"}', '{"a":"\u2028\x85"}\n'.encode()),
    "lone surrogate": ('{"a":"\ud800"}', b'{"a":"\\ud800"}\n'),
}


@pytest.mark.parametrize(("element", "sent"), ELEMENTS.values(), ids=ELEMENTS)
def test_each_kind_of_record_is_sent_as_a_line(mode: str, element: Any, sent: bytes) -> None:
    async def asynchronous() -> AsyncIterator[Any]:
        yield element

    with served(mode, counting) as (client, server):
        sources: list[Any] = [[element], iter((element,)), lambda: [element]]
        if mode == "async":
            sources += [asynchronous(), asynchronous]
        for source in sources:
            client.memories.import_(source)
    assert [asked.body for asked in server.asked] == [sent] * len(sources)


def test_a_model_is_sent_as_it_was_exported(mode: str) -> None:
    with served(mode, counting) as (client, server):
        client.memories.import_([RECORD])
    assert MemoryRecord.model_validate_json(server.asked[0].body) == RECORD


def test_open_files_are_lines(mode: str, tmp_path: Path) -> None:
    file = tmp_path / "memories.ndjson"
    file.write_bytes(b'{"a":"\xc3\xa9"}\n\n{"b":2}')
    with served(mode, counting) as (client, server):
        with file.open(encoding="utf-8") as text, file.open("rb") as binary:
            client.memories.import_(text)
            client.memories.import_(binary)
        client.memories.import_(io.StringIO('{"c":3}\n'))
    assert [asked.body for asked in server.asked] == [b'{"a":"\xc3\xa9"}\n\n{"b":2}\n'] * 2 + [b'{"c":3}\n']


async def coroutine() -> list[str]:
    return ["{}"]


WRONG_SOURCES: dict[str, Any] = {
    "text": '{"content":"x"}\n',
    "bytes": b'{"content":"x"}\n',
    "one mapping": {"content": "x", "type": "task"},
    "one model": RECORD,
    "None": None,
    "number": 7,
    "path": Path("memories.ndjson"),
    "function of text": lambda: "{}",
    "function of nothing": lambda: None,
    "coroutine function": coroutine,
}


@pytest.mark.parametrize("source", WRONG_SOURCES.values(), ids=WRONG_SOURCES)
def test_what_is_no_source_of_records_is_refused_at_once(mode: str, source: Any) -> None:
    with served(mode, counting) as (client, server):
        with pytest.raises(TypeError, match=r"records(\(\))? must be an iterable of mappings, models or lines"):
            client.memories.import_(source)
        assert server.asked == []


@pytest.mark.parametrize(
    ("element", "error", "message"),
    [
        (None, TypeError, "not None"),
        (7, TypeError, "not a value of type int"),
        ([], TypeError, "must be a mapping, a model or a line"),
        ('{"a":1}\n{"b":2}', ValueError, "more than one line"),
        (b"1\n\n2", ValueError, "more than one line"),
        ({"a": float("nan")}, ValueError, "cannot be sent"),
        ({"a": object()}, TypeError, "cannot be sent"),
        ({1: 2}, TypeError, "cannot be sent"),
    ],
)
def test_an_element_that_is_no_record_is_named(mode: str, element: Any, error: type[Exception], message: str) -> None:
    with served(mode, counting) as (client, server):
        with pytest.raises(error, match=rf"records\[1\].*{message}"):
            client.memories.import_(["{}", element])
        assert server.asked == []


def test_no_records_are_a_total_of_nothing(api: Mneme) -> None:
    def nothing() -> Iterator[str]:
        yield from ()

    for source in ([], nothing(), nothing, ["", "\n"]):
        result = api.with_response.memories.import_(source)
        assert (result.data.read, result.data.created, result.status) == (0, 0, 200)
