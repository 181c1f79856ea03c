# The manifest of this sample. For all keys, see ../apps/org.example.Weather.app.

[App]
Identifier=org.waymark.sample.python
Name=Where am I? (Python)
Name[de]=Wo bin ich? (Python)
WhenInUsePurpose=Shows where you are.
WhenInUsePurpose[de]=Zeigt, wo Sie sind.

[Extension widgets]
Kinds=python
WantsLocation=yes

[Kind python]
Name=Where am I?
Name[de]=Wo bin ich?
Description=The coordinates of this machine.
Description[de]=Die Koordinaten dieses Rechners.
Families=inline small

[Provider]
Unit=waymark-sample-python.service
