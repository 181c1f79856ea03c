extension String {
    /// The text as a level of a topic, in which letters, digits, `-` and `_` are left.
    ///
    /// A dot or a space closes the connection to a nats-server, and Home Assistant ignores such a discovery.
    package var topicLevel: String {
        let letters = unicodeScalars.map { scalar -> Character in
            switch scalar {
            case "a"..."z", "A"..."Z", "0"..."9", "-", "_": Character(scalar)
            default: "_"
            }
        }
        return letters.isEmpty ? "_" : String(letters)
    }

    /// The text as a topic, without empty levels.
    package var safeTopic: String {
        split(separator: "/").map { String($0).topicLevel }.joined(separator: "/")
    }
}

extension RelaySettings {
    /// The topic below which Waymark's events are, and what Home Assistant reads.
    var safeTopic: String { topic.safeTopic }

    /// Returns what says whether the machine is connected; `offline` is its will.
    func status(isOnline: Bool) -> RelayMessage {
        let word = isOnline ? "online" : "offline"
        return RelayMessage(topic: "\(safeTopic)/status", payload: Array(word.utf8), isRetained: true)
    }
}

extension RelayMessage {
    /// What makes a broker forget the message that it keeps.
    static func clearing(_ topic: String) -> RelayMessage {
        RelayMessage(topic: topic, payload: [], isRetained: true)
    }
}
