"""Widgets, hosts and apps of the location service Waymark: in blocking functions, and in `aio` for event loops."""

from __future__ import annotations

import asyncio
import functools
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from typing import Any, ParamSpec, TypeVar

from . import aio
from ._service import ProtocolError, Refused, ServiceUnavailable, WaymarkError
from .provider import Entry, Kind, Provider, Timeline
from .values import Authorization, Location, LocationAbsence, LocationUpdate, NoLocation, Request, ShownWidget

__all__ = [
    "Authorization", "Entry", "Kind", "Location", "LocationAbsence", "LocationUpdate", "NoLocation", "ProtocolError",
    "Provider", "Refused", "Request", "ServiceUnavailable", "ShownWidget", "Timeline", "WaymarkError", "aio", "locate",
    "place", "updates", "watch",
]  # fmt: skip

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")


def _blocking(function: Callable[Parameters, Coroutine[Any, Any, Result]]) -> Callable[Parameters, Result]:
    @functools.wraps(function)
    def block(*arguments: Parameters.args, **options: Parameters.kwargs) -> Result:
        return asyncio.run(function(*arguments, **options))

    return block


def _iterating(function: Callable[Parameters, AsyncIterator[Result]]) -> Callable[Parameters, Iterator[Result]]:
    @functools.wraps(function)
    def iterate(*arguments: Parameters.args, **options: Parameters.kwargs) -> Iterator[Result]:
        async def following() -> Result:
            return await anext(elements)

        with asyncio.Runner() as runner:
            elements = function(*arguments, **options)
            while True:
                try:
                    element = runner.run(following())
                except StopAsyncIteration:
                    return
                yield element

    return iterate


locate = _blocking(aio.locate)
place = _blocking(aio.place)
updates = _iterating(aio.updates)
watch = _iterating(aio.watch)
