"""The values of the interfaces. What the service does not know is `None`; its words may become more."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, dataclass, field, fields
from typing import Any, TypeVar

from ._service import ProtocolError, WaymarkError

Value = TypeVar("Value")


def value(kind: type[Value], members: Any) -> Value:
    """Reads a value: a member is named as the attribute, in camel case."""
    if not isinstance(members, dict):
        raise ProtocolError(f"a {kind.__name__} that is not an object")
    attributes: dict[str, Any] = {}
    for attribute in fields(kind):  # type: ignore[arg-type]
        first, *others = attribute.name.split("_")
        member = members.get(first + "".join(word.title() for word in others))
        if member is not None:
            of = attribute.metadata.get("of")
            attributes[attribute.name] = value(of, member) if of else member
        elif attribute.default is MISSING and attribute.default_factory is MISSING:
            raise ProtocolError(f"a {kind.__name__} without '{attribute.name}'")
    return kind(**attributes)


@dataclass(frozen=True)
class Location:
    """A position. Degrees are WGS-84, accuracies radii at 68 % unless they say otherwise."""

    latitude_degrees: float
    longitude_degrees: float
    age_seconds: float
    source: str
    time: str | None = None
    horizontal_accuracy_meters: float | None = None
    horizontal_accuracy95_meters: float | None = None
    altitude_meters: float | None = None
    vertical_accuracy_meters: float | None = None
    speed_meters_per_second: float | None = None
    course_degrees: float | None = None
    trust: str | None = None


@dataclass(frozen=True)
class Authorization:
    """What the person decided about an app."""

    status: str
    accuracy: str
    widgets: str
    is_authorized_for_widget_updates: bool


@dataclass(frozen=True)
class LocationAbsence:
    """Why there is no location, with the evidence."""

    reason: str | None = None
    cause: str | None = None
    receiver: str | None = None
    since_seconds: float | None = None
    problem: str | None = None
    satellites_used: int | None = None
    satellites_in_view: int | None = None
    text: str | None = None


class NoLocation(WaymarkError):
    """There is no location; `absence.reason` is `notDetermined`, `denied`, `locationUnknown` and the like."""

    def __init__(self, absence: LocationAbsence, text: str) -> None:
        super().__init__(f"no location: {text}")
        self.absence = absence


@dataclass(frozen=True)
class LocationUpdate:
    """The location, or the diagnostics that say why there is none, or both."""

    location: Location | None = field(default=None, metadata={"of": Location})
    diagnostics: list[str] = field(default_factory=list)
    absence: LocationAbsence | None = field(default=None, metadata={"of": LocationAbsence})
    text: str | None = None
    dropped: int = 0


@dataclass(frozen=True)
class Request:
    """A request for a timeline. Without a location, `location_absence` says why."""

    request: str
    kind: str
    family: str
    configuration: Mapping[str, Any]
    deadline: str
    widget: str = "w0"
    reason: str = "snapshot"
    is_authorized_for_widget_updates: bool = False
    location: Location | None = field(default=None, metadata={"of": Location})
    location_absence: str | None = None
    unknown_location: LocationAbsence | None = field(default=None, metadata={"of": LocationAbsence})

    @property
    def is_preview(self) -> bool:
        """Whether it is for a gallery, to be answered with sample data within two seconds."""
        return self.reason == "snapshot"


@dataclass(frozen=True)
class ShownWidget:
    """A widget as a host shows it. Its status is `removed` once it has been removed."""

    widget: str
    app: str
    kind: str
    family: str
    status: str
    entry: Mapping[str, Any] | None = None
    placeholder: Mapping[str, Any] | None = None

    @property
    def text(self) -> str | None:
        """The text to show now."""
        content = (self.entry or {}).get("content")
        text = content.get("text") if isinstance(content, dict) else None
        return text if isinstance(text, str) else None
