import LocationModel
import Regions
import WaymarkEngine

// What was inside the seals of version 2 of the tables. Values came to the end of a form as they were invented, so a form
// may end before each of them.
extension FormReader {
    private mutating func coordinate() throws(InvalidRow) -> Coordinate {
        try Coordinate(latitudeDegrees: quantity(), longitudeDegrees: quantity()).valid()
    }

    /// Reads a radius, which is no number where it is unknown.
    private mutating func radius() throws(InvalidRow) -> Double? {
        let radius = try quantity()
        guard !radius.isNaN else { return nil }
        guard radius.isFinite, radius >= 0 else { throw InvalidRow() }
        return radius
    }

    mutating func user() throws(InvalidRow) -> UserIdentifier {
        UserIdentifier(try UInt32(exactly: number()).valid())
    }

    mutating func app() throws(InvalidRow) -> AppKey { AppKey(user: try user(), app: try name()) }
    mutating func kind() throws(InvalidRow) -> KindKey { KindKey(app: try app(), kind: try name()) }
    mutating func widget() throws(InvalidRow) -> WidgetIdentifier { WidgetIdentifier(try rowNumber()) }

    /// Reads the number of a row, and none that is so great that it is damage: the next needs one, too.
    mutating func rowNumber() throws(InvalidRow) -> UInt64 {
        let number = try number()
        guard number < 1 << 62 else { throw InvalidRow() }
        return number
    }

    mutating func name<Name: PlainName>() throws(InvalidRow) -> Name { try Name(text()).valid() }

    mutating func word<Word: RawRepresentable<String>>() throws(InvalidRow) -> Word {
        try Word(rawValue: text()).valid()
    }

    mutating func notifiedPlace() throws(InvalidRow) -> NotifiedPlace {
        var place = NotifiedPlace(coordinate: try coordinate(), notifiedAt: try instant(), number: 0)
        if !isAtEnd { place.horizontal95Meters = try radius() }
        if !isAtEnd { place.number = try number() }
        if !isAtEnd { place.horizontal68Meters = try radius() }
        try end()
        return place
    }

    mutating func statedPlace() throws(InvalidRow) -> StatedPlace {
        var place = StatedPlace(
            coordinate: try coordinate(),
            accuracyMeters: try quantity(),
            origin: .command
        )
        if !isAtEnd { place.altitudeMeters = try quantity() }
        try end()
        guard place.accuracyMeters > 0, place.accuracyMeters <= StatedPlace.largestAccuracyMeters,
            place.altitudeMeters?.isFinite ?? true
        else { throw InvalidRow() }
        return place
    }

    mutating func timeline() throws(InvalidRow) -> DeliveredTimeline {
        let deliveredAt = try instant()
        // Whether the location was known, with twice the number of the change.
        let circumstances = try number()
        let kind = try number()
        // 4 is added where relevances follow.
        let hasRelevance = kind & 4 != 0
        let policy: ReloadPolicy
        switch kind & ~4 {
        case 0: policy = .atEnd
        case 1: policy = .after(try instant())
        case 2: policy = .never
        default: throw InvalidRow()
        }
        var inherited: CurrentRelevance?
        if hasRelevance {
            let (score, until) = (try quantity(), try instant())
            let isUnending = until.nanosecondsSince1970 == .max
            inherited = score.isNaN ? nil : CurrentRelevance(score: score, until: isUnending ? nil : until)
        }
        var entries: [TimelineEntry] = []
        while !isAtEnd {
            let (date, content) = (try instant(), try text())
            var relevance: Relevance?
            if hasRelevance {
                let (score, duration) = (try quantity(), Int64(bitPattern: try number()))
                relevance = score.isNaN ? nil : Relevance(score: score, duration: .nanoseconds(duration))
            }
            entries.append(TimelineEntry(date: date, content: content, relevance: relevance))
        }
        return DeliveredTimeline(
            timeline: try (try? Timeline(entries: entries, policy: policy)).valid(),
            deliveredAt: deliveredAt,
            knewLocation: circumstances & 1 == 1,
            change: circumstances >> 1,
            inheritedRelevance: inherited
        )
    }

    /// Reads whether the kind wants the location, from a column of its own, and the rest.
    mutating func declaration() throws(InvalidRow) -> KindDeclaration {
        var declaration = KindDeclaration(wantsLocation: try truth())
        // What is empty is absent.
        func known(_ text: String) -> String? { text.isEmpty ? nil : text }
        declaration.placeholder = known(try text())
        guard !isAtEnd else { return declaration }
        declaration.name = known(try text())
        declaration.summary = known(try text())
        declaration.families = try text().split(separator: " ").compactMap {
            WidgetFamily(rawValue: String($0))
        }
        try end()
        return declaration
    }

    mutating func setup() throws(InvalidRow) -> WidgetSetup {
        let family: WidgetFamily = try word()
        var values: [String: ConfigurationValue] = [:]
        while !isAtEnd {
            let name = try text()
            switch try number() {
            case 0: values[name] = .boolean(try truth())
            case 1: values[name] = .integer(Int(Int64(bitPattern: try number())))
            case 2: values[name] = .number(try quantity())
            case 3: values[name] = .text(try text())
            default: throw InvalidRow()
            }
        }
        return WidgetSetup(family: family, configuration: ConfigurationValues(values))
    }

    mutating func budget() throws(InvalidRow) -> ReloadBudget {
        let seen = Float(bitPattern: try UInt32(exactly: number()).valid())
        let hour = Int64(bitPattern: try number())
        let saved = Float(bitPattern: try UInt32(exactly: number()).valid())
        let (refilledAt, isWarned, counts) = (try instant(), try truth(), try number())
        try end()
        var uses = ReloadBudget.Uses()
        uses.scheduled = UInt8(truncatingIfNeeded: counts)
        uses.requested = UInt8(truncatingIfNeeded: counts >> 8)
        uses.pushed = UInt8(truncatingIfNeeded: counts >> 16)
        uses.unchanged = UInt8(truncatingIfNeeded: counts >> 24)
        return try ReloadBudget(
            seenHours: seen,
            latestHour: hour,
            saved: saved,
            refilledAt: refilledAt,
            uses: uses,
            isWarned: isWarned
        ).valid()
    }

    mutating func wakingHours() throws(InvalidRow) -> WakingHours {
        let hour = Int64(bitPattern: try number())
        var shares: [Double] = []
        while !isAtEnd { shares.append(try quantity()) }
        return try WakingHours(shares: shares, latestHour: hour).valid()
    }

    mutating func ticket() throws(InvalidRow) -> ReloadTicket {
        var ticket = ReloadTicket(
            widget: WidgetIdentifier(try number()),
            kind: try kind(),
            reason: try word(),
            askedAt: try instant()
        )
        ticket.failures = try UInt32(exactly: number()).valid()
        switch try number() {
        case 0: break
        case 1: ticket.end = .done(RequestIdentifier(try number()), at: try instant())
        case 2: ticket.end = .removed(at: try instant())
        default: throw InvalidRow()
        }
        try end()
        return ticket
    }

    /// Reads one access, or several after their number, each after its length.
    mutating func accesses(of user: UserIdentifier) throws(InvalidRow) -> [AccessRecord] {
        var several = self
        let count = try several.number()
        // One alone begins with its date in nanoseconds, which is more than any count.
        guard count <= 64 else { return [try access(of: user)] }
        var records: [AccessRecord] = []
        for _ in 0..<count {
            var form = FormReader(Array(try several.part()))
            records.append(try form.access(of: user))
        }
        try several.end()
        return records
    }

    private mutating func access(of user: UserIdentifier) throws(InvalidRow) -> AccessRecord {
        let date = try instant()
        let app = AppKey(user: user, app: try name())
        // What the first build wrote when an app that may always know got the location by a pending reload.
        let ground = try text()
        var record = AccessRecord(
            app: app,
            consumer: nil,
            date: date,
            ground: try Ground(rawValue: ground == "alwaysNow" ? Ground.always.rawValue : ground).valid(),
            wasTemporary: false,
            accuracy: try word(),
            horizontal68Meters: nil
        )
        record.wasTemporary = try truth()
        let widget = try number()
        record.horizontal68Meters = try radius()
        record.consumer = try widget != 0 ? .widget(WidgetIdentifier(widget)) : otherConsumer(app)
        try end()
        return record
    }

    /// Reads the number of a request, that of a stream after a zero, or the text `monitor`; a widget has none of them.
    private mutating func otherConsumer(_ app: AppKey) throws(InvalidRow) -> Consumer? {
        guard !isAtEnd else { return nil }
        var word = self
        if (try? word.text()) == "monitor", word.isAtEnd {
            self = word
            return .monitor(app)
        }
        let request = try number()
        if request != 0 { return .request(LocationRequestIdentifier(request)) }
        return .follower(SessionIdentifier(try number()))
    }

    mutating func stay() throws(InvalidRow) -> SavedStay {
        let stay = SavedStay(
            center: try coordinate(),
            horizontal68Meters: try radius().valid(),
            firstPresence: try instant(),
            lastPresence: try instant(),
            arrivalIsKnown: try truth(),
            isVisit: try truth()
        )
        try end()
        return stay
    }

    mutating func monitorEvent(_ kind: MonitorEventKind) throws(InvalidRow) -> MonitorEvent {
        let identifier = MonitorEventIdentifier(try number())
        let (date, ground, isHeld): (UTCInstant, Ground, Bool) = (try instant(), try word(), try truth())
        let (coordinate, radius) = (try coordinate(), try radius())
        let content: MonitorEvent.Content
        switch kind {
        case .significantChange:
            let radius95 = try self.radius()
            content = .significantChange(
                MonitoredPlace(
                    coordinate: coordinate,
                    horizontal68Meters: radius,
                    horizontal95Meters: radius95,
                    date: try instant()
                )
            )
        case .arrival, .departure:
            let (arrival, departure) = (try optionalInstant(), try optionalInstant())
            let visit = Visit(
                center: coordinate,
                horizontal68Meters: try radius.valid(),
                arrival: arrival,
                departure: departure
            )
            content = kind == .arrival ? .arrival(visit) : .departure(visit)
        // A region keeps its event itself.
        case .region: throw InvalidRow()
        }
        try end()
        return MonitorEvent(content, identifier: identifier, date: date, ground: ground, isHeld: isHeld)
    }

    private mutating func optionalInstant() throws(InvalidRow) -> UTCInstant? {
        let (isKnown, instant) = (try truth(), try instant())
        return isKnown ? instant : nil
    }

    mutating func region() throws(InvalidRow) -> SavedRegion {
        let app = try app()
        let name = RegionName(
            app: app,
            monitor: try MonitorName(text()).valid(),
            identifier: try RegionIdentifier(text()).valid()
        )
        let (isInside, toldInside) = (try number(), try number())
        let (event, lastEvent) = (try regionEvent(), try regionEvent())
        let condition: RegionCondition
        switch try number() {
        case 0:
            let circle = CircleShape(center: try coordinate(), radiusMeters: try quantity())
            condition = .area(.circle(try circle.valid()))
        case 1: condition = .area(.polygons(try PolygonShape(polygons: polygons()).valid()))
        case 2: condition = .beacons(try beacons())
        default: throw InvalidRow()
        }
        try end()
        guard max(isInside, toldInside) <= 2 else { throw InvalidRow() }
        var region = SavedRegion(name, condition)
        region.isInside = isInside == 2 ? nil : isInside == 1
        region.toldInside = toldInside == 2 ? nil : toldInside == 1
        (region.event, region.lastEvent) = (event, lastEvent)
        return region
    }

    private mutating func regionEvent() throws(InvalidRow) -> RegionEvent? {
        let identifier = try number()
        guard identifier > 0 else { return nil }
        return RegionEvent(
            identifier: MonitorEventIdentifier(identifier),
            date: try instant(),
            ground: try word(),
            isHeld: try truth(),
            isInside: try truth()
        )
    }

    private mutating func polygons() throws(InvalidRow) -> [[[Coordinate]]] {
        var polygons: [[[Coordinate]]] = []
        while !isAtEnd {
            var rings: [[Coordinate]] = []
            for _ in 0..<(try number()) {
                var ring: [Coordinate] = []
                for _ in 0..<(try number()) { ring.append(try coordinate()) }
                rings.append(ring)
            }
            polygons.append(rings)
        }
        return polygons
    }

    private mutating func beacons() throws(InvalidRow) -> BeaconCondition {
        let uuid = BeaconUUID(halves: try number(), try number())
        // 2^16 stands for any number.
        let (major, minor) = (try number(), try number())
        switch (UInt16(exactly: major), UInt16(exactly: minor)) {
        case (let major?, let minor?): return BeaconCondition(uuid: uuid, major: major, minor: minor)
        case (let major?, nil) where minor == 1 << 16: return BeaconCondition(uuid: uuid, major: major)
        case (nil, nil) where major == 1 << 16 && minor == 1 << 16: return BeaconCondition(uuid: uuid)
        default: throw InvalidRow()
        }
    }
}
