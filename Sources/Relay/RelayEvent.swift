package import LocationModel
import Varlink

/// What is kept and sent as JSON, with times as text.
package protocol RelayRecord: Codable {}

extension RelayRecord {
    package init(json: [UInt8]) throws { self = try CodedDecoder.decode(Self.self, json) }
    package var json: [UInt8] { CodedEncoder.plainJSON(self) }
}

/// Something that leaves the machine, as the outbox keeps it and as Waymark's own format writes it.
///
/// Device, outbox and sequence make it unique wherever it is stored: a message that comes twice has the same. Which of the
/// parts it has follows from its kind.
package struct RelayEvent: RelayRecord, Hashable, Sendable {
    package enum Kind: String, CaseIterable, Codable, CodingKeyRepresentable, Sendable {
        case significantChange, arrival, departure, regionEntered, regionLeft, live, receiver, anchor, gap

        /// Whether such an event tells where the machine was, and be it by the name of a region only.
        package var tellsPlace: Bool { ![.receiver, .anchor, .gap].contains(self) }
    }

    /// The device's name in topics, and its outbox, drawn when it was made: installed anew, it is another one.
    package var device = ""
    package var outbox = ""

    /// The event in the outbox, from 1; what is missing was dropped.
    package var sequence = 0
    package let kind: Kind

    /// When it happened, on the machine's clock, and when it was put into the outbox.
    package let time: UTCInstant
    package var written: UTCInstant

    /// Whether a live location was asked for; absent if it comes at the interval that the owner chose.
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

    /// Whether it tells where the machine was more exactly than by an area some kilometres wide.
    package var tellsExactPlace: Bool { kind.tellsPlace && (region != nil || anyPlace?.reduced != true) }

    /// Where the machine was when it happened; `nil` if the event tells nothing of that.
    package var anyPlace: RelayPlace? { place ?? stay?.place ?? region?.place }
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

        /// The outbox was full, or what it held was too old, or more exact than the relay may know now.
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
