"""Prints the location from libgeoclue: geoclue-simple.py once|follow"""
import sys

import gi

gi.require_version("Geoclue", "2.0")
from gi.repository import Geoclue, GLib


def show(simple, *_):
    place = simple.get_location().props
    print("Place: %.4f %.4f" % (place.latitude, place.longitude), flush=True)


try:
    simple = Geoclue.Simple.new_sync("simple", Geoclue.AccuracyLevel.EXACT, None)
except GLib.Error as error:
    sys.exit(error.message)
show(simple)
if sys.argv[1] == "follow":
    simple.connect("notify::location", show)
    GLib.MainLoop().run()
