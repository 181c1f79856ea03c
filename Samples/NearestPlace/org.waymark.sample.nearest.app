# The manifest of this sample. For all keys, see ../apps/org.example.Weather.app.

[App]
Identifier=org.waymark.sample.nearest
Name=Nearest place
Name[de]=Nächster Ort
WhenInUsePurpose=Names the place that you are near.
WhenInUsePurpose[de]=Nennt den Ort, in dessen Nähe Sie sind.

[Extension widgets]
Kinds=place
WantsLocation=yes
