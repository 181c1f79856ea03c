#!/usr/bin/env python3
"""Serves the widget: the function is called whenever a timeline is wanted."""

import waymark


def timeline(request: waymark.Request) -> str:
    if request.is_preview:  # In a gallery, sample data is shown.
        return "52.5163 13.3777"
    if place := request.location:
        return f"{place.latitude_degrees} {place.longitude_degrees}"
    return "not allowed to know" if request.location_absence == "unauthorized" else "do not know yet"


if __name__ == "__main__":
    waymark.Provider("@APP@", {"@NAME@": timeline}).main()
