import LocationModel
import MessageBus
import WaymarkInterfaces

struct ToldLocation: Hashable {
    let coordinate: Coordinate

    /// The radius in metres that holds the position; `nil` if it is unknown.
    var accuracyMeters: Double?

    /// Metres above mean sea level.
    var altitudeMeters: Double?
    var speedMetersPerSecond: Double?

    /// Degrees clockwise from true north.
    var headingDegrees: Double?

    /// Where it comes from, or why there is no newer one.
    var description: String

    /// The time at which Waymark received it, in microseconds since 1970.
    let microsecondsSinceEpoch: Int64
}

extension ToldLocation {
    static let interface = BusInterface<ToldLocation>(
        "org.freedesktop.GeoClue2.Location",
        [
            .property("Latitude", "d") { .double($0.coordinate.latitudeDegrees) },
            .property("Longitude", "d") { .double($0.coordinate.longitudeDegrees) },
            .property("Accuracy", "d") { .double($0.accuracyMeters ?? -1) },
            .property("Altitude", "d") { .double($0.altitudeMeters ?? -Double.greatestFiniteMagnitude) },
            .property("Speed", "d") { .double($0.speedMetersPerSecond ?? -1) },
            .property("Heading", "d") { .double($0.headingDegrees ?? -1) },
            .property("Description", "s") { .string($0.description) },
            .property("Timestamp", "(tt)") {
                .structure([.uint64($0.time / 1_000_000), .uint64($0.time % 1_000_000)])
            },
        ]
    )

    private var time: UInt64 { UInt64(max(microsecondsSinceEpoch, 0)) }
}

/// Makes the locations that one program is told from those that Waymark gives.
struct LocationCoarsener {
    private let level: AccuracyLevel

    /// The last cell of the level's grid.
    private var cell: GridCell?

    /// The part of a cell's height by which a position may leave it, so that noise at an edge does not show.
    private static let marginShare = 0.1

    init(_ level: AccuracyLevel) { self.level = level }

    mutating func location(
        for given: LocationInterface.Location,
        isArea: Bool,
        isLast: Bool = false,
        at now: Int64
    ) -> ToldLocation {
        let received = now - Int64(max(0, min(given.age.inSeconds, 1e9)) * 1_000_000)
        let measured =
            switch given.source {
            case .receiver: "measured"
            case .stated: "stated, not measured"
            case .simulated: "simulated"
            case .phone: "measured by a phone"
            case .modem: "measured by the modem"
            case .network: "found by networks in reach"
            }
        let source = isLast ? "last known, \(measured)" : measured
        guard let rows = level.gridRowsPerDegree else {
            return ToldLocation(
                coordinate: given.coordinate,
                accuracyMeters: given.horizontalAccuracyMeters,
                altitudeMeters: given.altitudeMeters,
                speedMetersPerSecond: given.speedMetersPerSecond,
                headingDegrees: given.courseDegrees,
                description: isArea ? "area, \(source)" : source,
                microsecondsSinceEpoch: received
            )
        }
        let margin = 111_195 / rows * Self.marginShare
        let cell =
            self.cell.flatMap { $0.holds(given.coordinate, marginMeters: margin) ? $0 : nil }
            ?? GridCell(of: given.coordinate, rowsPerDegree: rows)
        self.cell = cell
        return ToldLocation(
            coordinate: cell.center,
            accuracyMeters: cell.radiusMeters + margin + (given.horizontalAccuracyMeters ?? 0),
            description: "area, \(source)",
            microsecondsSinceEpoch: received
        )
    }
}

struct UpdateFilter {
    /// The metres below which a change is not told.
    var distanceMeters: Double = 0

    /// The time between two locations.
    var interval: Duration = .zero

    private var last: (place: ToldLocation, at: ContinuousClock.Instant)?

    /// Whether the last known location was told, in place of a first one.
    private var hasToldLast = false

    /// Records a location, and returns whether it is told.
    ///
    /// Both thresholds must be reached. An area is told only once: it says nothing new until it changes. The last known
    /// location is told only while nothing else was, and the next one is told whatever the thresholds.
    mutating func take(
        _ place: ToldLocation,
        isArea: Bool,
        isLast: Bool = false,
        at now: ContinuousClock.Instant
    ) -> Bool {
        if isLast {
            defer { hasToldLast = true }
            return last == nil && !hasToldLast
        }
        if let last {
            let distance = last.place.coordinate.distanceMeters(to: place.coordinate)
            // Receivers do not report at exact intervals: a fix a little early counts.
            guard distance >= distanceMeters, last.at.duration(to: now) >= interval * 0.9 else {
                return false
            }
            if isArea, last.place.coordinate == place.coordinate { return false }
        }
        last = (place, now)
        return true
    }

    /// Forgets what was told, so that the next location is told whatever the thresholds.
    mutating func reset() { (last, hasToldLast) = (nil, false) }
}
