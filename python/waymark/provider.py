"""Providers: programs that make the timelines of kinds of widgets."""

from __future__ import annotations

import asyncio
import inspect
import json
import sys
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timezone
from typing import Any, Union

from ._service import ProtocolError, Refused, ServiceUnavailable, WaymarkError, call, log, stream
from .values import Authorization, Request, value

INTERFACE = "io.waymark.Widgets."

# What a widget shows: a text, or by convention `text`, `detail`, `alt`, `class`, `percentage`.
Content = Union[str, Mapping[str, Any]]


@dataclass(frozen=True)
class Entry:
    """What a widget shows from a date on, by default from now. A time without a zone is local."""

    content: Content
    date: datetime | None = None
    relevance: float | None = None
    relevance_seconds: float | None = None
    # Circles in which the relevance counts, at most 8: latitude, longitude, radius in metres.
    relevant_in: Sequence[tuple[float, float, float]] = ()

    def encoded(self) -> dict[str, Any]:
        date = (self.date or datetime.now()).astimezone(timezone.utc).isoformat()
        entry: dict[str, Any] = {"date": date, "content": _object(self.content)}
        if self.relevance is not None:
            relevance: dict[str, Any] = {"score": self.relevance, "durationSeconds": self.relevance_seconds or 0}
            if self.relevant_in:
                names = ("latitudeDegrees", "longitudeDegrees", "radiusMeters")
                relevance["regions"] = [dict(zip(names, circle)) for circle in self.relevant_in]
            entry["relevance"] = relevance
        return entry


@dataclass(frozen=True)
class Timeline:
    """1 to 256 entries. The next one is asked for after a date, at the end of the last entry, or never by the clock."""

    entries: Sequence[Entry]
    after: datetime | None = None
    at_end: bool = False


Answer = Union[Content, Entry, Timeline]
TimelineFunction = Callable[[Request], Union[Answer, Awaitable[Answer]]]


@dataclass(frozen=True)
class Kind:
    """A kind of widget: the function that makes its timelines, and the snapshots of galleries, and what hosts may know."""

    timeline: TimelineFunction
    wants_location: bool = True
    snapshot: TimelineFunction | None = None
    placeholder: Content | None = None
    name: str | None = None
    description: str | None = None
    families: Sequence[str] = ()

    def declared(self, name: str) -> dict[str, Any]:
        known: dict[str, Any] = {"name": self.name, "description": self.description, "families": list(self.families)}
        if self.placeholder is not None:
            known["placeholder"] = _object(self.placeholder)
        return {"kind": name, "wantsLocation": self.wants_location} | {key: of for key, of in known.items() if of}


class Provider:
    """The widgets of an app. `report` is told of `connected` and `authorization`, with that, and of `disconnected`."""

    def __init__(
        self,
        app: str,
        kinds: Mapping[str, TimelineFunction | Kind],
        *,
        socket: str | None = None,
        report: Callable[[str, Authorization | WaymarkError], object] = lambda event, detail: None,
    ) -> None:
        self.app = app
        self.kinds = {name: kind if isinstance(kind, Kind) else Kind(kind) for name, kind in kinds.items()}
        self._socket = socket
        self._report = report
        self._session = ""
        self._answers: dict[str, asyncio.Task[None]] = {}
        # A user may have 64 connections.
        self._connections = asyncio.Semaphore(4)

    def main(self) -> None:
        """Serves the widgets as the main job of a program, which ends with a message when that fails."""
        try:
            asyncio.run(self.serve())
        except KeyboardInterrupt:
            pass
        except WaymarkError as error:
            print(f"{sys.argv[0]}: {error}", file=sys.stderr)
            sys.exit(3 if isinstance(error, ServiceUnavailable) else 1)

    async def serve(self) -> None:
        """Serves the widgets through restarts of the service, until nothing needs the provider that the service started."""
        kinds = [kind.declared(name) for name, kind in self.kinds.items()]
        try:
            async for event in stream(self._socket, INTERFACE + "Serve", {"app": self.app, "kinds": kinds}):
                if isinstance(event, ServiceUnavailable):
                    self._report("disconnected", event)
                elif event.get("event") == "stop":
                    return
                else:
                    self._handle(event)
        finally:
            for answer in list(self._answers.values()):
                answer.cancel()

    async def reload_timelines(self, kind: str | None = None) -> None:
        """Asks for new timelines of one kind or of all, because the provider's own data has changed."""
        await self._call("ReloadTimelines", {"kind": kind})

    def _handle(self, event: Mapping[str, Any]) -> None:
        match event.get("event"):
            case "session" | "authorization" as what:
                self._session = str(event.get("session", self._session))
                authorization = value(Authorization, event.get("authorization"))
                self._report("connected" if what == "session" else what, authorization)
            case "reload":
                request = value(Request, event.get("reload"))
                # A newer request means that the service no longer waits for the older.
                if older := self._answers.get(request.widget):
                    older.cancel()
                self._start(request.widget, request, self._answer)
            case "snapshot":
                request = value(Request, event.get("snapshot"))
                self._start(request.request, request, self._answer_snapshot)

    def _start(self, key: str, request: Request, answer: Callable[[Request, Kind], Awaitable[None]]) -> None:
        if (kind := self.kinds.get(request.kind)) is None:
            raise ProtocolError(f"a request for the kind '{request.kind}', never declared")

        async def run() -> None:
            # After a refusal or a loss, the service asks again if it needs to.
            try:
                await answer(request, kind)
            except WaymarkError as error:
                log.info("the answer for %s was not taken: %s", request.widget, error)

        task = self._answers[key] = asyncio.create_task(run())
        task.add_done_callback(lambda done: self._answers.pop(key) if self._answers.get(key) is done else None)

    async def _answer(self, request: Request, kind: Kind) -> None:
        session = self._session
        try:
            timeline = _timeline(await _made(kind.timeline, request))
            answer = {
                "request": request.request,
                "entries": [entry.encoded() for entry in timeline.entries],
                "policy": "after" if timeline.after else "atEnd" if timeline.at_end else "never",
                "after": timeline.after.astimezone(timezone.utc).isoformat() if timeline.after else None,
            }
            return await self._call("DeliverTimeline", answer, session)
        except Exception as error:
            if isinstance(error, Refused) and error.name.endswith((".RequestOver", ".UnknownSession")):
                raise
            log.warning("no timeline for %s", request.widget, exc_info=error)
            # A name of a file that is no UTF-8, for example, has characters that no message can carry.
            message = f"{type(error).__name__}: {error}"[:1000].encode(errors="replace").decode()
        await self._call("FailTimeline", {"request": request.request, "message": message}, session)

    async def _answer_snapshot(self, request: Request, kind: Kind) -> None:
        session, content = self._session, None
        try:
            entry = _timeline(await _made(kind.snapshot or kind.timeline, request)).entries[0]
            json.dumps(content := _object(entry.content), ensure_ascii=False, allow_nan=False).encode()
        except Exception as error:
            log.warning("no snapshot of %s", request.kind, exc_info=error)
            content = None
        await self._call("DeliverSnapshot", {"request": request.request, "content": content}, session)

    async def _call(self, method: str, parameters: Mapping[str, Any], session: str | None = None) -> None:
        # A connection with an open stream can carry no calls, and one whose call was cancelled no more of them.
        async with self._connections:
            await call(self._socket, INTERFACE + method, {"session": session or self._session, **parameters})


async def _made(function: TimelineFunction, request: Request) -> Answer:
    is_async = inspect.iscoroutinefunction(function)
    made = function(request) if is_async else await asyncio.to_thread(function, request)
    return await made if inspect.isawaitable(made) else made


def _timeline(answer: Answer) -> Timeline:
    if isinstance(answer, Timeline):
        return answer
    return Timeline([answer if isinstance(answer, Entry) else Entry(answer)])


def _object(content: Content) -> dict[str, Any]:
    if isinstance(content, str):
        return {"text": content}
    if isinstance(content, Mapping):
        return dict(content)
    raise TypeError(f"a widget shows a text or a mapping, not {type(content).__name__}")
