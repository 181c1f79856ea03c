package import DecisionTexts
import LocationModel
package import Varlink
import WaymarkEngine
import WaymarkInterfaces

// The engine's values as types of the interfaces.

extension WidgetsInterface.Location {
    init(_ fix: Fix, age: Duration) {
        self.init(
            latitudeDegrees: fix.coordinate.latitudeDegrees,
            longitudeDegrees: fix.coordinate.longitudeDegrees,
            ageSeconds: age.inSeconds,
            time: fix.time?.description,
            horizontalAccuracyMeters: fix.accuracy?.horizontal68Meters,
            horizontalAccuracy95Meters: fix.accuracy?.horizontal95Meters,
            altitudeMeters: fix.altitudeMeters,
            verticalAccuracyMeters: fix.accuracy?.vertical68Meters,
            speedMetersPerSecond: fix.speedMetersPerSecond,
            courseDegrees: fix.courseDegrees,
            source: fix.source
        )
    }
}

extension WidgetsInterface.Reload {
    init(_ request: ReloadRequest) {
        var location: WidgetsInterface.Location?
        var absence: LocationAbsence?
        switch request.location {
        case .location(let fix, let age): location = .init(fix, age: age)
        case .absent(let reason): absence = reason
        }
        self.init(
            request: request.request.description,
            widget: request.widget.description,
            kind: request.kind.rawValue,
            reason: request.reason,
            deadline: request.deadline.description,
            isAuthorizedForWidgetUpdates: request.isAuthorizedForWidgetUpdates,
            location: location,
            locationAbsence: absence
        )
    }
}

extension WidgetsInterface.KindDeclaration {
    static func list(_ kinds: [WidgetKind: KindDeclaration]) -> [Self] {
        kinds.sorted { $0.key < $1.key }.map {
            .init(kind: $0.key.rawValue, wantsLocation: $0.value.wantsLocation)
        }
    }
}

extension HostInterface.WidgetView {
    init(_ view: WaymarkEngine.WidgetView) {
        self.init(
            widget: view.widget.description,
            app: view.kind.app.app.rawValue,
            kind: view.kind.kind.rawValue,
            user: Int(view.kind.app.user.rawValue),
            status: view.status,
            entry: view.entry.map { .init(date: $0.date.description, content: RawJSON(checked: $0.content)) }
        )
    }
}

extension InspectInterface.Widget {
    init(_ status: WidgetStatus) {
        var inUseFor: Duration?
        if case .inWindow(_, let remaining) = status.use { inUseFor = remaining }
        self.init(
            widget: status.widget.description,
            app: status.kind.app.app.rawValue,
            kind: status.kind.kind.rawValue,
            user: Int(status.kind.app.user.rawValue),
            visible: status.use == .inView,
            inUse: status.use.isInUse,
            inUseForSeconds: inUseFor?.inSeconds,
            pendingReload: status.pending?.rawValue,
            timelineDelivered: status.timelineDeliveredAt?.description,
            nextReloadAfterSeconds: status.nextReloadAfter?.inSeconds
        )
    }
}

extension InspectInterface.Decision {
    init(_ entry: JournalEntry, number: Int) {
        self.init(
            number: number,
            time: entry.moment.utc.description,
            decision: entry.decision.name,
            widget: entry.subject.widget?.description,
            app: entry.subject.app?.app.rawValue,
            user: entry.subject.app.map { Int($0.user.rawValue) },
            text: entry.decision.text,
            evidence: RawJSON(entry.decision.evidence)
        )
    }
}

extension [InspectInterface.Decision] {
    /// Numbers decisions for their reader.
    init(_ entries: [JournalEntry], from first: Int) {
        self = zip(first..., entries).map { .init($1, number: $0) }
    }
}

extension EvidenceValue: JSONWritable {
    package func write(to json: inout JSONWriter) {
        switch self {
        case .number(let number): number.write(to: &json)
        case .word(let word): word.write(to: &json)
        }
    }
}

extension InspectInterface.Consumer {
    init(_ entitled: EntitledConsumer) {
        let want: Want =
            switch entitled.want {
            case .everyFix: .everyFix
            case .fix: .fix
            case .significantChanges: .significantChanges
            }
        self.init(
            app: entitled.owner.app.rawValue,
            user: Int(entitled.owner.user.rawValue),
            want: want,
            ground: entitled.ground,
            widget: entitled.consumer.widget?.description,
            request: entitled.consumer.request?.description
        )
    }
}
