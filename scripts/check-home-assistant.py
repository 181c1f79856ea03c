"""What scripts/check-home-assistant does inside Home Assistant: check-home-assistant.py FOLDER PORT WEB_PORT

It starts Home Assistant in this process, publishes the messages of a machine, and looks at what is shown.
"""
import asyncio
import json
import logging
import os
import pathlib
import sys
import time

import paho.mqtt.client as mqtt
from homeassistant import bootstrap, runner

folder, port, web_port = pathlib.Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
lines = [json.loads(line) for line in open(folder / "lines", encoding="utf-8")]
places = [json.loads(line["payload"]) for line in lines if line["topic"].endswith("/tracker") and line["payload"]]
places = [place for place in places if "latitude" in place]
device = lines[0]["device"].replace("-", "_")
warnings = []


class Collected(logging.Handler):
    def emit(self, record):
        if record.levelno >= logging.WARNING and "mqtt" in record.name:
            warnings.append(record.getMessage())


def write_configuration():
    home = places[-1]
    (folder / "configuration.yaml").write_text(
        "homeassistant:\n  name: Test\n  latitude: 10\n  longitude: 10\n  elevation: 0\n  unit_system: metric\n"
        "  time_zone: UTC\n"
        f"http:\n  server_host: 127.0.0.1\n  server_port: {web_port}\n"
        f"zone:\n  - name: Depot\n    latitude: {home['latitude']}\n    longitude: {home['longitude']}\n    radius: 300\n",
        encoding="utf-8")
    entry = {"entry_id": "1", "version": 1, "minor_version": 1, "domain": "mqtt", "title": "mqtt", "source": "user",
             "data": {"broker": "127.0.0.1", "port": port, "discovery": True}, "options": {}, "unique_id": None,
             "disabled_by": None, "pref_disable_new_entities": False, "pref_disable_polling": False}
    storage = folder / ".storage"
    storage.mkdir()
    (storage / "core.config_entries").write_text(json.dumps({
        "version": 1, "minor_version": 1, "key": "core.config_entries", "data": {"entries": [entry]}}), encoding="utf-8")


async def main():
    write_configuration()
    # Without the web pages, which need much more.
    bootstrap.CRITICAL_INTEGRATIONS = set()
    bootstrap.DEFAULT_INTEGRATIONS = {"homeassistant", "zone"}
    hass = await bootstrap.async_setup_hass(runner.RuntimeConfig(
        config_dir=str(folder), skip_pip=True, skip_pip_packages=[], recovery_mode=False, verbose=False))
    logging.getLogger().addHandler(Collected())
    await hass.async_start()
    client = mqtt.Client("machine")
    client.connect("127.0.0.1", port)
    client.loop_start()

    def publish(topic, payload, is_retained):
        client.publish(topic, payload, qos=1, retain=is_retained).wait_for_publish(10)

    async def check(what, is_so):
        end = time.monotonic() + 20
        while not is_so():
            if time.monotonic() > end:
                for state in hass.states.async_all():
                    print(state, file=sys.stderr)
                print(*warnings, sep="\n", file=sys.stderr)
                print(f"failed: {what}", file=sys.stderr)
                os._exit(1)
            await asyncio.sleep(0.1)
        print(f"ok: {what}")

    def state(entity):
        found = hass.states.get(entity)
        return found and found.state

    def attribute(name):
        found = hass.states.get(f"device_tracker.{device}")
        return found and found.attributes.get(name)

    def send(some):
        for line in some:
            publish(line["topic"], line["payload"], line.get("isRetained", False))

    greeting = [line for line in lines if "sequence" not in line]
    send(greeting)
    await check("a machine's tracker is there before its first place",
                lambda: state(f"device_tracker.{device}") == "unknown")
    send([line for line in lines if "sequence" in line])
    await check("the tracker is in the zone where the machine is", lambda: state(f"device_tracker.{device}") == "Depot")
    await check("with its place", lambda: attribute("latitude") == places[-1]["latitude"])
    await check("its accuracy", lambda: attribute("gps_accuracy") == places[-1]["gps_accuracy"])
    await check("and its source", lambda: attribute("source_type") == "gps")
    last = [line for line in lines if line["topic"].endswith("/lastChange") and "sequence" in line][-1]
    expected = last["payload"].replace("Z", "+00:00")
    await check("the sensor has the time of the last change",
                lambda: state(f"sensor.{device}_last_change") == expected)
    root = greeting[-1]["topic"].rpartition("/")[0]
    publish(f"{root}/homeassistant/receiver", '{"reason":"no satellites","state":"unavailable"}', True)
    await check("the sensor has the receiver's state", lambda: state(f"sensor.{device}_receiver") == "unavailable")
    publish(f"{root}/status", "offline", True)
    await check("a machine that is away is unavailable", lambda: state(f"device_tracker.{device}") == "unavailable")
    publish(f"{root}/status", "online", True)
    await check("and back", lambda: state(f"device_tracker.{device}") == "Depot")
    problems = list(warnings)
    with open(folder / "forgetting", encoding="utf-8") as file:
        send(map(json.loads, file))
    await check("a forgotten place is forgotten", lambda: state(f"device_tracker.{device}") == "unknown")
    await check("with its coordinates", lambda: attribute("latitude") is None)
    await check("and the time of the last change", lambda: state(f"sensor.{device}_last_change") == "unknown")
    if problems:
        print(*problems, sep="\n", file=sys.stderr)
        print("failed: Home Assistant has nothing to complain of", file=sys.stderr)
        os._exit(1)
    print("ok: Home Assistant has nothing to complain of")
    os._exit(0)  # It would wait for threads of its own.


asyncio.run(main())
