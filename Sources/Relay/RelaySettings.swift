package import OwnTracks

/// The owner's choice of what is sent, and how.
package struct RelaySettings: Hashable, Sendable {
    package enum FormatName: String, CaseIterable, Sendable {
        case waymark
        case ownTracks = "owntracks"
        case homeAssistant = "homeassistant"
    }

    /// A group of the service's reports that the owner can choose, in words.
    package enum Choice: String, CaseIterable, Sendable {
        case significantChanges = "significant changes"
        case visits
        case regions = "entering and leaving regions"
        case receiverStates = "states of the receivers"
        case anchorAlarms = "anchor alarms"
    }

    /// The second and third level of OwnTracks' topics, which also fill the templates.
    ///
    /// They have letters, digits, `-` and `_` only, as all levels of topics: a dot or a space closes the connection to a
    /// nats-server, and Home Assistant ignores such a discovery.
    package var user: String
    package var device: String

    /// The device's name for people.
    package var deviceName: String
    package var version = ""

    package var formats: Set<FormatName> = [.waymark]

    package var choices: Set<Choice> = [.significantChanges]

    /// The time between two live locations; `nil` if none are sent.
    package var liveInterval: Duration?

    /// The topic below which events are in Waymark's own format; `{user}` and `{device}` stand for these.
    package var topicTemplate = "waymark/{user}/{device}"

    /// The topics with an operator's regions, and with the messages of a phone; `nil` if none are accepted.
    package var regionsTopic: String?
    package var phoneTopic: String?

    /// Whether Home Assistant gets only the names of regions, and no coordinates.
    package var sendsPlaceNamesOnly = false

    /// The prefix of Home Assistant's discovery.
    package var discoveryPrefix = "homeassistant"

    /// The first level of OwnTracks' topics.
    package var ownTracksBase = "owntracks"

    /// One or two characters on OwnTracks' maps.
    package var trackerID = ""

    /// Whether OwnTracks is sent transitions, which freeze Home Assistant's tracker from `enter` to `leave`.
    package var sendsTransitions = false

    /// The secret that encrypts OwnTracks' messages; `nil` if they are not encrypted.
    package var ownTracksSecret: SecretBox?

    package init(user: String, device: String, deviceName: String) {
        (self.user, self.device, self.deviceName) = (user, device, deviceName)
    }

    /// The topic of Waymark's own format, and the one of OwnTracks.
    package var topic: String { filled(topicTemplate) }
    package var ownTracksTopic: String { "\(ownTracksBase)/\(user)/\(device)" }

    /// The formats that the owner has switched on.
    package var allFormats: [any RelayFormat] { FormatName.allCases.filter(formats.contains).map(format) }

    package func format(_ name: FormatName) -> any RelayFormat {
        switch name {
        case .waymark: WaymarkFormat(settings: self)
        case .ownTracks: OwnTracksFormat(settings: self)
        case .homeAssistant: HomeAssistantFormat(settings: self)
        }
    }

    /// The one message that the broker sends when the connection is lost; a retained one is also the last
    /// message of a relay that ends.
    ///
    /// OwnTracks' own is used only without another format: nobody waits for it, and it must not replace the
    /// last place.
    package var will: RelayMessage {
        guard formats == [.ownTracks] else { return status(isOnline: false) }
        return RelayMessage(
            topic: ownTracksTopic,
            payload: Array(#"{"_type":"lwt"}"#.utf8),
            isRetained: false
        )
    }

    /// Returns the message that tells whether the machine is connected.
    func status(isOnline: Bool) -> RelayMessage {
        let word = isOnline ? "online" : "offline"
        return RelayMessage(topic: "\(topic)/status", payload: Array(word.utf8), isRetained: true)
    }

    /// Returns the template with the user and the device filled in.
    package func filled(_ template: String) -> String {
        template.replacing("{user}", with: user).replacing("{device}", with: device)
    }
}
