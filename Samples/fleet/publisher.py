#!/usr/bin/python3
"""Publishes the messages of simulated machines, each machine with a connection of its own, as waymark-relay does.

It reads the lines of `waymark-lab fleet`. A message stays in its machine's queue until the broker has acknowledged it.
After a lost connection all of them are sent again, in their order, after a random while. At the end it prints how many
there were, and how many were sent more than once.
"""
import argparse
import collections
import json
import random
import selectors
import sys
import time

import paho.mqtt.client as mqtt

WINDOW = 8  # Messages on their way.
LONGEST_WAIT = 15  # Seconds without an acknowledgement after which a connection is given up.


class Machine:
    def __init__(self, fleet, device):
        self.fleet, self.device = fleet, device
        self.greeting = []  # What is sent after each connection: (topic, payload, is retained).
        self.queue = collections.deque()  # What is not yet acknowledged.
        self.numbers = {}  # Of those that are on their way.
        self.sent = self.attempts = 0
        self.client = None
        self.retry = random.uniform(0, fleet.options.rise)
        self.heard = 0

    def connect(self, now):
        address = random.choice(self.fleet.options.broker)
        host, _, port = address.rpartition(":")
        client = mqtt.Client(self.device, clean_session=True, reconnect_on_failure=False)
        for topic, _, _ in self.greeting:
            if topic.endswith("/status"):
                client.will_set(topic, "offline", qos=1, retain=True)
        client.on_connect = self.connected
        client.on_publish = self.acknowledged
        client.on_socket_open = lambda _, __, socket: self.fleet.selector.register(socket, selectors.EVENT_READ, self)
        client.on_socket_close = lambda _, __, socket: self.fleet.selector.unregister(socket)
        self.client, self.heard, self.is_ready = client, now, False
        self.numbers.clear()
        self.retry = None
        try:
            client.connect(host, int(port), keepalive=60)
        except OSError:
            self.lose(now)

    def connected(self, client, _, __, result):
        if result == 0:
            self.is_ready = True
            self.attempts = 0
            for topic, payload, is_retained in self.greeting:
                client.publish(topic, payload, qos=1, retain=is_retained)

    def acknowledged(self, _, __, number):
        self.heard = time.monotonic()
        if number not in self.numbers:
            return  # Of the greeting.
        self.numbers[number] = True
        # In their order, so that what is sent again after a lost connection is what comes next.
        while self.numbers and next(iter(self.numbers.values())):
            del self.numbers[next(iter(self.numbers))]
            self.queue.popleft()
            self.sent -= 1
            self.fleet.acknowledged += 1

    def send(self):
        if not self.client or not self.is_ready:
            return
        while self.sent < min(len(self.queue), WINDOW):
            topic, payload, is_retained = self.queue[self.sent]
            self.numbers[self.client.publish(topic, payload, qos=1, retain=is_retained).mid] = False
            self.sent += 1
            self.fleet.published += 1

    def lose(self, now):
        """Gives the connection up, and waits longer each time, so that a fleet does not return at once."""
        client, self.client = self.client, None
        if client.socket():
            self.fleet.selector.unregister(client.socket())
            client.on_socket_close = None
            client.socket().close()
        self.sent = 0
        self.numbers.clear()
        self.attempts += 1
        self.fleet.lost_connections += 1
        self.retry = now + random.uniform(0, min(20, 2 ** self.attempts))

    def tend(self, now):
        if self.client:
            is_late = (self.sent or not self.is_ready) and now - self.heard > LONGEST_WAIT
            if is_late or self.client.loop_misc() != mqtt.MQTT_ERR_SUCCESS:
                self.lose(now)
        elif self.retry <= now:
            self.connect(now)


def message(line):
    return line["topic"], line["payload"], line.get("isRetained", False)


class Fleet:
    def __init__(self, options):
        self.options = options
        self.selector = selectors.DefaultSelector()
        self.machines = {}
        self.acknowledged = self.published = self.lost_connections = 0

    def run(self, lines):
        begin = time.monotonic()
        for line in lines:
            machine = self.machines.setdefault(line["device"], Machine(self, line["device"]))
            if "sequence" not in line:
                machine.greeting.append(message(line))
        lines = [line for line in lines if "sequence" in line]
        if not lines:
            sys.exit("there are no messages")
        due = collections.deque(lines)
        first, last = (lines[index]["seconds"] for index in (0, -1))
        pace = self.options.seconds / max(last - first, 1)
        tended = 0
        while self.acknowledged < len(lines) or time.monotonic() < begin + self.options.seconds:
            now = time.monotonic()
            passed = now - begin - self.options.rise
            while due and (due[0]["seconds"] - first) * pace <= passed:
                line = due.popleft()
                machine = self.machines[line["device"]]
                machine.queue.append(message(line))
                machine.send()
            if now - tended > 0.5:
                tended = now
                for machine in self.machines.values():
                    machine.tend(now)
            for key, _ in self.selector.select(0.05):
                machine = key.data
                if machine.client.loop_read() != mqtt.MQTT_ERR_SUCCESS:
                    machine.lose(now)
                elif machine.queue:
                    machine.send()
            if now > begin + self.options.seconds + self.options.rise + 300:
                sys.exit(f"{len(lines) - self.acknowledged} of {len(lines)} messages are not acknowledged after 5 minutes")
        print(json.dumps({
            "machines": len(self.machines), "sent": len(lines), "sentAgain": self.published - len(lines),
            "lostConnections": self.lost_connections, "seconds": round(time.monotonic() - begin, 1),
        }))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("file", type=argparse.FileType(), help="the lines of waymark-lab fleet")
    parser.add_argument("--broker", action="append", required=True, metavar="HOST:PORT", help="repeated: nodes of a cluster")
    parser.add_argument("--seconds", type=float, default=60, help="in which all is sent")
    parser.add_argument("--rise", type=float, default=5, help="seconds in which the machines connect")
    options = parser.parse_args()
    Fleet(options).run(sorted(map(json.loads, options.file), key=lambda line: line["seconds"]))


if __name__ == "__main__":
    main()
