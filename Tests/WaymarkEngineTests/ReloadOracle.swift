import LocationModel
import Testing

@testable import WaymarkEngine

/// What a reload, or an app's call, would bring now: it is made on a copy of the engine, with receivers that still see
/// what they saw last.
///
/// The explanations must answer the same. The oracle knows none of their conditions.
struct ReloadOracle {
    let engine: Engine
    let latestFixes: [ReceiverIdentifier: Fix]
    let now: Moment

    private static let call = CallIdentifier(999_999)

    /// Checks the first line of a widget's explanation against a reload for which no budget has to be waited.
    func check(_ widget: WidgetIdentifier) {
        let explanation = engine.explanation(of: widget)
        var settings = engine.settings
        settings.dailyReloads = nil
        var events: [Event] = [.settingsChanged(settings)]
        if let kind = try? engine.kind(of: widget, for: .root),
            let session = engine.machine.presence.providers.session(serving: kind)
        {
            let command = Command.reloadTimelines(session, kind: nil, widget: widget)
            events.append(.called(command, by: .root, call: Self.call))
        }
        let carried = outcome(of: events, within: engine.settings.fixTimeout) { effect -> Bool? in
            guard case .tellProvider(_, .reload(let request)) = effect, request.widget == widget else {
                return nil
            }
            return request.location.isLocation
        }
        #expect(
            (carried ?? false) == (explanation.decisive == nil),
            "\(explanation.summary) but \(carried.map { $0 ? "the location" : "no location" } ?? "no reload")"
        )
    }

    /// Checks the first line of an app's explanation against a call of it.
    func check(_ app: AppKey) {
        let explanation = engine.explanation(of: app)
        let request = LocationRequest(maximumAge: engine.settings.fixLifetime)
        let event = Event.locationRequested(request, of: app, by: .owner, call: Self.call)
        let given = outcome(of: [event], within: request.wait) { effect -> Bool? in
            guard case .reply(Self.call, .location(let outcome)) = effect else { return nil }
            switch outcome {
            case .location: return true
            // What receivers see may contradict each other, which nobody can tell before they are on.
            case .absent(.locationUnknown(.inDoubt)): return nil
            case .absent: return false
            }
        }
        // As many calls as there may be are waiting already, or what came is in doubt.
        guard let given else { return }
        #expect(
            given == explanation.summary.hasPrefix("Yes"),
            "\(explanation.summary) but \(given ? "the location" : "none")"
        )
    }

    /// The receivers that are there, with what they see when they go on; none while they have searched in vain.
    private var sights: [(receiver: ReceiverIdentifier, fix: Fix)] {
        if case .noFix = engine.receiverPause?.reason { return [] }
        let latest = latestFixes.min { $0.key.rawValue < $1.key.rawValue }?.value
        return engine.receiverNames.indices.compactMap { index -> (receiver: ReceiverIdentifier, fix: Fix)? in
            let receiver = ReceiverIdentifier(index)
            switch engine.receiver(receiver).state {
            case .absent, .ended: return nil
            default: return (receiver, latestFixes[receiver] ?? latest ?? Fix(coordinate: .home))
            }
        }
    }

    /// Lets events happen, and time pass, until an effect tells the outcome.
    ///
    /// Receivers that go on have a fix each second. Those that are on have given what they have.
    private func outcome(of events: [Event], within limit: Duration, _ outcome: (Effect) -> Bool?) -> Bool? {
        var copy = engine
        var moment = now
        var found: Bool?
        var startsReceivers = false
        func note(_ effects: [Effect]) {
            for effect in effects {
                found = found ?? outcome(effect)
                if effect == .startReceivers { startsReceivers = true }
            }
        }
        func pass(until end: MonotonicInstant) {
            while found == nil, let next = copy.nextDeadline, next <= end {
                moment = moment.advanced(by: max(moment.instant.duration(to: next), .zero))
                note(copy.handle(.deadlineReached, at: moment))
            }
            moment = moment.advanced(by: max(moment.instant.duration(to: end), .zero))
        }
        for event in events { note(copy.handle(event, at: moment)) }
        for second in 1...8 where found == nil && startsReceivers {
            pass(until: now.instant + .seconds(second))
            for (receiver, fix) in sights {
                let report = ReceiverReport.epoch(.fix(fix), observedAt: moment.instant)
                note(copy.handle(.receiverReported(receiver, report), at: moment))
            }
        }
        pass(until: now.instant + limit)
        return found
    }
}
