"""Makes every call with every parameter varied, as root and as another user, and prints what comes of it.

usage: call-variants.py SOCKET

Digits in replies are printed as #, because numbers of sessions and requests are drawn.
"""

import json
import os
import re
import socket
import sys

STRANGER = 65123
VALUES = ["absent", None, 0, -1, 1.5, 5_000_000_000, 1e300, True, "", "x", "a\nb", "é" * 300, "org.example.Other", "2026-01-01T00:00:00Z",
          [], ["x"], {}, {"x": 1}, "w999999", "s999999"]


def connected_elsewhere(path):
    """Returns a socket that another process has connected, and what keeps that process."""
    ours, theirs = socket.socketpair()
    if os.fork() == 0:
        ours.close()
        with socket.socket(socket.AF_UNIX) as connected:
            connected.connect(path)
            socket.send_fds(theirs, [b"x"], [connected.fileno()])
        theirs.recv(1)
        os._exit(0)
    theirs.close()
    [descriptor] = socket.recv_fds(ours, 1, 1)[1]
    return socket.socket(fileno=descriptor), ours


class Connection:
    def __init__(self, path, user, elsewhere=False):
        self.rest = b""
        if elsewhere:
            self.socket, self.keeper = connected_elsewhere(path)
            return
        os.setegid(user)
        os.seteuid(user)
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(60)
        self.socket.connect(path)
        os.seteuid(0)
        os.setegid(0)

    def send(self, method, parameters, more):
        message = {"method": "io.waymark." + method, "parameters": parameters, "more": more}
        self.socket.sendall(json.dumps(message).encode() + b"\0")

    def reply(self):
        while b"\0" not in self.rest:
            received = self.socket.recv(1 << 16)
            if not received:
                return {"error": "the connection was closed"}
            self.rest += received
        text, self.rest = self.rest.split(b"\0", 1)
        return json.loads(text)

    def call(self, method, parameters, more=False):
        self.send(method, parameters, more)
        return self.reply()


def shown(item):
    """Returns the name of a part of a reply, and its value if that is a word or a truth value."""
    name, value = item
    is_word = isinstance(value, str) and value.isalpha()
    return name + "=" + str(value) if is_word or value is None or isinstance(value, bool) else name


class Calls:
    """The calls that are varied, with what they refer to."""

    def __init__(self, path):
        self.path = path
        # A process that serves widgets is no app, and this one is to be both.
        provider = Connection(path, 0, elsewhere=True)
        root = Connection(path, 0)
        root.call("Settings.Authorize", {"app": "org.example.App", "status": "authorizedAlways", "widgets": "granted"})
        self.streams = [provider]
        kinds = [{"kind": "here", "wantsLocation": True}, {"kind": "there", "wantsLocation": False}]
        self.names = {
            "provider": provider.call("Widgets.Serve", {"app": "org.example.App", "kinds": kinds}, True)["parameters"]["session"],
            "host": self.stream("Host.Watch", {})["session"],
            "agent": self.stream("Settings.Agent", {})["session"],
            "open": self.stream("Location.Open", {"app": "org.example.App"})["session"],
            "launcher": self.stream("Launcher.Serve", {"manager": "user", "running": []})["session"],
            "feed": self.stream("Beacons.Feed", {})["session"],
            "widget": root.call("Host.Place", {"app": "org.example.App", "kind": "here"})["parameters"]["widget"],
        }
        asked = root.call("Widgets.ReloadTimelines", {"session": self.names["provider"]})["parameters"]
        self.names["ticket"] = asked["reloads"][0]["ticket"]

    def stream(self, method, parameters):
        connection = Connection(self.path, 0)
        self.streams.append(connection)
        return connection.call(method, parameters, True)["parameters"]

    def filled(self, value):
        if isinstance(value, dict):
            return {name: self.filled(part) for name, part in value.items()}
        if isinstance(value, list):
            return [self.filled(part) for part in value]
        if isinstance(value, str) and value.startswith("$"):
            return self.names[value[1:]]
        return value

    def outcome(self, user, method, parameters, more):
        reply = Connection(self.path, user).call(method, self.filled(parameters), more)
        if "error" not in reply:
            return "ok " + " ".join(sorted(map(shown, reply.get("parameters", {}).items())))
        text = json.dumps(reply.get("parameters", {}), ensure_ascii=False, sort_keys=True)
        return reply["error"] + " " + re.sub("[0-9]+", "#", text)

    def vary(self, method, more, parameters):
        for user, who in [(0, "root"), (STRANGER, "other")]:
            for name in parameters:
                for value in VALUES:
                    changed = dict(parameters)
                    if value == "absent":
                        del changed[name]
                    else:
                        changed[name] = value
                    text = json.dumps(value, ensure_ascii=False) if value != "absent" else value
                    print(who, method, name, text, self.outcome(user, method, changed, more))
        for user, who in [(STRANGER, "other"), (0, "root")]:
            for asks in [not more, more]:
                print(who, method, "more" if asks else "once", self.outcome(user, method, parameters, asks))


APP = {"app": "org.example.App"}
CIRCLE = {"latitudeDegrees": 47, "longitudeDegrees": 8, "radiusMeters": 200}
PROGRAM = APP | {"user": 0, "launch": "l999999"}
REGION = APP | {"monitor": "m", "identifier": "home"}
ENTRIES = [{"date": "2026-01-01T00:00:00Z", "content": {}}]
MANIFEST = "[App]\nIdentifier=org.example.Registered\nName=Registered\nWhenInUsePurpose=Shows what is near.\n"
SIGHTING = {"uuid": "f7826da6-4fa2-4e98-8024-bc5b71e0893e", "major": 1, "minor": 2, "rssi": -60, "powerAtOneMeter": -59}

CALLS = [
    ("Inspect.GetStatus", False, {}),
    ("Inspect.GetMetrics", False, {}),
    ("Inspect.ListWidgets", False, {"after": None}),
    ("Inspect.ListBudgets", False, {"widget": "$widget", "after": None}),
    ("Inspect.Explain", False, {"widget": "$widget"}),
    ("Inspect.ExplainApp", False, APP | {"user": 0}),
    ("Inspect.WatchDecisions", True,
     APP | {"widget": "$widget", "since": "2026-01-01T00:00:00Z", "until": None, "limit": 1}),
    ("Inspect.WatchReceivers", True, {}),
    ("Host.ListKinds", False, APP | {"user": 0, "locale": "de", "after": None}),
    ("Host.MostRelevant", False, {"widgets": ["$widget"]}),
    ("Host.Place", False, APP | {"kind": "there", "user": 0, "family": "small", "configuration": None, "key": "bar"}),
    ("Host.Configure", False, {"widget": "$widget", "family": "small", "configuration": None}),
    ("Host.SetVisibility", False, {"widget": "$widget", "visible": False, "session": "$host"}),
    ("Host.SetAppVisibility", False, APP | {"visible": True, "session": "$host", "user": 0}),
    ("Host.Watch", True, {"widgets": ["$widget"], "alwaysInView": False}),
    ("Beacons.Report", False,
     {"session": "$feed", "listening": True, "problem": None, "sightings": [SIGHTING]}),
    ("Location.GetAvailability", False, {}),
    ("Location.Open", True, APP),
    ("Location.RequestAuthorization", False, {"session": "$open", "level": "whenInUse"}),
    ("Location.GetLocation", False,
     {"app": "org.example.Unasked", "desiredAccuracyMeters": 10, "maximumAgeSeconds": 1, "deadlineSeconds": 1}),
    ("Location.FollowLocationFor", True,
     APP | {"user": 0, "process": os.getpid(), "accuracy": "full", "desiredAccuracyMeters": 10,
            "distanceFilterMeters": 10, "minimumIntervalSeconds": 1}),
    ("Launcher.Serve", True, {"manager": "user", "running": []}),
    ("Launcher.Report", False,
     {"session": "$launcher", "program": PROGRAM, "outcome": "started", "fault": None, "message": None}),
    ("Location.RequestTemporaryFullAccuracy", False, {"session": "$open", "purpose": "lightning"}),
    ("Location.FollowLocation", True,
     APP | {"desiredAccuracyMeters": 10, "distanceFilterMeters": 10, "minimumIntervalSeconds": 1, "activity": "other"}),
    ("Location.FollowHeading", True, APP | {"filterDegrees": 5}),
    ("Location.FollowBeacons", True, APP | {"uuid": SIGHTING["uuid"], "major": 1, "minor": 2}),
    ("Location.HoldSession", True, APP | {"level": "none", "fullAccuracyPurpose": None, "background": False}),
    ("Monitor.StartMonitoring", False, APP | {"service": "visits"}),
    ("Monitor.ListMonitoring", False, APP),
    ("Monitor.StopMonitoring", False, APP | {"service": "visits"}),
    ("Monitor.FollowEvents", True, APP),
    ("Monitor.Acknowledge", False, APP | {"event": "e1"}),
    ("Monitor.AddRegion", False, REGION | {"circle": CIRCLE, "geoJSON": None, "beacons": None, "assuming": "outside"}),
    ("Monitor.AddRegion", False, REGION | {"beacons": {"uuid": SIGHTING["uuid"], "major": 1, "minor": 2}}),
    ("Monitor.ListRegions", False, APP | {"after": None}),
    ("Monitor.RemoveRegion", False, REGION),
    ("Settings.ListApps", False, {"after": None}),
    ("Settings.StatePlace", False, {"place": None}),
    ("Settings.GetStatedPlace", False, {}),
    ("Settings.SwitchServices", False, {"on": True, "user": 0, "everybody": None}),
    ("Settings.GetServices", False, {}),
    ("Settings.Agent", True, {"locale": "de"}),
    ("Settings.AnswerPrompt", False, {"session": "$agent", "prompt": "p1", "choice": "deny", "accuracy": "full"}),
    ("Settings.RegisterManifest", False, {"text": MANIFEST, "user": 0}),
    ("Settings.ListManifests", False, {"user": 0, "after": "org.example.A"}),
    ("Settings.WithdrawManifest", False, {"app": "org.example.Registered", "user": 0}),
    ("Settings.ListAccesses", False, APP | {"limit": 1, "after": None}),
    ("Simulation.Simulate", False,
     {"location": {"latitudeDegrees": 47, "longitudeDegrees": 8}, "elapsedSeconds": 1, "after": None}),
    ("Simulation.GetSimulation", False, {}),
    ("Widgets.Serve", True, {"app": "org.example.Second", "kinds": [{"kind": "here", "wantsLocation": True}]}),
    ("Widgets.DeliverTimeline", False,
     {"session": "$provider", "request": "r999999", "entries": ENTRIES, "policy": "atEnd", "after": None}),
    ("Widgets.FailTimeline", False, {"session": "$provider", "request": "r999999", "message": "none"}),
    ("Widgets.DeliverSnapshot", False, {"session": "$provider", "request": "r999999", "content": None}),
    ("Widgets.ReloadTimelines", False, {"session": "$provider", "kind": "here", "widget": "$widget"}),
    ("Widgets.Push", False, APP | {"kind": "here", "user": 0}),
    ("Widgets.GetTicket", False, {"ticket": "$ticket"}),
    ("Widgets.WatchTickets", True, {"tickets": ["$ticket"]}),
    ("Settings.Authorize", False,
     APP | {"status": "authorizedWhenInUse", "widgets": "granted", "accuracy": "reduced", "user": 0}),
    ("Host.Remove", False, {"widget": "$widget"}),
    ("Settings.Reset", False, APP | {"user": 0}),
    ("Settings.Forget", False, APP | {"user": 0}),
    ("Settings.Rekey", False, {}),
]

calls = Calls(sys.argv[1])
for method, more, parameters in CALLS:
    calls.vary(method, more, parameters)
