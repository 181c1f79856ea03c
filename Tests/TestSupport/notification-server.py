"""A notification server that a test drives: it owns org.freedesktop.Notifications on a real session bus.

usage: notification-server.py FIFO CAPABILITY...

It writes what it is asked, one JSON object a line, and reads from the FIFO what the person does:
press ID KEY | close ID REASON | end
"""

import json
import os
import sys

import dbus
import dbus.mainloop.glib
import dbus.service
from gi.repository import GLib

NAME = "org.freedesktop.Notifications"


def tell(**event):
    print(json.dumps(event), flush=True)


class Server(dbus.service.Object):
    def __init__(self, bus, capabilities):
        super().__init__(bus, "/org/freedesktop/Notifications")
        self.capabilities = capabilities
        self.shown = {}
        self.last = 0

    @dbus.service.method(NAME, in_signature="", out_signature="as")
    def GetCapabilities(self):
        return dbus.Array(self.capabilities, signature="s")

    @dbus.service.method(NAME, in_signature="susssasa{sv}i", out_signature="u")
    def Notify(self, app, replaces, icon, summary, body, actions, hints, timeout):
        if replaces in self.shown:
            number = int(replaces)
        else:
            self.last += 1
            number = self.last
        self.shown[number] = True
        tell(event="notify", id=number, replaces=int(replaces), app=app, summary=summary, body=body,
             actions=list(actions), urgency=int(hints.get("urgency", -1)), timeout=int(timeout))
        return dbus.UInt32(number)

    @dbus.service.method(NAME, in_signature="u", out_signature="")
    def CloseNotification(self, number):
        tell(event="withdraw", id=int(number))
        if self.shown.pop(int(number), None):
            self.NotificationClosed(number, 3)

    @dbus.service.signal(NAME, signature="uu")
    def NotificationClosed(self, number, reason):
        pass

    @dbus.service.signal(NAME, signature="us")
    def ActionInvoked(self, number, key):
        pass

    def person(self, words):
        if words[0] == "press":
            self.ActionInvoked(dbus.UInt32(int(words[1])), words[2])
        elif words[0] == "close":
            self.shown.pop(int(words[1]), None)
            self.NotificationClosed(dbus.UInt32(int(words[1])), dbus.UInt32(int(words[2])))
        elif words[0] == "end":
            loop.quit()


dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
bus = dbus.SessionBus()
name = dbus.service.BusName(NAME, bus, do_not_queue=True)
server = Server(bus, sys.argv[2:])
loop = GLib.MainLoop()
fifo = os.fdopen(os.open(sys.argv[1], os.O_RDWR), "r")


def read(*_):
    server.person(fifo.readline().split())
    return True


GLib.io_add_watch(fifo.fileno(), GLib.IO_IN, read)
tell(event="ready")
loop.run()
