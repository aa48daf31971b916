"""What is refused before anything is sent: time limits, headers, credentials, addresses."""

from __future__ import annotations

import math
import re

import httpx

TOKEN = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
USER = re.compile(r"//[^/?#]*@")
# The one wrong path that people paste: it is in every path of a call already.
API_PATH = "/api/v1"


def seconds(name: str, value: object, *, zero: bool = False) -> None:
    """A time that can be waited for. Infinity is no limit."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise TypeError(f"{name} must be a number of seconds, not {value!r}")
    if math.isnan(value) or value < 0 or (value == 0 and not zero):
        least = "at least 0" if zero else "more than 0"
        raise ValueError(f"{name} must be {least} seconds, or math.inf for no limit, not {value!r}")


def whole(name: str, value: object) -> None:
    """A number of times."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError(f"{name} must be a whole number, not {value!r}")
    if value < 0:
        raise ValueError(f"{name} must be at least 0, not {value!r}")


def header(option: str, value: object, name: object = "Any") -> None:
    """A header that HTTP can carry."""
    if not isinstance(value, str) or not isinstance(name, str):
        raise TypeError(f"{option} must be text, not {type(name if isinstance(value, str) else value).__name__}")
    if not TOKEN.fullmatch(name):
        raise ValueError(f"{option} has a name that no header can have: {name!r}")
    if not re.fullmatch(r"[\t -~]*", value):
        raise ValueError(f"{option} must be printable ASCII")


def present(option: str, value: object, variable: str) -> str:
    """A setting that was given: an empty one is a mistake, and must not turn into the one of the environment."""
    # A value from a file may end with a line feed.
    given = text(option, value).strip()
    if not given:
        raise ValueError(f"{option} is empty: give it a value, or leave it out (or None) to use {variable}")
    return given


def text(option: str, value: object) -> str:
    """A text."""
    if not isinstance(value, str):
        raise TypeError(f"{option} must be a str, not {type(value).__name__}")
    return value


def credential(option: str, value: str) -> str:
    """A key that can stand in a header. It is not shown in the error."""
    value = value.strip()
    if not value:
        raise ValueError(f"{option} is empty")
    if not re.fullmatch(r"[!-~]+", value):
        raise ValueError(f"{option} has a character that is not visible ASCII, so it cannot stand in a header")
    return value


def address(option: str, value: str) -> str:
    """The address of a service, without the slash and without the path of the API at its end."""
    shown = USER.sub("//…@", value)
    try:
        url = httpx.URL(value)
        port = url.port
        url.raw_host.decode("ascii").encode("idna")  # the resolver does this too, and names have rules
    except (httpx.InvalidURL, ValueError):
        raise ValueError(f"{option} is not an address: {shown!r}") from None
    reachable = url.host and (port is None or 0 < port < 65536) and not re.search(r"\s", value)
    if url.scheme not in {"http", "https"} or not reachable:
        raise ValueError(f"{option} must be an http or https address such as http://127.0.0.1:3000, not {shown!r}")
    if shown != value or "?" in value or "#" in value:
        raise ValueError(f"{option} must have no user, query or fragment: {shown!r}")
    return value.rstrip("/").removesuffix(API_PATH).rstrip("/")
