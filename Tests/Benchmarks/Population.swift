import LinuxSystem
import LocationModel
import WaymarkEngine

extension Moment {
    /// When the engines of all benchmarks start.
    static let start = Moment(
        instant: MonotonicInstant.systemEpoch.advanced(by: .seconds(1000)),
        utc: UTCInstant(secondsSince1970: 1_790_000_000)
    )
}

/// The saved state of a machine with many apps, each with one widget that is authorized for the location.
struct Population {
    static let user = UserIdentifier(1000)

    private(set) var changes: [StateChange] = []

    init(appCount: Int) throws {
        let kind = try Self.kind()
        let date = UTCInstant(secondsSince1970: 1_789_999_000)
        let entries = (0..<4).map { index in
            TimelineEntry(
                date: date.advanced(by: .seconds(900 * index)),
                content: #"{"text":"sunny","degrees":21}"#
            )
        }
        let delivered = DeliveredTimeline(
            timeline: try Timeline(entries: entries, policy: .never),
            deliveredAt: date,
            knewLocation: true,
            change: 1
        )
        for number in 1...appCount {
            let app = try Self.app(number)
            let key = KindKey(app: app, kind: kind)
            let widget = WidgetIdentifier(UInt64(number))
            changes += [
                .grant(app, Grant(status: .authorizedAlways, widgets: .granted)),
                .kind(key, KindDeclaration(wantsLocation: true)),
                .widgetPlaced(widget, key),
                .timeline(widget, delivered),
            ]
        }
    }

    var state: SavedState { changes.reduce(into: SavedState()) { $0.apply($1) } }

    static func app(_ number: Int) throws -> AppKey {
        guard let app = AppIdentifier("org.example.App\(number)") else { throw SystemError("app", code: 22) }
        return AppKey(user: user, app: app)
    }

    static func kind() throws -> WidgetKind {
        guard let kind = WidgetKind("Here") else { throw SystemError("kind", code: 22) }
        return kind
    }
}
