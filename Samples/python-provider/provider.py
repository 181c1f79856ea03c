#!/usr/bin/env python3
"""A provider of a widget that shows where the machine is, and a line for each event."""

import argparse

import waymark

ABSENCES = {
    "unauthorized": ("not allowed to know", "denied"),
    "pausedByPerson": ("paused", "unavailable"),
    "insufficientlyInUse": ("not in view recently", "unavailable"),
    "locationUnknown": ("do not know yet", "unavailable"),
    "notWanted": ("do not ask", "ready"),
}


def where(request: waymark.Request) -> waymark.Entry:
    if place := request.location:
        north, east = place.latitude_degrees, place.longitude_degrees
        text = f"{abs(north):.5f} {'N' if north >= 0 else 'S'}, {abs(east):.5f} {'E' if east >= 0 else 'W'}"
        style = "fix"
    else:
        text, style = ABSENCES.get(request.location_absence or "", ("do not know", "unavailable"))
    print(f"reload widget={request.widget} reason={request.reason} class={style} {text}", flush=True)
    return waymark.Entry({"text": text, "class": style})


def report(event: str, detail: waymark.Authorization | waymark.WaymarkError) -> None:
    if isinstance(detail, waymark.Authorization):
        print(f"{event} authorized={str(detail.is_authorized_for_widget_updates).lower()}", flush=True)
    else:
        print(f"{event} {detail}", flush=True)


parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("--socket")
parser.add_argument("--app", default="org.waymark.sample.python")
parser.add_argument("--kind", default="python")
options = parser.parse_args()
example = {"text": "52.51630 N, 13.37770 E", "class": "fix"}
kind = waymark.Kind(where, snapshot=lambda request: example, placeholder={"text": "somewhere", "class": "waiting"})
waymark.Provider(options.app, {options.kind: kind}, socket=options.socket, report=report).main()
