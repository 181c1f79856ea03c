#!/usr/bin/env python3
"""Serves three small apps to the board's demo: board-widgets.py SOCKET FOLDER, where FOLDER gets their manifests.

Each app has a provider of its own, in a thread of its own, which needs nothing but a socket. docs/interfaces.md explains
the calls.
"""

import datetime
import json
import math
import os
import socket
import sys
import threading

CITIES = [
    ("Basel", 47.5596, 7.5886), ("Bern", 46.9480, 7.4474), ("Colmar", 48.0794, 7.3585), ("Karlsruhe", 49.0069, 8.4037),
    ("Konstanz", 47.6603, 9.1758), ("Mulhouse", 47.7508, 7.3359), ("Offenburg", 48.4735, 7.9450),
    ("Strasbourg", 48.5734, 7.7521), ("Stuttgart", 48.7758, 9.1829), ("Zürich", 47.3769, 8.5417),
]


def now():
    return datetime.datetime.now(datetime.timezone.utc)


def date_text(date):
    return date.strftime("%Y-%m-%dT%H:%M:%SZ")


def without_location(reason):
    text = {
        "unauthorized": "Not allowed to know", "insufficientlyInUse": "Not in view lately",
    }.get(reason, "Not known yet")
    return [(now(), {"text": text})], "never"


# A place for what a gallery shows: the Minster of Freiburg.
SAMPLE = {"latitudeDegrees": 47.9955, "longitudeDegrees": 7.8529}


def sun(location, started, configuration):
    """The next sunset or sunrise, by the usual approximation, which is good to some minutes."""
    latitude = math.radians(location["latitudeDegrees"])
    day = now().timetuple().tm_yday
    turn = 2 * math.pi / 365 * (day - 1 + 0.5)
    minutes = 229.18 * (
        0.000075 + 0.001868 * math.cos(turn) - 0.032077 * math.sin(turn)
        - 0.014615 * math.cos(2 * turn) - 0.040849 * math.sin(2 * turn)
    )
    tilt = (
        0.006918 - 0.399912 * math.cos(turn) + 0.070257 * math.sin(turn) - 0.006758 * math.cos(2 * turn)
        + 0.000907 * math.sin(2 * turn)
    )
    cosine = (math.cos(math.radians(90.833)) - math.sin(latitude) * math.sin(tilt)) / (math.cos(latitude) * math.cos(tilt))
    half = math.degrees(math.acos(max(-1.0, min(1.0, cosine)))) * 4
    noon = 720 - 4 * location["longitudeDegrees"] - minutes
    midnight = now().replace(hour=0, minute=0, second=0, microsecond=0)
    rise = midnight + datetime.timedelta(minutes=noon - half)
    sets = midnight + datetime.timedelta(minutes=noon + half)
    is_up = rise <= now() < sets
    label, coming = ("Sunset", sets) if is_up else ("Sunrise", rise)
    before = f"It rose at {rise.astimezone():%H:%M}" if is_up else f"Sunset at {sets.astimezone():%H:%M}"
    # How high it stands through the day, in degrees, hour by hour.
    heights = [
        round(math.degrees(math.asin(
            math.sin(latitude) * math.sin(tilt)
            + math.cos(latitude) * math.cos(tilt) * math.cos(math.radians((60 * hour - noon) / 4))
        )), 1)
        for hour in range(25)
    ]
    return [(now(), {
        "text": f"{label} {coming.astimezone():%H:%M}", "detail": before, "value": f"{coming.astimezone():%H:%M}", "label": label,
        "icon": label.lower(), "tint": "orange" if is_up else "purple",
        "chart": {"values": heights, "range": [0, 90], "ends": ["0:00 UTC", "24:00"]},
    })], "never"


def city(location, started, configuration):
    """The nearest of some cities."""
    miles = configuration.get("units") == "miles"

    def distance(place):
        return f"{kilometres(place) / (1.609344 if miles else 1):.0f} {'mi' if miles else 'km'}"

    def kilometres(place):
        _, latitude, longitude = place
        east = (longitude - location["longitudeDegrees"]) * math.cos(math.radians(latitude))
        return 111.32 * math.hypot(latitude - location["latitudeDegrees"], east)

    near = sorted(CITIES, key=kilometres)
    text = f"{near[0][0]} {distance(near[0])}"
    others = near[1:1 + configuration.get("others", 2)]
    detail = ", ".join(f"{place[0]} {distance(place)}" for place in others)
    content = {"text": text, "detail": detail, "icon": "pin", "label": "The nearest city"}
    if others:
        content["rows"] = [{"label": place[0], "value": distance(place), "icon": "route"} for place in others]
    return [(now(), content)], "never"


def rest(location, started, configuration):
    """The time until the next rest of a driver, an entry for each minute: it needs no location."""
    entries = []
    after = configuration.get("after", 90)
    for minute in range(0, after + 1):
        left = after - minute
        text = f"Rest in {left} min" if left else "Rest now"
        content = {
            "text": text, "detail": f"Driving since {started.astimezone():%H:%M}", "percentage": round(100 * minute / after),
            "value": left, "unit": "min", "label": "until a rest", "icon": "car",
            "gauge": {"value": minute, "range": [0, after], "zones": [
                {"to": after * 0.7, "tint": "green"}, {"to": after * 0.9, "tint": "yellow"}, {"to": after, "tint": "red"},
            ]},
        }
        entries.append((started + datetime.timedelta(minutes=minute), content))
    return entries, "atEnd"


APPS = [
    ("org.example.Sun", "Sun", "sun", sun, "Shows when the sun rises and sets where you are."),
    ("org.example.Cities", "Cities nearby", "cities", city, "Shows how far the next cities are."),
    ("org.example.Rest", "Driving time", "rest", rest, None),
]

# What the gallery says of each kind: its name, its description, its families, and its configuration.
KINDS = {
    "sun": ("Sunrise and sunset", "When the sun rises or sets next.", "small medium", None),
    "cities": ("Nearest cities", "How far the next cities are.", "medium small inline", {
        "units": {"type": "string", "enum": ["kilometres", "miles"], "default": "kilometres", "title": "Units"},
        "others": {"type": "integer", "minimum": 0, "maximum": 5, "default": 2, "title": "Further cities"},
    }),
    "rest": ("Time to rest", "Counts down to the next break.", "small circular", {
        "after": {"type": "integer", "minimum": 15, "maximum": 240, "default": 90, "title": "Minutes at the wheel"},
    }),
}


def manifest(app, name, kind, purpose):
    lines = ["[App]", f"Identifier={app}", f"Name={name}"]
    lines += [f"WhenInUsePurpose={purpose}"] if purpose else []
    lines += ["[Extension widgets]", f"Kinds={kind}", f"WantsLocation={'yes' if purpose else 'no'}"]
    title, description, families, properties = KINDS[kind]
    lines += [f"[Kind {kind}]", f"Name={title}", f"Description={description}", f"Families={families}"]
    if properties:
        lines.append("Configuration=" + json.dumps({"properties": properties}))
    return "\n".join(lines) + "\n"


class Connection:
    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(path)
        self.rest = b""

    def send(self, method, parameters, **flags):
        message = {"method": f"io.waymark.{method}", "parameters": parameters, **flags}
        self.socket.sendall(json.dumps(message).encode() + b"\0")

    def receive(self):
        while b"\0" not in self.rest:
            data = self.socket.recv(65536)
            if not data:
                raise ConnectionError("the service went away")
            self.rest += data
        message, self.rest = self.rest.split(b"\0", 1)
        return json.loads(message)

    def call(self, method, parameters):
        self.send(method, parameters)
        return self.receive()


def serve(path, app, kind, timeline, wants_location):
    started = now()
    stream, calls = Connection(path), Connection(path)
    stream.send("Widgets.Serve", {"app": app, "kinds": [{"kind": kind, "wantsLocation": wants_location}]}, more=True)
    session = None
    while True:
        event = stream.receive()["parameters"]
        session = event.get("session", session)
        if event["event"] == "snapshot":
            snapshot = event["snapshot"]
            entries, _ = timeline(SAMPLE, now(), snapshot["configuration"])
            calls.call("Widgets.DeliverSnapshot", {
                "session": session, "request": snapshot["request"], "content": entries[0][1],
            })
        if event["event"] != "reload":
            continue
        reload = event["reload"]
        if wants_location and "location" not in reload:
            entries, policy = without_location(reload["locationAbsence"])
        else:
            entries, policy = timeline(reload.get("location"), started, reload["configuration"])
        calls.call("Widgets.DeliverTimeline", {
            "session": session, "request": reload["request"], "policy": policy,
            "entries": [{"date": date_text(date), "content": content} for date, content in entries],
        })


def main():
    path, folder = sys.argv[1:]
    for app, name, kind, timeline, purpose in APPS:
        with open(os.path.join(folder, f"{app}.app"), "w", encoding="utf-8") as file:
            file.write(manifest(app, name, kind, purpose))
        thread = threading.Thread(target=serve, args=(path, app, kind, timeline, purpose is not None), daemon=True)
        thread.start()
    threading.Event().wait()


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        pass
