"""Prints the location from the portal: geoclue-portal.py once|follow"""
import sys

import dbus
import dbus.mainloop.glib
from gi.repository import GLib

dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
bus = dbus.SessionBus()
loop = GLib.MainLoop()


def show(_, place):
    print("Place: %.4f %.4f" % (place["Latitude"], place["Longitude"]), flush=True)
    if sys.argv[1] == "once":
        loop.quit()


def answered(code, _):
    if code != 0:
        print("the portal refuses", file=sys.stderr, flush=True)
        loop.quit()


bus.add_signal_receiver(show, "LocationUpdated", "org.freedesktop.portal.Location")
bus.add_signal_receiver(answered, "Response", "org.freedesktop.portal.Request")
desktop = bus.get_object("org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop")
portal = dbus.Interface(desktop, "org.freedesktop.portal.Location")
# 5 is exact for the portal.
session = portal.CreateSession({"session_handle_token": "session", "accuracy": dbus.UInt32(5)})
portal.Start(session, "", {"handle_token": "start"})
loop.run()
