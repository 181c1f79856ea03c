"""Prints the locations from Firefox: geoclue-firefox.py HOME

A page on this machine asks for it in Firefox without a window, which is controlled by Marionette. Firefox's own network
service is this program, which prints when it is asked.
"""
import http.server
import json
import os
import socket
import subprocess
import sys
import threading
import time

home = sys.argv[1]
PAGE = b"""<script>
var places = [];
navigator.geolocation.watchPosition(
    p => places.push(`Place: ${p.coords.latitude.toFixed(4)} ${p.coords.longitude.toFixed(4)} within ${Math.round(p.coords.accuracy)} m`),
    e => places.push(`refused ${e.code}: ${e.message}`), {enableHighAccuracy: true, maximumAge: 0});
</script>"""


class Server(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(PAGE)

    def do_POST(self):
        print("Firefox asks its network service", flush=True)
        self.send_error(404)

    def log_message(self, *_):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Server)
threading.Thread(target=server.serve_forever, daemon=True).start()
address = "http://127.0.0.1:%d/" % server.server_port
with socket.socket() as free:
    free.bind(("127.0.0.1", 0))
    port = free.getsockname()[1]

profile = os.path.join(home, "firefox")
os.makedirs(profile, exist_ok=True)
values = {
    "marionette.port": port,
    # With these two, which Marionette sets, Firefox never asks anybody.
    "remote.prefs.recommended": False,
    "geo.provider.testing": False,
    "geo.provider.use_geoclue": True,
    "widget.use-xdg-desktop-portal.location": 0,
    "geo.provider.network.url": address,
    "permissions.default.geo": 1,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "toolkit.telemetry.enabled": False,
    "app.update.enabled": False,
    "app.normandy.enabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
}
with open(os.path.join(profile, "user.js"), "w") as file:
    for name, value in values.items():
        file.write("user_pref(%s, %s);\n" % (json.dumps(name), json.dumps(value)))
browser = subprocess.Popen(
    ["firefox-esr", "--headless", "--marionette", "--no-remote", "--profile", profile],
    stdout=subprocess.DEVNULL,
    stderr=subprocess.DEVNULL,
    env=dict(os.environ, HOME=home, MOZ_LOG=os.environ.get("MOZ_LOG", "")),
)


class Marionette:
    """Firefox's protocol of its own: messages of JSON, each after its length and a colon."""

    def __init__(self):
        for _ in range(600):
            try:
                self.socket = socket.create_connection(("127.0.0.1", port))
                break
            except OSError:
                time.sleep(0.1)
        self.number = 0
        self.read()

    def read(self):
        length = b""
        while not length.endswith(b":"):
            length += self.socket.recv(1)
        text = b""
        while len(text) < int(length[:-1]):
            text += self.socket.recv(int(length[:-1]) - len(text))
        return json.loads(text)

    def call(self, command, **parameters):
        self.number += 1
        text = json.dumps([0, self.number, command, parameters]).encode()
        self.socket.sendall(b"%d:%s" % (len(text), text))
        _, _, error, result = self.read()
        if error:
            sys.exit(str(error))
        return result


try:
    firefox = Marionette()
    firefox.call("WebDriver:NewSession", capabilities={})
    firefox.call("WebDriver:Navigate", url=address)
    told = 0
    while True:
        script = "return window.wrappedJSObject ? window.wrappedJSObject.places : places"
        places = firefox.call("WebDriver:ExecuteScript", script=script, args=[])["value"]
        for place in places[told:]:
            print(place, flush=True)
        told = len(places)
        time.sleep(0.1)
finally:
    browser.terminate()
    browser.wait()
