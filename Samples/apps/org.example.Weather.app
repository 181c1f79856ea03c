# The manifest of an app, with every key there is. Where it belongs, and the rules: docs/manifests.md.
# It is UTF-8. Comments have lines of their own; what follows the equals sign is the value, whatever it contains.

# The app itself. This section and its first two keys are all that every manifest has to have.
[App]

# The app's identifier, which is also the name of this file, before ".app".
Identifier=org.example.Weather

# What people call it.
Name=Weather
Name[de]=Wetter

# Why it wants the location while it or one of its widgets is in use: shown when it asks. Without this it cannot ask.
WhenInUsePurpose=Shows the forecast for where you are; the location is not kept.
WhenInUsePurpose[de]=Zeigt die Vorhersage für Ihren Ort; der Standort wird nicht gespeichert.

# Why it wants the location at any time: shown when it asks for that.
AlwaysPurpose=Warns you of storms that come your way.
AlwaysPurpose[de]=Warnt Sie vor Stürmen, die auf Sie zukommen.

# The accuracy that it asks for: full, or reduced to the area. The person may choose the other.
DefaultAccuracy=reduced

# Whether it gets locations only while it holds a session that says what for.
RequireServiceSession=no

# What it cannot do without: location-services, gps, magnetometer.
RequiredCapabilities=location-services

# Why it may want full accuracy for a while, where it was given reduced: a section for each key that it asks with.
[TemporaryAccuracy lightning]
Purpose=Tells how far away lightning has struck.
Purpose[de]=Sagt, wie weit entfernt ein Blitz eingeschlagen hat.

# A part of the app that makes widgets: a section for each.
[Extension forecast]

# The kinds of widgets it makes. A kind belongs to one extension.
Kinds=today week

# Whether what they show depends on the location.
WantsLocation=yes

[Extension almanac]
Kinds=moon
WantsLocation=no

# What tells that a program is this app: any of these.
[Recognition]

# The services and scopes of systemd that it runs in. weather@.service stands for all instances of that template.
Unit=weather.service weather@.service

# Its names as a Flatpak, and as a Snap.
Flatpak=org.example.Weather
Snap=weather-example

# What starts the program that makes its widgets' timelines.
[Provider]

# A service, and whose it is: user for the person's own services, system for the machine's.
Unit=weather-widgets.service
Manager=user
