"""A host and an app that end with an error when an event of their streams is missing, doubled or late.

check-lifecycle-stream.py WIDGET: watches the widget, has it in view, and follows the location. The service is restarted
meanwhile; a connection that it closes is an error, except that one may be opened again once in a run, as a kill may hit
the instant of a write. Prints "session again" each time the host's stream begins anew.
"""

import json
import select
import socket
import sys
import time


class Stream:
    def __init__(self, method, parameters):
        self.call = {"method": method, "parameters": parameters, "more": True}
        self.rest, self.sequence = b"", 0
        self.socket = connect()
        self.socket.sendall(json.dumps(self.call).encode() + b"\0")

    def read(self):
        data = self.socket.recv(1 << 20)
        if not data:
            return None
        *messages, self.rest = (self.rest + data).split(b"\0")
        events = [json.loads(message)["parameters"] for message in messages]
        for event in events:
            if event["sequence"] != self.sequence + 1:
                sys.exit(f"{self.call['method']}: {event['sequence']} follows {self.sequence}")
            self.sequence = event["sequence"]
        return events


def connect():
    connection = socket.socket(socket.AF_UNIX)
    connection.connect("/run/waymark/waymark.sock")
    return connection


def call(method, parameters):
    with connect() as connection:
        connection.sendall(json.dumps({"method": method, "parameters": parameters}).encode() + b"\0")
        reply = json.loads(connection.recv(1 << 20).rstrip(b"\0"))
        if "error" in reply:
            sys.exit(f"{method}: {reply}")


widget = sys.argv[1]
streams = [
    Stream("io.waymark.Host.Watch", {"widgets": [widget]}),
    Stream("io.waymark.Location.FollowLocation", {"app": "org.example.check"}),
]
sessions, closed = 0, 0
while True:
    ready, _, _ = select.select([stream.socket for stream in streams], [], [], 90)
    if not ready:
        sys.exit("nothing was sent for 90 seconds")
    for index, stream in enumerate(streams):
        if stream.socket not in ready:
            continue
        events = stream.read()
        if events is None:
            closed += 1
            print("closed", stream.call["method"], flush=True)
            if index == 0 or closed > 1:
                sys.exit("the service closed a stream")
            time.sleep(0.5)
            streams[index] = Stream(stream.call["method"], stream.call["parameters"])
            continue
        for event in events:
            if event.get("event") != "session":
                continue
            sessions += 1
            if sessions == 1:
                call(
                    "io.waymark.Host.SetVisibility",
                    {"widget": widget, "visible": True, "session": event["session"]},
                )
                print("streams are open", flush=True)
            else:
                print("session again", flush=True)
