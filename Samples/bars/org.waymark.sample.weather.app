# The manifest of this sample. For all keys, see ../apps/org.example.Weather.app.

[App]
Identifier=org.waymark.sample.weather
Name=Weather cell
Name[de]=Wetterfeld
WhenInUsePurpose=Shows the weather around you; an area is enough.
WhenInUsePurpose[de]=Zeigt das Wetter um Sie herum; ein Gebiet genügt.
DefaultAccuracy=reduced

[Extension widgets]
Kinds=cell
WantsLocation=yes
