# The manifest of the anchor watch: waymark-anchor(8).

[App]
Identifier=org.waymark.anchor
Name=Waymark Anchor Watch
WhenInUsePurpose=Tells you when the anchor drags.
AlwaysPurpose=Watches the anchor while you sleep.

[Recognition]
Unit=waymark-anchor.service
