import DecisionTexts
import LocationModel
import MessageCoding
import WaymarkEngine
import WaymarkInterfaces

// What the engine says, in the words of the interfaces.

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
            courseDegrees: fix.courseDegrees
        )
    }
}

extension WidgetsInterface.Reload {
    init(_ request: ReloadRequest) {
        var location: WidgetsInterface.Location?
        var absence: WidgetsInterface.LocationAbsence?
        switch request.location {
        case .location(let fix, let age): location = .init(fix, age: age)
        case .absent(let reason): absence = .init(reason)
        }
        self.init(
            request: request.request.description,
            widget: request.widget.description,
            kind: request.kind.rawValue,
            reason: .init(request.reason),
            deadline: request.deadline.description,
            isAuthorizedForWidgetUpdates: request.isAuthorizedForWidgetUpdates,
            location: location,
            locationAbsence: absence
        )
    }
}

extension WidgetsInterface.ReloadReason {
    init(_ reason: ReloadReason) {
        switch reason {
        case .placed: self = .placed
        case .significantChange: self = .significantChange
        case .locationAvailable: self = .locationAvailable
        case .authorizationChanged: self = .authorizationChanged
        case .timelineEnded: self = .timelineEnded
        case .dateReached: self = .dateReached
        case .requestedByProvider: self = .requestedByProvider
        case .retry: self = .retry
        }
    }
}

extension WidgetsInterface.LocationAbsence {
    init(_ absence: LocationAbsence) {
        switch absence {
        case .notWanted: self = .notWanted
        case .unauthorized: self = .unauthorized
        case .insufficientlyInUse: self = .insufficientlyInUse
        case .locationUnknown: self = .locationUnknown
        }
    }
}

extension WidgetsInterface.RequestOver.Why {
    init(_ end: RequestEnd) {
        switch end {
        case .answered: self = .answered
        case .late: self = .late
        case .removed: self = .removed
        case .unknown: self = .unknown
        }
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
            status: .init(view.status),
            entry: view.entry.map { .init(date: $0.date.description, content: $0.contentValue) }
        )
    }
}

extension HostInterface.WidgetStatus {
    init(_ status: WaymarkEngine.WidgetView.Status) {
        switch status {
        case .ready: self = .ready
        case .fix: self = .fix
        case .waiting: self = .waiting
        case .denied: self = .denied
        case .unavailable: self = .unavailable
        }
    }
}

extension TimelineEntry {
    /// The content as a value; it was written by this daemon from a value that had been checked.
    fileprivate var contentValue: JSONValue {
        (try? MessageCoding.decodeObject(JSONValue.self, from: Array(content.utf8))) ?? .object([:])
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
    init(_ entry: JournalEntry) {
        self.init(
            number: Int(entry.number),
            time: entry.moment.utc.description,
            decision: entry.decision.name,
            widget: entry.subject.widget?.description,
            app: entry.subject.app?.app.rawValue,
            user: entry.subject.app.map { Int($0.user.rawValue) },
            text: entry.decision.text,
            evidence: .object(
                entry.decision.evidence.mapValues { value in
                    switch value {
                    case .number(let number): .number(number)
                    case .word(let word): .string(word)
                    }
                }
            )
        )
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
        let ground: Ground =
            switch entitled.ground {
            case .inView: .inView
            case .inUseWindow: .inUseWindow
            case .appInUse: .appInUse
            case .always: .always
            }
        self.init(
            app: entitled.owner.app.rawValue,
            user: Int(entitled.owner.user.rawValue),
            want: want,
            ground: ground,
            widget: entitled.consumer.widget?.description,
            request: entitled.consumer.request?.description
        )
    }
}

extension InspectInterface.Receiver.State {
    init(_ state: ReceiverState) {
        switch state {
        case .off: self = .off
        case .absent: self = .absent
        case .connecting: self = .connecting
        case .acquiring: self = .acquiring
        case .fixed: self = .fixed
        case .lost: self = .lost
        case .ended: self = .ended
        }
    }
}
