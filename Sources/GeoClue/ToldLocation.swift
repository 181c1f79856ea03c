import LocationModel
import MessageBus
import WaymarkInterfaces

struct ToldLocation {
    let location: LocationInterface.Location

    /// The origin of the location, or the reason why there is no newer one.
    var description: String

    /// The time at which Waymark received it, in microseconds since 1970.
    let microsecondsSinceEpoch: UInt64

    static let interface = BusInterface<ToldLocation>(
        "org.freedesktop.GeoClue2.Location",
        [
            .property("Latitude", "d") { .double($0.location.coordinate.latitudeDegrees) },
            .property("Longitude", "d") { .double($0.location.coordinate.longitudeDegrees) },
            .property("Accuracy", "d") { .double($0.location.horizontalAccuracyMeters ?? -1) },
            .property("Altitude", "d") {
                .double($0.location.altitudeMeters ?? -Double.greatestFiniteMagnitude)
            },
            .property("Speed", "d") { .double($0.location.speedMetersPerSecond ?? -1) },
            .property("Heading", "d") { .double($0.location.courseDegrees ?? -1) },
            .property("Description", "s") { .string($0.description) },
            .property("Timestamp", "(tt)") {
                let (seconds, rest) = $0.microsecondsSinceEpoch.quotientAndRemainder(dividingBy: 1_000_000)
                return .structure([.uint64(seconds), .uint64(rest)])
            },
        ]
    )
}

/// Makes Waymark's locations as coarse as one program has requested.
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
        var (location, isArea) = (given, isArea)
        if let rows = level.gridRowsPerDegree {
            let margin = 111_195 / rows * Self.marginShare
            let cell =
                self.cell.flatMap { $0.holds(given.coordinate, marginMeters: margin) ? $0 : nil }
                ?? GridCell(of: given.coordinate, rowsPerDegree: rows)
            self.cell = cell
            isArea = true
            location = LocationInterface.Location(
                coordinate: cell.center,
                age: given.age,
                timeInstant: nil,
                horizontalAccuracyMeters: cell.radiusMeters + margin + (given.horizontalAccuracyMeters ?? 0),
                source: given.source
            )
        }
        let measured =
            switch given.source {
            case .receiver: "measured"
            case .stated: "stated, not measured"
            case .simulated: "simulated"
            case .phone: "measured by a phone"
            case .modem: "measured by the modem"
            case .network: "found by networks in reach"
            }
        let received = now - Int64(max(0, min(given.age.inSeconds, 1e9)) * 1_000_000)
        return ToldLocation(
            location: location,
            description: (isArea ? "area, " : "") + (isLast ? "last known, " : "") + measured,
            microsecondsSinceEpoch: UInt64(max(received, 0))
        )
    }
}

struct UpdateFilter {
    private var last: (place: Coordinate, at: ContinuousClock.Instant)?

    /// Whether the last known location was told, in place of a first one.
    private var hasToldLast = false

    /// Records a place, and returns whether the program gets it.
    ///
    /// Both thresholds must be reached. An area is sent only once until it changes. The last known location
    /// is sent only if nothing else was, and the next one is sent whatever the thresholds.
    mutating func take(
        _ place: Coordinate,
        isArea: Bool,
        isLast: Bool = false,
        beyond settings: KeptClients.Settings,
        at now: ContinuousClock.Instant
    ) -> Bool {
        if isLast {
            defer { hasToldLast = true }
            return last == nil && !hasToldLast
        }
        if let last {
            // Receivers do not report at exact intervals: a fix a little early counts.
            let interval = Duration.seconds(Int64(settings.timeThreshold)) * 0.9
            let distance = last.place.distanceMeters(to: place)
            guard distance >= Double(settings.distanceThreshold), last.at.duration(to: now) >= interval
            else { return false }
            if isArea, last.place == place { return false }
        }
        last = (place, now)
        return true
    }
}
