"""Tests what the widget shows, without a service."""

import unittest

from waymark import Location, Request

from widget import timeline


def request(**attributes):
    return Request("r1", "@NAME@", "inline", {}, "2030-01-01T00:00:00Z", reason="placed", **attributes)


class WidgetTests(unittest.TestCase):
    def test_place(self):
        self.assertEqual(timeline(request(location=Location(48.5, 7.8, 0, "receiver"))), "48.5 7.8")

    def test_absence(self):
        self.assertEqual(timeline(request(location_absence="unauthorized")), "not allowed to know")
        self.assertEqual(timeline(request(location_absence="locationUnknown")), "do not know yet")


if __name__ == "__main__":
    unittest.main()
