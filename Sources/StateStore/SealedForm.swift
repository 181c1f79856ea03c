import LocationModel
import WaymarkEngine

// The bytes inside a seal: little-endian numbers, lengths before texts, a quantity as the bits of its `Double`.

extension NotifiedPlace: SealedContent {
    var sealedForm: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(coordinate.latitudeDegrees.bitPattern)
        bytes.append(coordinate.longitudeDegrees.bitPattern)
        bytes.append(notifiedAt)
        // Not a number where it is unknown. Earlier forms end before the 95 % radius, the number, or the 68 % radius.
        bytes.append((horizontal95Meters ?? .nan).bitPattern)
        bytes.append(number)
        bytes.append((horizontal68Meters ?? .nan).bitPattern)
        return bytes
    }

    init?(sealedForm bytes: [UInt8]) {
        var reader = FormReader(bytes)
        guard let latitude = reader.number(), let longitude = reader.number(), let time = reader.instant(),
            let coordinate = Coordinate(
                latitudeDegrees: Double(bitPattern: latitude),
                longitudeDegrees: Double(bitPattern: longitude)
            )
        else { return nil }
        let radius = reader.number().map(Double.init(bitPattern:)) ?? .nan
        let number = reader.number() ?? 0
        let smaller = reader.number().map(Double.init(bitPattern:)) ?? .nan
        guard reader.isAtEnd,
            [radius, smaller].allSatisfy({ $0.isNaN || $0.isFinite && $0 >= 0 })
        else { return nil }
        self.init(
            coordinate: coordinate,
            horizontal68Meters: smaller.isNaN ? nil : smaller,
            horizontal95Meters: radius.isNaN ? nil : radius,
            notifiedAt: time,
            number: number
        )
    }

    init?(sealedForm bytes: [UInt8], of key: PlaceName) { self.init(sealedForm: bytes) }
}

extension StatedPlace: SealedContent {
    var sealedForm: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(coordinate.latitudeDegrees.bitPattern)
        bytes.append(coordinate.longitudeDegrees.bitPattern)
        bytes.append(accuracyMeters.bitPattern)
        // Last because it may not be stated: then it is absent.
        if let altitudeMeters { bytes.append(altitudeMeters.bitPattern) }
        return bytes
    }

    init?(sealedForm bytes: [UInt8], of key: PlaceName) {
        var reader = FormReader(bytes)
        guard let latitude = reader.number(), let longitude = reader.number(),
            let accuracy = reader.number().map(Double.init(bitPattern:)),
            let coordinate = Coordinate(
                latitudeDegrees: Double(bitPattern: latitude),
                longitudeDegrees: Double(bitPattern: longitude)
            )
        else { return nil }
        let altitude = reader.isAtEnd ? nil : reader.number().map(Double.init(bitPattern:))
        guard reader.isAtEnd, accuracy > 0, accuracy <= Self.largestAccuracyMeters,
            altitude?.isFinite ?? true
        else { return nil }
        self.init(
            coordinate: coordinate,
            accuracyMeters: accuracy,
            altitudeMeters: altitude,
            origin: .command
        )
    }
}

extension DeliveredTimeline: SealedContent {
    private static let atEnd: UInt64 = 0
    private static let after: UInt64 = 1
    private static let never: UInt64 = 2

    /// Added to the number of the policy where relevances follow; earlier forms have none.
    private static let hasRelevance: UInt64 = 4

    var sealedForm: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(deliveredAt)
        // Earlier forms have no number of a change, which reads as 0.
        bytes.append(change << 1 | (knewLocation ? 1 : 0))
        let hasRelevance = inheritedRelevance != nil || timeline.entries.contains { $0.relevance != nil }
        let mark = hasRelevance ? Self.hasRelevance : 0
        switch timeline.policy {
        case .atEnd: bytes.append(Self.atEnd | mark)
        case .after(let date):
            bytes.append(Self.after | mark)
            bytes.append(date)
        case .never: bytes.append(Self.never | mark)
        }
        if hasRelevance {
            bytes.append(score: inheritedRelevance?.score)
            bytes.append(inheritedRelevance?.until ?? Self.noDate)
        }
        for entry in timeline.entries {
            bytes.append(entry.date)
            bytes.append(entry.content)
            guard hasRelevance else { continue }
            bytes.append(score: entry.relevance?.score)
            bytes.append(UInt64(bitPattern: entry.relevance?.duration.wholeNanoseconds ?? 0))
        }
        return bytes
    }

    init?(sealedForm bytes: [UInt8], of key: WidgetIdentifier) {
        var reader = FormReader(bytes)
        guard let deliveredAt = reader.instant(), let circumstances = reader.number() else { return nil }
        let policy: ReloadPolicy
        guard let kind = reader.number() else { return nil }
        let hasRelevance = kind & Self.hasRelevance != 0
        switch kind & ~Self.hasRelevance {
        case Self.atEnd: policy = .atEnd
        case Self.after:
            guard let date = reader.instant() else { return nil }
            policy = .after(date)
        case Self.never: policy = .never
        default: return nil
        }
        var inherited: CurrentRelevance?
        if hasRelevance {
            guard let score = reader.number(), let until = reader.instant() else { return nil }
            inherited = Double(bitPattern: score).known.map {
                CurrentRelevance(score: $0, until: until == Self.noDate ? nil : until)
            }
        }
        var entries: [TimelineEntry] = []
        while !reader.isAtEnd {
            guard let date = reader.instant(), let content = reader.text() else { return nil }
            var relevance: Relevance?
            if hasRelevance {
                guard let score = reader.number(), let duration = reader.number() else { return nil }
                relevance = Double(bitPattern: score).known.flatMap {
                    Relevance(score: $0, duration: .nanoseconds(Int64(bitPattern: duration)))
                }
            }
            entries.append(TimelineEntry(date: date, content: content, relevance: relevance))
        }
        guard let timeline = try? Timeline(entries: entries, policy: policy) else { return nil }
        self.init(
            timeline: timeline,
            deliveredAt: deliveredAt,
            knewLocation: circumstances & 1 == 1,
            change: circumstances >> 1,
            inheritedRelevance: inherited
        )
    }

    /// Stands for no date.
    private static let noDate = UTCInstant(nanosecondsSince1970: .max)
}

extension [UInt8] {
    /// Appends a score, or not a number where there is none.
    fileprivate mutating func append(score: Double?) { append((score ?? .nan).bitPattern) }
}

extension Double {
    /// The number, unless it stands for none.
    fileprivate var known: Double? { isNaN ? nil : self }
}

/// What a provider declared for people who look at a kind.
///
/// Sealed, because nothing keeps a provider from putting a place into it.
struct DeclaredContent: SealedContent {
    private(set) var placeholder: String?
    private(set) var name: String?
    private(set) var summary: String?
    private(set) var families: [WidgetFamily] = []

    /// Takes over what a provider declared; `nil` if there is nothing.
    init?(_ declaration: KindDeclaration) {
        placeholder = declaration.placeholder
        (name, summary) = (declaration.name, declaration.summary)
        families = declaration.families
        if placeholder == nil, name == nil, summary == nil, families.isEmpty { return nil }
    }

    // The earlier form ends behind the placeholder. No placeholder is empty, and an empty name is none.
    var sealedForm: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(placeholder ?? "")
        bytes.append(name ?? "")
        bytes.append(summary ?? "")
        bytes.append(families.map(\.rawValue).joined(separator: " "))
        return bytes
    }

    init?(sealedForm bytes: [UInt8], of key: KindKey) {
        var reader = FormReader(bytes)
        guard let placeholder = reader.text() else { return nil }
        self.placeholder = placeholder.isEmpty ? nil : placeholder
        guard !reader.isAtEnd else { return }
        guard let name = reader.text(), let summary = reader.text(), let families = reader.text(),
            reader.isAtEnd
        else { return nil }
        self.name = name.isEmpty ? nil : name
        self.summary = summary.isEmpty ? nil : summary
        self.families = families.split(separator: " ").compactMap { WidgetFamily(rawValue: String($0)) }
    }
}

extension AccessRecord {
    private static let monitor = "monitor"

    // What the first version wrote when an app that may always know got the location by a reload that it was owed.
    private static let oldAlways = "alwaysNow"

    // The user is in the row's key, to which the seal binds the record.
    var form: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(128)
        bytes.append(date)
        bytes.append(app.app.rawValue)
        bytes.append(ground.rawValue)
        bytes.append(accuracy.rawValue)
        bytes.append(wasTemporary ? 1 : 0 as UInt64)
        // What may be unknown: zero for no widget, which none has as its number, and NaN for no radius.
        bytes.append(consumer?.widget?.rawValue ?? 0)
        bytes.append((horizontal68Meters ?? .nan).bitPattern)
        // The number of a request or stream is last, and absent for a widget; that of a stream follows a zero, which
        // no request has as its number. What the app monitors is a text.
        switch consumer {
        case .request(let request): bytes.append(request.rawValue)
        case .follower(let session):
            bytes.append(0 as UInt64)
            bytes.append(session.rawValue)
        case .monitor: bytes.append(Self.monitor)
        case .widget, nil: break
        }
        return bytes
    }

    init?(form bytes: [UInt8], of user: UserIdentifier) {
        var reader = FormReader(bytes)
        guard let date = reader.instant(), let app = reader.text().flatMap({ AppIdentifier($0) }),
            let ground = reader.text().flatMap({
                Ground(rawValue: $0 == Self.oldAlways ? Ground.always.rawValue : $0)
            }),
            let accuracy = reader.text().flatMap(AccuracyAuthorization.init),
            let wasTemporary = reader.number(), wasTemporary <= 1, let widget = reader.number(),
            let radius = reader.number().map(Double.init(bitPattern:))
        else { return nil }
        var consumer = widget == 0 ? nil : Consumer.widget(WidgetIdentifier(widget))
        let owner = AppKey(user: user, app: app)
        if !reader.isAtEnd {
            guard consumer == nil else { return nil }
            var rest = reader
            if rest.text() == Self.monitor, rest.isAtEnd {
                consumer = .monitor(owner)
            } else {
                guard let request = reader.number() else { return nil }
                if request != 0 {
                    consumer = .request(LocationRequestIdentifier(request))
                } else {
                    guard let session = reader.number() else { return nil }
                    consumer = .follower(SessionIdentifier(session))
                }
                guard reader.isAtEnd else { return nil }
            }
        }
        self.init(
            app: owner,
            consumer: consumer,
            date: date,
            ground: ground,
            wasTemporary: wasTemporary == 1,
            accuracy: accuracy,
            horizontal68Meters: radius.isNaN ? nil : radius
        )
    }
}

/// Nothing, under a key.
struct KeyCheck: SealedContent {
    /// The number of the one row.
    static let row: UInt64 = 1

    var sealedForm: [UInt8] { [] }

    init() {}
    init?(sealedForm bytes: [UInt8], of key: UInt64) { guard bytes.isEmpty else { return nil } }
}
