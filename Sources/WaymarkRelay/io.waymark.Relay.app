# The manifest of the relay, which sends where this machine is to a broker of MQTT.

[App]
Identifier=io.waymark.Relay
Name=Waymark Relay
AlwaysPurpose=Sends where this machine is to the broker that its configuration names.
AlwaysPurpose[de]=Sendet, wo dieses Gerät ist, an den Broker, den seine Konfiguration nennt.
WhenInUsePurpose=Sends where this machine is to the broker that its configuration names, while it runs.
WhenInUsePurpose[de]=Sendet, wo dieses Gerät ist, an den Broker, den seine Konfiguration nennt, solange es läuft.

[Recognition]
Unit=waymark-relay.service
