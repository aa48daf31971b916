from __future__ import annotations

import asyncio
import contextlib
import os
from collections.abc import Iterator
from typing import cast

import pytest
from support.blocking import Blocking
from support.canned import Canned, Reply
from support.receiver import Receiver
from support.service import TENANT, Service, ServiceProcess

from mneme import AsyncMneme, Mneme, Options

# Retries in the tests do not wait long.
QUICK = Options(initial_backoff=0.02, max_backoff=0.05)


@pytest.fixture(scope="session")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """The service: its own process, or the one of MNEME_TEST_URL and MNEME_TEST_KEY, for work on the tests."""
    if "MNEME_TEST_URL" in os.environ:
        yield Service(os.environ["MNEME_TEST_URL"], os.environ["MNEME_TEST_KEY"])
        return
    running = ServiceProcess(tmp_path_factory.mktemp("service"))
    try:
        running.wait_until_ready()
        yield Service(running.url, running.key)
    finally:
        running.stop()


@pytest.fixture(params=["sync", "async"])
def mode(request: pytest.FixtureRequest) -> str:
    return cast(str, request.param)


@pytest.fixture
def api(service: Service, mode: str) -> Iterator[Mneme]:
    """A client of the service: each test that takes it runs with Mneme and with AsyncMneme."""
    with client_of(mode, service.url, service.key) as client:
        yield client


class client_of:  # noqa: N801
    """A client in either mode, for a `with` statement."""

    def __init__(self, mode: str, url: str, key: str, options: Options = QUICK) -> None:
        self.loop: asyncio.AbstractEventLoop | None = None
        if mode == "sync":
            self.client = Mneme(key, TENANT, url, options=options)
        else:
            self.loop = asyncio.new_event_loop()
            self.client = cast(Mneme, Blocking(AsyncMneme(key, TENANT, url, options=options), self.loop))

    def __enter__(self) -> Mneme:
        return self.client

    def __exit__(self, *_: object) -> None:
        self.client.close()
        if self.loop is not None:
            self.loop.run_until_complete(self.loop.shutdown_asyncgens())
            self.loop.close()


@contextlib.contextmanager
def served(mode: str, answer: Reply, options: Options = QUICK) -> Iterator[tuple[Mneme, Canned]]:
    """A client of a server that answers what the test says."""
    with Canned(answer) as server, client_of(mode, server.url, "key", options) as client:
        yield client, server


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with Receiver() as running:
        yield running
