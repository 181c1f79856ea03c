"""The connection to the service: JSON objects, each ended by a zero byte, on a Unix socket."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import random
from collections.abc import AsyncIterator, Mapping
from typing import Any

log = logging.getLogger("waymark")

# The service answers after one transaction of its store, which takes seconds on an old memory card.
PATIENCE_SECONDS = 30.0
LONGEST_CALL_BYTES = 65_536
LONGEST_REPLY_BYTES = 16 << 20
LONGEST_PAUSE_SECONDS = 10.0

OLDER = "it is older than this program; upgrade it, or restart it after an upgrade"

# What is wrong and what to do, in the words of the interfaces, where the members of an error do not say it.
MESSAGES = {
    "InterfaceNotFound": "the service does not know {interface}: " + OLDER,
    "MethodNotFound": "the service does not know {method}: " + OLDER,
    "MethodNotImplemented": "the service does not know {method}: " + OLDER,
    "InvalidParameter": "the service does not accept the value of '{parameter}'",
    "PermissionDenied": "it is not for this user to call",
    "StateNotSaved": "the decision is in force but not yet saved: {reason}; the service keeps trying",
    "UnknownKind": "there is no kind '{kind}' of '{app}'; 'waymarkctl kinds' lists those of manifests and of providers "
    "that have run once",
    "UnknownWidget": "there is no widget '{widget}'; 'waymarkctl widgets' lists the existing ones",
}


class WaymarkError(Exception):
    """What went wrong between a program and the service."""


class ServiceUnavailable(WaymarkError):
    """The service does not run, went away or did not answer in time: it may be there later."""


class ProtocolError(WaymarkError):
    """The service sent something that the protocol does not allow."""


class Refused(WaymarkError):
    """The service answered with an error, whose name is that of its interface, such as `io.waymark.Host.UnknownKind`."""

    def __init__(self, method: str, name: str, parameters: Mapping[str, Any]) -> None:
        error = name.rpartition(".")[2]
        try:
            reason = MESSAGES[error].format_map(parameters)
        except KeyError:
            reason = parameters.get("reason") or ", ".join(f"{key} {value}" for key, value in parameters.items())
        super().__init__(f"{method}: {error}{': ' if reason else ''}{reason}")
        self.name = name
        self.parameters = parameters


class Connection:
    """A connection that carries either calls, one after the other, or one stream."""

    def __init__(self, path: str | None) -> None:
        self.path = path or os.environ.get("WAYMARK_SOCKET") or "/run/waymark/waymark.sock"
        self._received = bytearray()

    async def __aenter__(self) -> Connection:
        try:
            # With a short buffer, the service notices a slow client and drops what is outdated.
            self._reader, self._writer = await asyncio.open_unix_connection(self.path)
        except PermissionError as error:
            raise WaymarkError(f"this user may not connect to {self.path}") from error
        except OSError as error:
            raise ServiceUnavailable(f"cannot connect to {self.path}: {error.strerror}; is waymarkd running?") from error
        return self

    async def __aexit__(self, *_: object) -> None:
        self._writer.close()

    async def send(self, method: str, parameters: Mapping[str, Any], more: bool) -> None:
        present = {key: value for key, value in parameters.items() if value is not None}
        call = {"method": method, "parameters": present, "more": more}
        message = json.dumps(call, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode()
        if len(message) > LONGEST_CALL_BYTES:
            raise ValueError(f"{len(message)} bytes are too long for a message, which may have {LONGEST_CALL_BYTES}")
        try:
            self._writer.write(message + b"\0")
            await self._writer.drain()
        except OSError as error:
            raise ServiceUnavailable(f"the service closed the connection to {self.path}") from error

    async def reply(self, method: str) -> dict[str, Any]:
        searched = 0
        while (end := self._received.find(0, searched)) < 0:
            searched = len(self._received)
            if searched > LONGEST_REPLY_BYTES:
                raise ProtocolError(f"a reply to {method} without an end")
            try:
                piece = await self._reader.read(65_536)
            except OSError:
                piece = b""
            if not piece:
                raise ServiceUnavailable(f"the service closed the connection to {self.path}")
            self._received += piece
        message = bytes(self._received[:end])
        del self._received[: end + 1]
        try:
            reply = json.loads(message)
        except (ValueError, RecursionError) as error:
            raise ProtocolError(f"a reply to {method} that is not JSON") from error
        parameters = reply.get("parameters", {}) if isinstance(reply, dict) else None
        if not isinstance(parameters, dict):
            raise ProtocolError(f"a reply to {method} that is not an object")
        if "error" in reply:
            raise Refused(method, str(reply["error"]), parameters)
        return parameters


async def call(
    path: str | None, method: str, parameters: Mapping[str, Any], within_seconds: float = PATIENCE_SECONDS
) -> dict[str, Any]:
    """Calls a method on a connection of its own."""
    async with Connection(path) as connection:
        try:
            async with asyncio.timeout(within_seconds):
                await connection.send(method, parameters, more=False)
                return await connection.reply(method)
        except TimeoutError as error:
            raise ServiceUnavailable(f"the service at {connection.path} did not answer in time") from error


async def stream(
    path: str | None, method: str, parameters: Mapping[str, Any]
) -> AsyncIterator[dict[str, Any] | ServiceUnavailable]:
    """Returns the events of a stream through restarts of a service that is there at the start, and each loss of it."""
    pause: float | None = None
    while True:
        try:
            async with Connection(path) as connection:
                await connection.send(method, parameters, more=True)
                while True:
                    reply = await connection.reply(method)
                    # It is drawn, so that not all clients come back at the same instant.
                    pause = random.uniform(0.05, 1)
                    if reply.get("event") != "keepAlive":
                        yield reply
        except (ServiceUnavailable, Refused) as error:
            # A service whose disk is full refuses what it cannot save, which is not for good.
            is_away = isinstance(error, ServiceUnavailable) or error.name.endswith(".StateNotSaved")
            if pause is None or not is_away:
                raise
            log.info("%s; tries again in %.1f s", error, pause)
            yield ServiceUnavailable(str(error))
            await asyncio.sleep(pause)
            pause = min(pause * 2, LONGEST_PAUSE_SECONDS)
