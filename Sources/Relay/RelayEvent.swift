import Coding
package import LocationModel

/// What is kept and sent as JSON, with times as text.
package protocol RelayRecord: Codable {}

extension RelayRecord {
    package init(json: [UInt8]) throws { self = try CodedDecoder.decode(Self.self, json) }
    package var json: [UInt8] { CodedEncoder.plainJSON(self) }
}

/// Something that has happened, and when.
package struct RelayReport: Hashable, Sendable {
    package let content: RelayEvent.Content
    package let happenedAt: UTCInstant

    package init(_ content: RelayEvent.Content, at time: UTCInstant) {
        (self.content, happenedAt) = (content, time)
    }
}

/// Something that leaves the machine, as the outbox keeps it and as formats write it.
package struct RelayEvent: Hashable, Sendable {
    package enum Kind: String, CaseIterable, Codable, CodingKeyRepresentable, Sendable {
        case significantChange, arrival, departure, regionEntered, regionLeft, live, receiver, anchor, gap
    }

    /// What makes an event unique wherever it is stored: a message that comes twice has the same.
    package struct Key: Codable, Hashable, Sendable {
        /// The device's name in topics, and its outbox, drawn when it was made: installed anew, it is another one.
        package let device: String
        package let outbox: String

        /// The event in the outbox, from 1; what is missing was dropped.
        package let sequence: Int

        package init(device: String, outbox: String, sequence: Int) {
            (self.device, self.outbox, self.sequence) = (device, outbox, sequence)
        }
    }

    package enum Content: Hashable, Sendable {
        case significantChange(RelayPlace)
        case arrival(RelayStay)
        case departure(RelayStay)
        case regionEntered(RelayCrossing)
        case regionLeft(RelayCrossing)

        /// The location at the interval that the owner chose, or because it was asked for.
        case live(RelayPlace, isAskedFor: Bool)
        case receiver(RelayReceiver)
        case anchor(RelayAnchor)
        case gap(RelayGap)

        package var kind: Kind {
            switch self {
            case .significantChange: .significantChange
            case .arrival: .arrival
            case .departure: .departure
            case .regionEntered: .regionEntered
            case .regionLeft: .regionLeft
            case .live: .live
            case .receiver: .receiver
            case .anchor: .anchor
            case .gap: .gap
            }
        }
    }

    package let key: Key

    /// When it happened, on the machine's clock, and when it was put into the outbox.
    package let happenedAt: UTCInstant
    package let writtenAt: UTCInstant
    package let content: Content

    package init(_ report: RelayReport, _ key: Key, writtenAt: UTCInstant) {
        (self.key, self.writtenAt) = (key, writtenAt)
        (content, happenedAt) = (report.content, report.happenedAt)
    }

    package var kind: Kind { content.kind }

    /// Where the machine was when it happened; `nil` if the event tells nothing of that.
    package var place: RelayPlace? {
        switch content {
        case .significantChange(let place), .live(let place, _): place
        case .arrival(let stay), .departure(let stay): stay.place
        case .regionEntered(let crossing), .regionLeft(let crossing): crossing.place
        case .receiver, .anchor, .gap: nil
        }
    }
}

/// Where the machine was; what is absent is unknown.
package struct RelayPlace: RelayRecord, Hashable, Sendable {
    /// Degrees north and east, WGS-84.
    package var latitude: Double
    package var longitude: Double

    /// The radii in metres that contain the true position with 68 % and with 95 % probability.
    package var accuracy68: Double?
    package var accuracy95: Double?

    /// When the machine was there.
    package var time: UTCInstant

    /// Metres above mean sea level, and half the interval that contains the true altitude with 68 % probability.
    package var altitude: Double?
    package var verticalAccuracy: Double?

    /// Metres per second over ground, and degrees clockwise from true north.
    package var speed: Double?
    package var course: Double?

    /// Whether it is an area some kilometres wide, because the relay may know no more; absent if it is not.
    package var isReduced: Bool?

    private enum CodingKeys: String, CodingKey {
        case latitude, longitude, accuracy68, accuracy95, time, altitude, verticalAccuracy, speed, course
        case isReduced = "reduced"
    }
}

extension RelayPlace {
    init(_ place: Coordinate, accuracy68: Double?, accuracy95: Double? = nil, time: UTCInstant) {
        (latitude, longitude) = (place.latitudeDegrees, place.longitudeDegrees)
        (self.accuracy68, self.accuracy95, self.time) = (accuracy68, accuracy95, time)
    }
}

/// A stay at one place.
package struct RelayStay: RelayRecord, Hashable, Sendable {
    /// The middle of the place.
    package var place: RelayPlace

    /// The arrival is absent if it is unknown, the departure while the stay lasts.
    package var arrival: UTCInstant?
    package var departure: UTCInstant?
}

/// A region whose edge the machine has crossed, or in which it was found.
package struct RelayCrossing: RelayRecord, Hashable, Sendable {
    package var identifier: String

    /// The region's middle, and the radius in metres of a circle around it that contains the region; absent where the
    /// region is one of beacons.
    package var latitude: Double?
    package var longitude: Double?
    package var radius: Double?

    /// When the relay was told of the region as it is: OwnTracks' `wtst`.
    package var definedAt: UTCInstant

    /// The last place that is known, if the relay has been told one.
    package var place: RelayPlace?
}

/// Whether the machine knows where it is.
package struct RelayReceiver: RelayRecord, Hashable, Sendable {
    package enum State: String, Codable, Sendable {
        /// A receiver can give positions; something speaks against it; or it cannot be right, and gives none.
        case available, doubtful, contradicted

        /// None does.
        case unavailable

        /// The relay may not know the location: the person or the administrator has decided so.
        case denied
    }

    package var state: State

    /// Why, for a person; absent if all is well.
    package var reason: String?
}

/// Whether the anchor holds that the relay's app watches.
package struct RelayAnchor: RelayRecord, Hashable, Sendable {
    package enum State: String, Codable, Sendable {
        /// None is down; or it holds, or does not, or nobody knows any more.
        case up, holding, dragging, unknown
    }

    package var state: State

    /// What is known, for a person; it tells no place.
    package var reason: String
}

/// A time of which something is missing.
package struct RelayGap: RelayRecord, Hashable, Sendable {
    package enum Cause: String, Codable, Sendable {
        /// The relay did not run, or had no connection to the service, which kept only the newest of each kind.
        case notRunning

        /// The outbox was full, or what it held was too old.
        case outbox
    }

    package var cause: Cause
    package var from: UTCInstant
    package var to: UTCInstant

    /// How many events of each kind are missing; absent if nobody knows.
    package var dropped: [RelayEvent.Kind: Int]?

    package init(cause: Cause, from: UTCInstant, to: UTCInstant, dropped: [RelayEvent.Kind: Int]? = nil) {
        (self.cause, self.from, self.to, self.dropped) = (cause, from, to, dropped)
    }
}

/// How the outbox keeps an event, and how Waymark's own format writes it.
extension RelayEvent: RelayRecord {
    private enum CodingKeys: String, CodingKey {
        case kind, time, written, asked, place, stay, region, receiver, anchor, gap
    }

    package init(from decoder: any Decoder) throws {
        let json = try decoder.container(keyedBy: CodingKeys.self)
        func part<Value: Decodable>(_ key: CodingKeys) throws -> Value {
            try json.decode(Value.self, forKey: key)
        }
        key = try Key(from: decoder)
        (happenedAt, writtenAt) = (try part(.time), try part(.written))
        content =
            switch try part(.kind) as Kind {
            case .significantChange: .significantChange(try part(.place))
            case .arrival: .arrival(try part(.stay))
            case .departure: .departure(try part(.stay))
            case .regionEntered: .regionEntered(try part(.region))
            case .regionLeft: .regionLeft(try part(.region))
            case .live: .live(try part(.place), isAskedFor: try part(.asked))
            case .receiver: .receiver(try part(.receiver))
            case .anchor: .anchor(try part(.anchor))
            case .gap: .gap(try part(.gap))
            }
    }

    package func encode(to encoder: any Encoder) throws {
        try key.encode(to: encoder)
        var json = encoder.container(keyedBy: CodingKeys.self)
        try json.encode(kind, forKey: .kind)
        try json.encode(happenedAt, forKey: .time)
        try json.encode(writtenAt, forKey: .written)
        if case .live(_, isAskedFor: true) = content { try json.encode(true, forKey: .asked) }
        switch content {
        case .significantChange(let place), .live(let place, _): try json.encode(place, forKey: .place)
        case .arrival(let stay), .departure(let stay): try json.encode(stay, forKey: .stay)
        case .regionEntered(let region), .regionLeft(let region): try json.encode(region, forKey: .region)
        case .receiver(let receiver): try json.encode(receiver, forKey: .receiver)
        case .anchor(let anchor): try json.encode(anchor, forKey: .anchor)
        case .gap(let gap): try json.encode(gap, forKey: .gap)
        }
    }
}
