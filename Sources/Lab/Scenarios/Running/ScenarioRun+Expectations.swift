import LocationModel
import WaymarkEngine

extension ScenarioRun {
    mutating func expect(_ expectation: Expectation, of step: ScenarioScript.Step) {
        outcome.expectations += 1
        work -= Self.work(lookingAt: present.count)
        let engine = simulation.engine
        switch expectation {
        case .decisions(let pattern, let count, let span):
            var watching = Watched(
                step: step,
                pattern: pattern,
                count: count,
                end: now.instant.advanced(by: span)
            )
            watching.seen = present.count { matches($0, pattern) }
            if watching.isSettled { decide(watching, isOver: false) } else { watched.append(watching) }
        case .status(let widget, let wanted):
            check(step, widget, is: wanted.rawValue) {
                engine.view(of: $0).map(\.status.rawValue) ?? "removed"
            }
        case .pending(let widget, let reason):
            check(step, widget, is: reason?.rawValue ?? "nothing") {
                engine.status(of: $0)?.pending?.rawValue ?? "nothing"
            }
        case .explanation(let widget, let isYes, let condition):
            guard let identifier = widgets[widget] else { return fail(step, "the widget does not exist") }
            let explanation = engine.explanation(of: identifier)
            let failing = explanation.decisive?.condition
            guard (failing == nil) == isYes, condition == nil || condition == failing else {
                return fail(
                    step,
                    "explain says: \(explanation.summary)"
                        + (failing.map { " (\($0.rawValue))" } ?? "")
                )
            }
        case .budget(let widget, let left):
            check(step, widget, is: "\(left)") {
                engine.budget(of: $0).map { "\($0.wholeSaved)" } ?? "unlimited"
            }
        case .ticket(let widget, let wanted):
            let found = tickets[widget].flatMap { try? engine.ticketStatus($0, for: Self.caller) }?.condition
            if found != wanted { fail(step, "it is \(found?.rawValue ?? "none")") }
        case .receivers(let areOn):
            guard engine.receiversAreOn != areOn else { return }
            fail(step, "receivers are \(engine.receiversAreOn ? "on" : "off")")
        case .question(let name):
            let waiting = engine.prompts(for: Self.caller).map { $0.question.name }
            guard name.map(waiting.contains) ?? waiting.isEmpty else {
                return fail(
                    step,
                    waiting.isEmpty ? "no question waits" : "waiting: \(waiting.joined(separator: ", "))"
                )
            }
        case .authorization(let app, let wanted):
            let status = engine.authorization(of: script.apps[app].key).status
            if status != wanted { fail(step, "it is \(status.rawValue)") }
        }
    }

    private mutating func check(
        _ step: ScenarioScript.Step,
        _ widget: Int,
        is wanted: String,
        _ found: (WidgetIdentifier) -> String
    ) {
        guard let identifier = widgets[widget] else { return fail(step, "the widget does not exist") }
        let found = found(identifier)
        if found != wanted { fail(step, "it is \(found)") }
    }

    func matches(_ entry: JournalEntry, _ pattern: DecisionPattern) -> Bool {
        guard entry.name == pattern.name else { return false }
        if let widget = pattern.widget, entry.subject.widget == nil || entry.subject.widget != widgets[widget]
        {
            return false
        }
        if let app = pattern.app, entry.subject.app != script.apps[app].key { return false }
        guard !pattern.evidence.isEmpty || !pattern.otherThan.isEmpty else { return true }
        let evidence = entry.decision.evidence.mapValues(\.text)
        return pattern.evidence.allSatisfy { evidence[$0.key] == $0.value }
            && pattern.otherThan.allSatisfy { evidence[$0.key] != $0.value }
    }

    /// Notes the failure of an expectation that does not hold.
    mutating func decide(_ expectation: Watched, isOver: Bool) {
        guard isOver ? !expectation.count.contains(expectation.seen) : expectation.isRefuted else { return }
        var found: String
        switch expectation.count {
        case 1...Int.max:
            found = "none came until \(local(expectation.end))"
            if let widget = expectation.pattern.widget, let identifier = widgets[widget] {
                found += ". explain says: \(simulation.engine.explanation(of: identifier).summary)"
            }
        case 0...0: found = "there is one"
        default: found = "there were \(expectation.seen) until \(local(now.instant))"
        }
        fail(expectation.step, found, from: beginning.instant.advanced(by: expectation.step.time))
    }

    private func local(_ instant: MonotonicInstant) -> String {
        let utc = moment(instant).utc
        return String(utc.advanced(by: .seconds(script.offset(utc))).description.dropFirst(11).prefix(8))
    }
}

extension EvidenceValue {
    package var text: String {
        switch self {
        case .word(let word): word
        case .number(let number):
            number == number.rounded() && abs(number) < 1e15 ? "\(Int64(number))" : "\(number)"
        }
    }
}
