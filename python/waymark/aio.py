"""Apps and hosts for programs with an event loop of `asyncio`. The functions of `waymark` block instead."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from ._service import PATIENCE_SECONDS, Refused, ServiceUnavailable, call, stream
from .values import Location, LocationAbsence, LocationUpdate, NoLocation, ShownWidget, value


async def locate(
    app: str,
    *,
    desired_accuracy_meters: float | None = None,
    maximum_age_seconds: float = 5,
    deadline_seconds: float = 10,
    socket: str | None = None,
) -> Location:
    """Returns the first location that is accurate enough, or raises `NoLocation` with the reason at the deadline."""
    parameters = {
        "app": app,
        "desiredAccuracyMeters": desired_accuracy_meters,
        "maximumAgeSeconds": maximum_age_seconds,
        "deadlineSeconds": deadline_seconds,
    }
    method = "io.waymark.Location.GetLocation"
    reply = await call(socket, method, parameters, deadline_seconds + PATIENCE_SECONDS)
    if "location" in reply:
        return value(Location, reply["location"])
    raise NoLocation(value(LocationAbsence, reply.get("absence")), str(reply.get("text")))


async def updates(
    app: str,
    *,
    desired_accuracy_meters: float | None = None,
    distance_filter_meters: float | None = None,
    minimum_interval_seconds: float | None = None,
    activity: str | None = None,
    socket: str | None = None,
) -> AsyncIterator[LocationUpdate]:
    """Follows the location, or the reason why there is none; the app is in use while the iteration lasts."""
    parameters = {
        "app": app,
        "desiredAccuracyMeters": desired_accuracy_meters,
        "distanceFilterMeters": distance_filter_meters,
        "minimumIntervalSeconds": minimum_interval_seconds,
        "activity": activity,
    }
    async for event in stream(socket, "io.waymark.Location.FollowLocation", parameters):
        if not isinstance(event, ServiceUnavailable):
            yield value(LocationUpdate, event)


async def place(
    app: str,
    kind: str,
    *,
    key: str | None = None,
    family: str | None = None,
    configuration: Mapping[str, Any] | None = None,
    socket: str | None = None,
) -> str:
    """Places a widget, and returns its identifier; with a key, the widget that was placed with it before."""
    parameters = {"app": app, "kind": kind, "key": key, "family": family, "configuration": configuration}
    return str((await call(socket, "io.waymark.Host.Place", parameters)).get("widget"))


async def watch(
    widgets: Sequence[str], *, visible: bool = True, always_in_view: bool = False, socket: str | None = None
) -> AsyncIterator[ShownWidget]:
    """Shows widgets, which are in view while the iteration lasts, unless `visible` is false: each at first, and whenever
    it changes. **Remove at once what is shown of a widget that comes without an entry.**
    """
    shown: dict[str, ShownWidget] = {}
    watched = {"widgets": list(widgets), "alwaysInView": always_in_view or None}
    async for event in stream(socket, "io.waymark.Host.Watch", watched):
        if isinstance(event, ServiceUnavailable):
            continue
        if "session" in event and visible:
            for widget in widgets:
                view = {"widget": widget, "visible": True, "session": event["session"]}
                # It may have been removed meanwhile, or the service may be away again.
                with suppress(Refused, ServiceUnavailable):
                    await call(socket, "io.waymark.Host.SetVisibility", view)
        for one in [*event.get("widgets", []), *([event["widget"]] if "widget" in event else [])]:
            update = value(ShownWidget, one)
            shown[update.widget] = update
            yield update
        if gone := shown.pop(str(event.get("removed")), None):
            yield replace(gone, status="removed", entry=None)
