# An example manifest with all keys. For the rules and the folders of manifests, see docs/manifests.md.
# The file is UTF-8. Comments need their own lines: everything after the equals sign is the value.

# The app itself. Only this section and its first two keys are required.
[App]

# The app's identifier. The file must be named after it, with the suffix ".app".
Identifier=org.example.Weather

# The app's name as people see it.
Name=Weather
Name[de]=Wetter

# Why the app wants the location while it or one of its widgets is in use, shown in the prompt. Without it, the app cannot
# ask.
WhenInUsePurpose=Shows the forecast for where you are; the location is not kept.
WhenInUsePurpose[de]=Zeigt die Vorhersage für Ihren Ort; der Standort wird nicht gespeichert.

# Why the app wants the location at any time, shown in that prompt.
AlwaysPurpose=Warns you of storms that come your way.
AlwaysPurpose[de]=Warnt Sie vor Stürmen, die auf Sie zukommen.

# The accuracy that the app asks for: full or reduced. The person can choose the other one.
DefaultAccuracy=reduced

# Whether the app gets locations only while it holds a service session.
RequireServiceSession=no

# The capabilities that the app requires: location-services, gps, magnetometer.
RequiredCapabilities=location-services

# Why the app may ask for temporary full accuracy if it has only reduced accuracy: one section for each purpose key.
[TemporaryAccuracy lightning]
Purpose=Tells how far away lightning has struck.
Purpose[de]=Sagt, wie weit entfernt ein Blitz eingeschlagen hat.

# A part of the app that makes widgets: one section for each.
[Extension forecast]

# The kinds of its widgets. A kind belongs to one extension.
Kinds=today week

# Whether its widgets want the location.
WantsLocation=yes

[Extension almanac]
Kinds=moon
WantsLocation=no

# What one kind of widget is: a section for each kind that needs it.
[Kind today]

# Its name and what its widgets show, for people who choose one.
Name=Today
Name[de]=Heute
Description=The weather of the next hours.
Description[de]=Das Wetter der nächsten Stunden.

# The families that it has a layout for, the preferred one first: small, medium, large, extraLarge, circular,
# rectangular, inline. Without it, all of them.
Families=small medium inline

# The properties by which people configure its widgets: a JSON schema, on one line.
Configuration={"properties": {"units": {"type": "string", "title": "Units", "enum": ["metric", "imperial"], "default": "metric"}, "hours": {"type": "integer", "title": "Hours ahead", "minimum": 1, "maximum": 24, "default": 12}}}

# What hosts show while there is nothing else: a JSON object, on one line.
Placeholder={"text": "--°", "detail": "No forecast yet"}

# Whether the app may have its widgets reloaded by a push.
Pushable=no

# How the service recognizes a program as this app: by any of these.
[Recognition]

# The systemd services and scopes that the app runs in. weather@.service stands for all instances of the template.
Unit=weather.service weather@.service

# Its names as a Flatpak and as a snap.
Flatpak=org.example.Weather
Snap=weather-example

# The unit of the provider, which makes the timelines of the app's widgets.
[Provider]

# The service, and its manager: user for a service of the user, system for a service of the machine.
Unit=weather-widgets.service
Manager=user
