"""The real service, as a child process with a data directory of its own."""

from __future__ import annotations

import os
import socket
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path
from typing import IO

import httpx

REPOSITORY = Path(__file__).resolve().parents[4]
MAIN = REPOSITORY / "dist" / "apps" / "api" / "main.js"
TENANT = "00000000-0000-0000-0000-000000000001"
START_SECONDS = 120


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@dataclass(frozen=True)
class Service:
    """Where it is, and a key with every scope of the sample tenant."""

    url: str
    key: str

    @property
    def port(self) -> int:
        return httpx.URL(self.url).port or 80


class ServiceProcess:
    """Started once for all tests. `stop` ends this process, by its id, and no other."""

    def __init__(self, folder: Path) -> None:
        if not MAIN.exists():
            raise RuntimeError(f"{MAIN} is missing: run `npm run build` first")
        port = free_port()
        self.url = f"http://127.0.0.1:{port}"
        self._data = folder / "data"
        self._log_file = folder / "service.log"
        self._log: IO[bytes] = self._log_file.open("wb")
        environment = {
            "PATH": os.environ["PATH"],
            "MNEME_DATA_DIR": str(self._data),
            "PORT": str(port),
            "HOST": "127.0.0.1",
            "EMBEDDING_MODEL": "builtin-fast",
            "LOG_FORMAT": "json",
            "WARM_UP": "off",
            "WEBHOOK_ALLOW_HTTP": "on",
            "WEBHOOK_ALLOWED_CIDRS": "127.0.0.0/8",
        }
        command = ["node", "--max-semi-space-size=8", str(MAIN)]
        self._process = subprocess.Popen(
            command, cwd=REPOSITORY, env=environment, stdin=subprocess.DEVNULL, stdout=self._log, stderr=self._log
        )

    def wait_until_ready(self) -> None:
        end = time.monotonic() + START_SECONDS
        while time.monotonic() < end:
            if self._process.poll() is not None:
                raise RuntimeError(f"the service ended:\n{self._log_file.read_text()[-2000:]}")
            try:
                if httpx.get(f"{self.url}/health/ready").is_success:
                    return
            except httpx.TransportError:
                pass
            time.sleep(0.1)
        raise RuntimeError(f"the service is not ready:\n{self._log_file.read_text()[-2000:]}")

    @property
    def key(self) -> str:
        return (self._data / "dev-key").read_text()

    def stop(self) -> None:
        self._process.terminate()
        try:
            self._process.wait(30)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._log.close()
