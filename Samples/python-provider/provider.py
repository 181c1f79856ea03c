#!/usr/bin/env python3
"""A provider of a widget that shows where the machine is, using varlink from PyPI.

A connection with an open stream accepts no calls, so there are two connections: one for events and one for answers.
"""

import argparse
import datetime
import os
import sys

import varlink

ABSENCES = {
    "unauthorized": ("not allowed to know", "denied"),
    "pausedByPerson": ("paused", "unavailable"),
    "insufficientlyInUse": ("not in view recently", "unavailable"),
    "locationUnknown": ("do not know yet", "unavailable"),
    "notWanted": ("do not ask", "ready"),
}


def say(line):
    print(line, flush=True)


def words(reload):
    """Returns the text to show for a request, and a style class for the host."""
    location = reload.get("location")
    if location is None:
        return ABSENCES[reload["locationAbsence"]]
    latitude, longitude = location["latitudeDegrees"], location["longitudeDegrees"]
    return (
        f"{abs(latitude):.5f} {'N' if latitude >= 0 else 'S'}, "
        f"{abs(longitude):.5f} {'E' if longitude >= 0 else 'W'}",
        "fix",
    )


def timeline(reload):
    """Returns the entries of a timeline: one, starting now."""
    text, style = words(reload)
    now = datetime.datetime.now(datetime.timezone.utc).isoformat().replace("+00:00", "Z")
    say(f"reload widget={reload['widget']} reason={reload['reason']} class={style} {text}")
    return [{"date": now, "content": {"text": text, "class": style}}]


def snapshot():
    """Returns what a gallery shows: sample data, for which no location is needed."""
    return {"text": "52.51630 N, 13.37770 E", "class": "fix"}


def serve(socket, app, kind):
    with varlink.Client(address=f"unix:{socket}") as client, client.open(
        "io.waymark.Widgets"
    ) as stream, client.open("io.waymark.Widgets") as calls:
        session = None
        placeholder = {"text": "somewhere", "class": "waiting"}
        kinds = [{"kind": kind, "wantsLocation": True, "placeholder": placeholder}]
        for event in stream.Serve(app=app, kinds=kinds, _more=True):
            authorization = event.get("authorization")
            if event["event"] == "session":
                session = event["session"]
                say(f"connected authorized={str(authorization['isAuthorizedForWidgetUpdates']).lower()}")
            elif event["event"] == "authorization":
                say(f"authorization authorized={str(authorization['isAuthorizedForWidgetUpdates']).lower()}")
            elif event["event"] == "snapshot":
                try:
                    request = event["snapshot"]["request"]
                    calls.DeliverSnapshot(session=session, request=request, content=snapshot())
                except varlink.VarlinkError as error:
                    say(f"refused snapshot {error}")
            elif event["event"] == "stop":
                # The service has had this program started, and nothing needs it now.
                return 0
            elif event["event"] == "reload":
                reload = event["reload"]
                try:
                    calls.DeliverTimeline(
                        session=session, request=reload["request"], entries=timeline(reload), policy="never"
                    )
                except varlink.VarlinkError as error:
                    # The answer is late, or the widget was removed. The service asks again if necessary.
                    say(f"refused widget={reload['widget']} {error}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--socket", default=os.environ.get("WAYMARK_SOCKET", "/run/waymark/waymark.sock"))
    parser.add_argument("--app", default="org.waymark.sample.python")
    parser.add_argument("--kind", default="python")
    options = parser.parse_args()
    try:
        if serve(options.socket, options.app, options.kind) == 0:
            return 0
    except (OSError, varlink.VarlinkError) as error:
        say(f"error {options.socket}: {error}")
        return 1
    say("disconnected")
    return 1


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(0)
