#!/usr/bin/python3
"""A provider that behaves, or does not: check-launching-provider.py APP BEHAVIOUR [WHAT] (see scripts/check-launching)."""
import json
import os
import signal
import socket
import subprocess
import sys
import time

SOCKET = os.environ.get("WAYMARK_SOCKET", "/run/waymark/waymark.sock")
KINDS = [{"kind": "where", "wantsLocation": False}]
NOW = "2026-01-01T00:00:00Z"


class Connection:
    def __init__(self):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(SOCKET)
        self.rest = b""

    def send(self, method, more=False, **parameters):
        name = method if "." in method else f"Widgets.{method}"
        call = {"method": f"io.waymark.{name}", "parameters": parameters}
        if more:
            call["more"] = True
        self.socket.sendall(json.dumps(call).encode() + b"\0")

    def receive(self):
        while b"\0" not in self.rest:
            read = self.socket.recv(65536)
            if not read:
                sys.exit("the service has gone")
            self.rest += read
        message, self.rest = self.rest.split(b"\0", 1)
        return json.loads(message)

    def call(self, method, **parameters):
        self.send(method, **parameters)
        return self.receive()


def entries(count=1, date=NOW):
    return [{"date": date, "content": {"text": "made"}} for _ in range(count)]


def deliver(session, request, made):
    # One connection a call: a broken one is closed by the service.
    return Connection().call("DeliverTimeline", session=session, request=request, entries=made, policy="never")


def own_name():
    """Takes the name on the bus."""
    import dbus

    return dbus.service.BusName("org.example.Bus", dbus.SessionBus(), do_not_queue=True)


def monitor(app, what):
    """Monitors significant changes, visits or a region, for which the program is started later."""
    if what == "region":
        lake = {"latitudeDegrees": 52.6, "longitudeDegrees": 13.5, "radiusMeters": 500.0}
        reply = Connection().call(
            "Monitor.AddRegion", app=app, monitor="places", identifier="lake", circle=lake, assuming="unsatisfied"
        )
    else:
        reply = Connection().call("Monitor.StartMonitoring", app=app, service=what)
    if "error" in reply:
        sys.exit(reply)


def handle_events(app):
    """Prints and acknowledges each event that waits, as a program does that is started for it."""
    stream = Connection()
    stream.send("Monitor.FollowEvents", more=True, app=app)
    while True:
        occurrence = stream.receive()["parameters"].get("occurrence")
        if occurrence:
            Connection().call("Monitor.Acknowledge", app=app, event=occurrence["identifier"])
            print(f"{app} handled {occurrence['kind']}", flush=True)


def main(app, behaviour, what=None):
    if behaviour == "monitors":
        return monitor(app, what)
    if behaviour == "events":
        return handle_events(app)
    if behaviour == "hangs":
        time.sleep(3600)
    if behaviour == "forks":
        if os.fork():
            sys.exit(0)
        time.sleep(1)
    if behaviour == "stubborn":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    held = None
    if behaviour == "bus":
        import dbus.service

        held = own_name()
    stream = Connection()
    stream.send("Serve", more=True, app=app, kinds=KINDS)
    session = stream.receive()["parameters"]["session"]
    if behaviour == "register":
        return
    while True:
        event = stream.receive()["parameters"]
        if event["event"] == "stop" and behaviour != "stubborn":
            return
        if event["event"] != "reload":
            continue
        request = event["reload"]["request"]
        if behaviour == "crashes":
            os.kill(os.getpid(), signal.SIGKILL)
        elif behaviour in ("silent", "stubborn"):
            continue
        elif behaviour == "another":
            print(deliver(session, "r1", entries()), deliver("s1", request, entries()), flush=True)
        elif behaviour == "broken":
            print(deliver(session, request, entries(date="never")), flush=True)
        elif behaviour == "many":
            try:
                print(deliver(session, request, entries(count=10_000)), flush=True)
            except (SystemExit, OSError) as error:
                # It is longer than any message may be.
                print(error, flush=True)
        else:
            print(deliver(session, request, entries()), flush=True)
            if behaviour == "twice":
                print(deliver(session, request, entries()), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
