package import LocationModel
import Varlink

/// A value that is stored and sent as JSON, with times as text.
package protocol RelayRecord: Codable {}

extension RelayRecord {
    package init(json: [UInt8]) throws { self = try CodedDecoder.decode(Self.self, json) }
    package var json: [UInt8] { CodedEncoder.plainJSON(self) }
}

/// An event that is sent to the broker, as the outbox stores it and Waymark's own format writes it.
///
/// Device, outbox and sequence identify it wherever it is stored, so that a reader recognises a message that
/// comes twice. Its kind determines which parts it has.
package struct RelayEvent: RelayRecord, Hashable, Sendable {
    package enum Kind: String, CaseIterable, Codable, CodingKeyRepresentable, Sendable {
        case significantChange, arrival, departure, regionEntered, regionLeft, live, receiver, anchor, gap

        /// Whether such an event reveals where the machine was, even if only by the name of a region.
        package var tellsPlace: Bool { ![.receiver, .anchor, .gap].contains(self) }
    }

    /// The device's name in topics, and the random identifier of its outbox, which a new installation
    /// changes.
    package var device = ""
    package var outbox = ""

    /// The number of the event in the outbox, from 1; missing numbers were dropped.
    package var sequence = 0
    package let kind: Kind

    /// When it happened, on the machine's clock, and when it was put into the outbox.
    package let time: UTCInstant
    package var written: UTCInstant

    /// Whether somebody requested the live location; absent if it comes at the interval that the owner chose.
    package var asked: Bool?
    package var place: RelayPlace?
    package var stay: RelayStay?
    package var region: RelayCrossing?
    package var receiver: RelayReceiver?
    package var anchor: RelayAnchor?
    package var gap: RelayGap?

    /// Creates an event without its number.
    package init(_ kind: Kind, at time: UTCInstant, _ setPart: (inout RelayEvent) -> Void) {
        (self.kind, self.time, written) = (kind, time, time)
        setPart(&self)
    }

    /// Whether it reveals the machine's place more exactly than by an area some kilometres wide.
    package var tellsExactPlace: Bool { kind.tellsPlace && (region != nil || anyPlace?.reduced != true) }

    /// The machine's place at the time of the event; `nil` if the event does not tell it.
    package var anyPlace: RelayPlace? { place ?? stay?.place ?? region?.place }
}

/// A place of the machine; absent values are unknown.
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

    /// Whether it is an area some kilometres wide, because the relay has reduced accuracy; absent if not.
    package var reduced: Bool?
}

extension RelayPlace {
    init(_ place: Coordinate, accuracy68: Double?, accuracy95: Double? = nil, time: UTCInstant) {
        (latitude, longitude) = (place.latitudeDegrees, place.longitudeDegrees)
        (self.accuracy68, self.accuracy95, self.time) = (accuracy68, accuracy95, time)
    }
}

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

    /// When the relay learned of the region in its present form: OwnTracks' `wtst`.
    package var definedAt: UTCInstant

    /// The last known place, if there is one.
    package var place: RelayPlace?
}

/// The state of the machine's receivers, or of the relay's permission.
package struct RelayReceiver: RelayRecord, Hashable, Sendable {
    package enum State: String, Codable, Sendable {
        /// Receivers can give positions that are trusted; that are doubtful; or none, because they cannot be
        /// right.
        case available, doubtful, contradicted

        /// No receiver gives positions.
        case unavailable

        /// The relay is not authorized: the person or the administrator has decided so.
        case denied
    }

    package var state: State

    /// The reason in words for a person; absent if all is well.
    package var reason: String?
}

/// The state of the anchor that the relay's app watches.
package struct RelayAnchor: RelayRecord, Hashable, Sendable {
    package enum State: String, Codable, Sendable {
        /// No anchor is down; it holds; it does not; or nobody knows any more.
        case up, holding, dragging, unknown
    }

    package var state: State

    /// The state in words for a person, without a place.
    package var reason: String
}

/// A period of which events are missing.
package struct RelayGap: RelayRecord, Hashable, Sendable {
    package enum Cause: String, Codable, Sendable {
        /// The relay did not run, or had no connection to the service, which kept only the newest of each kind.
        case notRunning

        /// The outbox was full, or its events were too old, or more exact than the relay's accuracy now
        /// permits.
        case outbox
    }

    package var cause: Cause
    package var from: UTCInstant
    package var to: UTCInstant

    /// The number of missing events of each kind; absent if nobody knows.
    package var dropped: [RelayEvent.Kind: Int]?

    package init(cause: Cause, from: UTCInstant, to: UTCInstant, dropped: [RelayEvent.Kind: Int]? = nil) {
        (self.cause, self.from, self.to, self.dropped) = (cause, from, to, dropped)
    }
}
