"""A host and an app that connect again when the service ends their streams, as every client must.

check-lifecycle-stream.py WIDGET: watches the widget, has it in view, and follows the location. It ends with an error when
an event of a stream is missing or doubled. Prints "streams are open" at first, and "streams are open again" each time
that both are back.
"""

import json
import random
import select
import socket
import sys
import time


class Stream:
    def __init__(self, method, parameters):
        self.call = {"method": method, "parameters": parameters, "more": True}
        self.open()

    def open(self):
        self.rest, self.sequence = b"", 0
        self.socket = connect()
        self.socket.sendall(json.dumps(self.call).encode() + b"\0")

    def read(self):
        try:
            data = self.socket.recv(1 << 20)
        except ConnectionResetError:
            data = b""
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
    """Calls a method, which a restart may leave unanswered, or refuse with a session that has ended: so does the stream."""
    with connect() as connection:
        try:
            connection.sendall(json.dumps({"method": method, "parameters": parameters}).encode() + b"\0")
            data = connection.recv(1 << 20)
        except OSError:
            return
        error = json.loads(data.rstrip(b"\0")).get("error") if data else None
        if error not in (None, "io.waymark.Host.UnknownSession"):
            sys.exit(f"{method}: {error}")


widget = sys.argv[1]
streams = [
    Stream("io.waymark.Host.Watch", {"widgets": [widget]}),
    Stream("io.waymark.Location.FollowLocation", {"app": "org.example.check"}),
]
silent, again = set(streams), ""
while True:
    ready, _, _ = select.select([stream.socket for stream in streams], [], [], 90)
    if not ready:
        sys.exit("nothing was sent for 90 seconds")
    for stream in streams:
        if stream.socket not in ready:
            continue
        events = stream.read()
        if events is None:
            time.sleep(random.random())
            stream.open()
            silent.add(stream)
            again = " again"
            continue
        for event in events:
            if event.get("event") == "session":
                call(
                    "io.waymark.Host.SetVisibility",
                    {"widget": widget, "visible": True, "session": event["session"]},
                )
        if stream in silent:
            silent.remove(stream)
            if not silent:
                print("streams are open" + again, flush=True)
