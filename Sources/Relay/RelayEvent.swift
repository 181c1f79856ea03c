package import LocationModel
package import Varlink
import WaymarkInterfaces

/// Something that leaves the machine, as the outbox keeps it and as formats write it.
package struct RelayEvent: Hashable, Sendable {
    package enum Kind: String, JSONWord {
        case significantChange
        case arrival
        case departure
        case regionEntered
        case regionLeft
        case live
        case receiver
        case gap
    }

    /// What makes an event unique wherever it is stored: a message that comes twice has the same.
    package struct Key: Hashable, Sendable {
        /// The device's name in topics.
        package let device: String

        /// The outbox, drawn when it was made, so that a machine that was installed anew is another one.
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
        case gap(RelayGap)
    }

    package let key: Key

    /// When it happened, on the machine's clock.
    package let happenedAt: UTCInstant

    /// When it was put into the outbox.
    package let writtenAt: UTCInstant
    package let content: Content

    package init(key: Key, happenedAt: UTCInstant, writtenAt: UTCInstant, content: Content) {
        (self.key, self.happenedAt, self.writtenAt, self.content) = (key, happenedAt, writtenAt, content)
    }

    package var kind: Kind { content.kind }

    /// Where the machine was when it happened; `nil` if the event tells nothing of that.
    package var place: RelayPlace? {
        switch content {
        case .significantChange(let place), .live(let place, _): place
        case .arrival(let stay), .departure(let stay): stay.place
        case .regionEntered(let crossing), .regionLeft(let crossing): crossing.place
        case .receiver, .gap: nil
        }
    }
}

extension RelayEvent.Content {
    package var kind: RelayEvent.Kind {
        switch self {
        case .significantChange: .significantChange
        case .arrival: .arrival
        case .departure: .departure
        case .regionEntered: .regionEntered
        case .regionLeft: .regionLeft
        case .live: .live
        case .receiver: .receiver
        case .gap: .gap
        }
    }
}

/// Where the machine was; what is absent is unknown.
package struct RelayPlace: JSONStructure {
    /// Degrees north, WGS-84.
    package var latitude: Double

    /// Degrees east, WGS-84.
    package var longitude: Double

    /// The radii in metres that contain the true position with 68 % and with 95 % probability.
    package var accuracy68: Double?
    package var accuracy95: Double?

    /// When the machine was there.
    package var time: UTCInstant

    /// Metres above mean sea level, and half the interval that contains the true altitude with 68 % probability.
    package var altitude: Double?
    package var verticalAccuracy: Double?

    /// Metres per second over ground.
    package var speed: Double?

    /// Degrees clockwise from true north.
    package var course: Double?

    /// Whether it is an area some kilometres wide, because the relay may know no more; absent if it is not.
    package var isReduced: Bool?

    package init(
        latitude: Double,
        longitude: Double,
        accuracy68: Double? = nil,
        accuracy95: Double? = nil,
        time: UTCInstant,
        altitude: Double? = nil,
        verticalAccuracy: Double? = nil,
        speed: Double? = nil,
        course: Double? = nil,
        isReduced: Bool = false
    ) {
        (self.latitude, self.longitude, self.time) = (latitude, longitude, time)
        (self.accuracy68, self.accuracy95) = (accuracy68, accuracy95)
        (self.altitude, self.verticalAccuracy) = (altitude, verticalAccuracy)
        (self.speed, self.course) = (speed, course)
        self.isReduced = isReduced ? true : nil
    }

    package init(_ json: inout JSONMembers) throws(ParameterProblem) {
        accuracy68 = try json.optional("accuracy68")
        accuracy95 = try json.optional("accuracy95")
        altitude = try json.optional("altitude")
        course = try json.optional("course")
        latitude = try json.required("latitude")
        longitude = try json.required("longitude")
        isReduced = try json.optional("reduced")
        speed = try json.optional("speed")
        time = try json.required("time")
        verticalAccuracy = try json.optional("verticalAccuracy")
    }

    package func write(_ json: inout JSONWriter) {
        json.member("accuracy68", accuracy68)
        json.member("accuracy95", accuracy95)
        json.member("altitude", altitude)
        json.member("course", course)
        json.member("latitude", latitude)
        json.member("longitude", longitude)
        json.member("reduced", isReduced)
        json.member("speed", speed)
        json.member("time", time)
        json.member("verticalAccuracy", verticalAccuracy)
    }
}

/// A stay at one place.
package struct RelayStay: JSONStructure {
    /// The middle of the place.
    package var place: RelayPlace

    /// Absent if it is unknown.
    package var arrival: UTCInstant?

    /// Absent while the stay lasts.
    package var departure: UTCInstant?

    package init(place: RelayPlace, arrival: UTCInstant?, departure: UTCInstant?) {
        (self.place, self.arrival, self.departure) = (place, arrival, departure)
    }

    package init(_ json: inout JSONMembers) throws(ParameterProblem) {
        arrival = try json.optional("arrival")
        departure = try json.optional("departure")
        place = try json.required("place")
    }

    package func write(_ json: inout JSONWriter) {
        json.member("arrival", arrival)
        json.member("departure", departure)
        json.member("place", place)
    }
}

/// A region whose edge the machine has crossed, or in which it was found.
package struct RelayCrossing: JSONStructure {
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

    package init(
        identifier: String,
        latitude: Double? = nil,
        longitude: Double? = nil,
        radius: Double? = nil,
        definedAt: UTCInstant,
        place: RelayPlace? = nil
    ) {
        (self.identifier, self.definedAt, self.place) = (identifier, definedAt, place)
        (self.latitude, self.longitude, self.radius) = (latitude, longitude, radius)
    }

    package init(_ json: inout JSONMembers) throws(ParameterProblem) {
        definedAt = try json.required("definedAt")
        identifier = try json.required("identifier")
        latitude = try json.optional("latitude")
        longitude = try json.optional("longitude")
        place = try json.optional("place")
        radius = try json.optional("radius")
    }

    package func write(_ json: inout JSONWriter) {
        json.member("definedAt", definedAt)
        json.member("identifier", identifier)
        json.member("latitude", latitude)
        json.member("longitude", longitude)
        json.member("place", place)
        json.member("radius", radius)
    }
}

/// Whether the machine knows where it is.
package struct RelayReceiver: JSONStructure {
    package enum State: String, JSONWord {
        /// A receiver gives positions.
        case available

        /// None does.
        case unavailable

        /// The relay may not know the location: the person or the administrator has decided so.
        case denied
    }

    package var state: State

    /// Why, for a person; absent if all is well.
    package var reason: String?

    package init(state: State, reason: String? = nil) { (self.state, self.reason) = (state, reason) }

    package init(_ json: inout JSONMembers) throws(ParameterProblem) {
        reason = try json.optional("reason")
        state = try json.required("state")
    }

    package func write(_ json: inout JSONWriter) {
        json.member("reason", reason)
        json.member("state", state)
    }
}

/// A time of which something is missing.
package struct RelayGap: JSONStructure {
    package enum Cause: String, JSONWord {
        /// The relay did not run, or had no connection to the service, which kept only the newest of each kind.
        case notRunning

        /// The outbox was full, or what it held was too old.
        case outbox
    }

    package var cause: Cause
    package var from: UTCInstant
    package var to: UTCInstant

    /// How many events of each kind are missing; absent if nobody knows.
    package var dropped: [String: Int]?

    package init(cause: Cause, from: UTCInstant, to: UTCInstant, dropped: [RelayEvent.Kind: Int]? = nil) {
        (self.cause, self.from, self.to) = (cause, from, to)
        self.dropped = dropped.map { counts in
            Dictionary(uniqueKeysWithValues: counts.map { ($0.key.rawValue, $0.value) })
        }
    }

    package init(_ json: inout JSONMembers) throws(ParameterProblem) {
        cause = try json.required("cause")
        dropped = (try json.optional("dropped") as EventCounts?)?.values
        from = try json.required("from")
        to = try json.required("to")
    }

    package func write(_ json: inout JSONWriter) {
        json.member("cause", cause)
        json.member("dropped", dropped)
        json.member("from", from)
        json.member("to", to)
    }
}

/// How the outbox keeps an event, and how Waymark's own format writes it.
extension RelayEvent: JSONStructure {
    package init(_ json: inout JSONMembers) throws(ParameterProblem) {
        key = Key(
            device: try json.required("device"),
            outbox: try json.required("outbox"),
            sequence: try json.required("sequence")
        )
        happenedAt = try json.required("time")
        writtenAt = try json.required("written")
        let kind: Kind = try json.required("kind")
        content =
            switch kind {
            case .significantChange: .significantChange(try json.required("place"))
            case .arrival: .arrival(try json.required("stay"))
            case .departure: .departure(try json.required("stay"))
            case .regionEntered: .regionEntered(try json.required("region"))
            case .regionLeft: .regionLeft(try json.required("region"))
            case .live: .live(try json.required("place"), isAskedFor: try json.optional("asked") ?? false)
            case .receiver: .receiver(try json.required("receiver"))
            case .gap: .gap(try json.required("gap"))
            }
    }

    package func write(_ json: inout JSONWriter) {
        if case .live(_, isAskedFor: true) = content { json.member("asked", true) }
        json.member("device", key.device)
        if case .gap(let gap) = content { json.member("gap", gap) }
        json.member("kind", kind)
        json.member("outbox", key.outbox)
        switch content {
        case .significantChange(let place), .live(let place, _): json.member("place", place)
        case .receiver(let receiver): json.member("receiver", receiver)
        case .regionEntered(let crossing), .regionLeft(let crossing): json.member("region", crossing)
        case .arrival, .departure, .gap: break
        }
        json.member("sequence", key.sequence)
        if case .arrival(let stay) = content { json.member("stay", stay) }
        if case .departure(let stay) = content { json.member("stay", stay) }
        json.member("time", happenedAt)
        json.member("written", writtenAt)
    }
}
