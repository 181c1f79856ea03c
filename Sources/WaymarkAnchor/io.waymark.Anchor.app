# The manifest of the anchor watch: waymark-anchor(8).

[App]
Identifier=io.waymark.Anchor
Name=Waymark Anchor Watch
WhenInUsePurpose=Tells you when the anchor drags.
AlwaysPurpose=Watches the anchor while you sleep.

[Recognition]
Unit=waymark-anchor.service
