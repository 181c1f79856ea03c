#!/usr/bin/python3
"""Stores what machines publish with waymark-relay in PostgreSQL with PostGIS, each message once.

A broker delivers a message at least once, and forgets after a while that it has. So the key of a message is what its
machine gave it: device, outbox and sequence. paho acknowledges a message to the broker when on_message returns, and
here it returns when the row is committed: whenever this program, the broker or the database is killed, the broker
delivers again what is not stored. It needs python3-paho-mqtt and python3-psycopg.
"""
import argparse
import json
import random
import signal
import sys
import time

import paho.mqtt.client as mqtt
import psycopg

STORE = """
insert into message (device, outbox, sequence, kind, happened, written, place, accuracy_68_m, accuracy_95_m, content)
values (%(device)s, %(outbox)s, %(sequence)s, %(kind)s, %(time)s, %(written)s,
    ST_SetSRID(ST_MakePoint(%(longitude)s, %(latitude)s), 4326), %(accuracy68)s, %(accuracy95)s, %(content)s)
on conflict (device, outbox, sequence) do update
set received = message.received + %(again)s, differs = message.differs or message.content <> excluded.content
"""
REACHED = """
insert into machine (device, is_online) values (%s, %s)
on conflict (device) do update set is_online = excluded.is_online, changed = now()
"""
PLACE = ("latitude", "longitude", "accuracy68", "accuracy95")


class Collector:
    def __init__(self, options):
        self.options = options
        self.database = psycopg.connect(options.database)
        self.stored = self.refused = 0
        self.is_ending = False
        # The broker keeps the session while the collector does not run, and what arrives for it.
        self.client = mqtt.Client(options.client_id, clean_session=False, reconnect_on_failure=False)
        if options.user:
            with open(options.password_file, encoding="utf-8") as file:
                self.client.username_pw_set(options.user, file.read().rstrip("\n"))
        if options.authority:
            self.client.tls_set(options.authority, options.certificate, options.key)
        self.client.on_connect = self.connected
        self.client.on_message = self.received

    def connected(self, client, _, flags, result):
        if result != 0:
            print(f"the broker refuses: {mqtt.connack_string(result)}", file=sys.stderr)
        elif not flags["session present"]:
            # To subscribe again would bring all retained messages again.
            client.subscribe(self.options.topic, qos=1)

    def received(self, _, __, message):
        """Returns when the message is committed. What is no message of a machine is told, and then done with."""
        try:
            with self.database.transaction():
                self.store(message)
            self.stored += 1
        except psycopg.OperationalError as problem:
            if not (problem.sqlstate or "").startswith("54"):  # Of that class is a key too long for an index.
                raise  # Ends this program, without acknowledging the message.
            self.refuse(message, problem)
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError, psycopg.Error) as problem:
            self.refuse(message, problem)

    def refuse(self, message, problem):
        self.refused += 1
        print(f"refused {message.topic!a}: {type(problem).__name__}: {str(problem)!a:.200}", file=sys.stderr)

    def store(self, message):
        levels = message.topic.split("/")
        if levels[-1] == "status":
            self.database.execute(REACHED, (levels[-2], message.payload == b"online"))
        elif message.payload:  # Not one that clears what the broker keeps.
            content = json.loads(message.payload)
            if content["device"] != levels[-2]:  # The broker lets a machine write below its own name only.
                raise ValueError("it names another device than its topic")
            place = content.get("place")
            for name in ("stay", "region"):
                place = place or content.get(name, {}).get("place")
            row = content | {name: (place or {}).get(name) for name in PLACE}
            # What a broker keeps comes again with each new session.
            row |= {"content": json.dumps(content), "again": 0 if message.retain else 1}
            self.database.execute(STORE, row)

    def run(self):
        attempts = 0
        while not self.is_ending:
            host, _, port = self.options.broker[attempts % len(self.options.broker)].rpartition(":")
            try:
                self.client.connect(host, int(port), keepalive=20)
                while not self.is_ending and self.client.loop(timeout=0.5) == mqtt.MQTT_ERR_SUCCESS:
                    attempts = attempts if not self.client.is_connected() else 0
            except OSError as problem:
                print(f"{host}:{port}: {problem}", file=sys.stderr)
            attempts += 1
            if not self.is_ending:
                time.sleep(random.uniform(0, min(30, 2 ** min(attempts, 5))) / 4)
        print(json.dumps({"stored": self.stored, "refused": self.refused}))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--broker", action="append", required=True, metavar="HOST:PORT", help="repeated: nodes of a cluster")
    parser.add_argument("--database", default="dbname=fleet", help="as of libpq")
    parser.add_argument("--topic", default="waymark/+/+/+", help="those of events and of states")
    parser.add_argument("--client-id", default="waymark-collector", help="of one collector only, and always the same")
    parser.add_argument("--user")
    parser.add_argument("--password-file")
    parser.add_argument("--authority", help="certificates by which the broker is known: then TLS is used")
    parser.add_argument("--certificate")
    parser.add_argument("--key")
    collector = Collector(parser.parse_args())

    def end(*_):
        collector.is_ending = True

    signal.signal(signal.SIGTERM, end)
    signal.signal(signal.SIGINT, end)
    collector.run()


if __name__ == "__main__":
    main()
