/// What the owner has chosen about what is sent, and how.
package struct RelaySettings: Hashable, Sendable {
    package enum FormatName: String, CaseIterable, Sendable {
        case waymark
        case ownTracks = "owntracks"
        case homeAssistant = "homeassistant"
    }

    /// What is sent of what the service tells, in words.
    package enum Choice: String, CaseIterable, Sendable {
        case significantChanges = "significant changes"
        case visits
        case regions = "entering and leaving regions"
        case receiverStates = "states of the receivers"
        case anchorAlarms = "anchor alarms"
    }

    /// The second and third level of OwnTracks' topics and what templates are filled with.
    ///
    /// They have letters, digits, `-` and `_` only, as all levels of topics: a dot or a space closes the connection to a
    /// nats-server, and Home Assistant ignores such a discovery.
    package var user: String
    package var device: String

    /// The device's name for people.
    package var deviceName: String

    /// The version of this program.
    package var version = ""

    package var formats: Set<FormatName> = [.waymark]

    package var choices: Set<Choice> = [.significantChanges]

    /// The time between two live locations; `nil` if none are sent.
    package var liveInterval: Duration?

    /// The topic below which events are in Waymark's own format; `{user}` and `{device}` stand for these.
    package var topicTemplate = "waymark/{user}/{device}"

    /// Whether Home Assistant is told the names of regions only, and no coordinates.
    package var sendsPlaceNamesOnly = false

    /// The prefix of Home Assistant's discovery.
    package var discoveryPrefix = "homeassistant"

    /// The first level of OwnTracks' topics.
    package var ownTracksBase = "owntracks"

    /// One or two characters on OwnTracks' maps.
    package var trackerID = ""

    /// Whether OwnTracks is sent transitions, which freeze Home Assistant's tracker from `enter` to `leave`.
    package var sendsTransitions = false

    /// The secret with which OwnTracks' messages are encrypted: 1 to 32 bytes.
    package var ownTracksSecret: [UInt8]?

    package init(user: String, device: String, deviceName: String) {
        (self.user, self.device, self.deviceName) = (user, device, deviceName)
    }

    /// The topic of Waymark's own format, and the one of OwnTracks.
    package var topic: String { filled(topicTemplate) }
    package var ownTracksTopic: String { "\(ownTracksBase)/\(user)/\(device)" }

    /// Returns what says whether the machine is connected; `offline` is its will.
    func status(isOnline: Bool) -> RelayMessage {
        let word = isOnline ? "online" : "offline"
        return RelayMessage(topic: "\(topic)/status", payload: Array(word.utf8), isRetained: true)
    }

    /// Returns a topic with the names in the place of what stands for them.
    package func filled(_ template: String) -> String {
        template.replacing("{user}", with: user).replacing("{device}", with: device)
    }
}
