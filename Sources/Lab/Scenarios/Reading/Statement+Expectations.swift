import LocationModel
import UserInput
import WaymarkEngine

extension Statement {
    static let expectations: [Statement] = [
        .timed(
            "expect [no|COUNT|at-most COUNT] DECISION [of WIDGET|APP] [because REASON] [KEY=VALUE]... [within SPAN]"
        ) {
            (line, draft) throws(LineMistake) in
            if let word = line.next?.text, states.contains(word), isAboutState(line) {
                _ = line.skip(word)
                return .expect(try state(word, &line, draft))
            }
            return .expect(try decisions(&line, draft))
        }
    ]

    /// Returns whether the line is about how something is; `pending` is also the name of a decision.
    private static func isAboutState(_ line: ScenarioLine) -> Bool {
        var line = line
        guard line.skip("pending"), (try? line.word("a widget")) != nil, let word = line.next?.text else {
            return line.next?.text != "pending"
        }
        return word == "nothing" || reasons.contains { $0.word == word }
    }

    private static func decisions(
        _ line: inout ScenarioLine,
        _ draft: ScriptDraft
    ) throws(LineMistake) -> Expectation {
        var count = 1...Int.max
        let isAbsence = line.skip("no")
        if isAbsence {
            count = 0...0
        } else if line.skip("at-most") {
            count = 0...(try number(&line))
        } else if line.next.map({ Int($0.text) != nil }) ?? false {
            let exactly = try number(&line)
            count = exactly...exactly
        }
        guard let name = line.next?.text, Decision.names.contains(name) else {
            throw line.mistake(
                "a decision such as reload, pending or significantChange"
                    + (isAbsence ? "" : ", or \(states.joined(separator: ", "))"),
                among: Decision.names.sorted() + (isAbsence ? [] : states)
            )
        }
        _ = line.skip(name)
        var pattern = DecisionPattern(name: name)
        var span: Duration?
        while let next = line.next {
            if line.skip("of") {
                try readSubject(&line, draft, &pattern)
            } else if line.skip("because") {
                pattern.evidence["reason"] = try line.choice(reasons, "the reason of a reload").rawValue
            } else if line.skip("with") {
                try line.require("location")
                pattern.evidence["location"] = "given"
            } else if line.skip("without") {
                try line.require("location")
                pattern.otherThan["location"] = "given"
            } else if span == nil, line.skip("within") || line.skip("for") {
                span = try self.span(&line)
            } else if let split = next.text.firstIndex(of: "="), split != next.text.startIndex {
                _ = line.skip(next.text)
                pattern.evidence[String(next.text[..<split])] = String(
                    next.text[next.text.index(after: split)...]
                )
            } else if pattern.widget == nil, pattern.app == nil {
                try readSubject(&line, draft, &pattern)
            } else {
                throw line.mistake(
                    "because REASON, with location, without location, KEY=VALUE or within SPAN"
                )
            }
        }
        return .decisions(pattern, count, within: span ?? .zero)
    }

    private static func readSubject(
        _ line: inout ScenarioLine,
        _ draft: ScriptDraft,
        _ pattern: inout DecisionPattern
    ) throws(LineMistake) {
        let apps = draft.apps.map(\.name)
        guard let next = line.next?.text else { throw line.mistake("a widget or an app") }
        if let widget = draft.widgets.firstIndex(of: next) {
            pattern.widget = widget
        } else if let app = apps.firstIndex(of: next) {
            pattern.app = app
        } else {
            throw line.mistake(
                "a widget or an app: \((draft.widgets + apps).joined(separator: ", "))",
                among: draft.widgets + apps + ["because", "with", "without", "within", "for"]
            )
        }
        _ = line.skip(next)
    }

    private static func number(_ line: inout ScenarioLine) throws(LineMistake) -> Int {
        try line.value("a whole number") { text in Int(text).flatMap { $0 >= 0 ? $0 : nil } }
    }

    private static let states = [
        "status", "pending", "explain", "receivers", "question", "authorization", "budget", "ticket",
    ]

    /// Reads what follows a word of ``states``.
    private static func state(
        _ word: String,
        _ line: inout ScenarioLine,
        _ draft: ScriptDraft
    ) throws(LineMistake) -> Expectation {
        switch word {
        case "status":
            return .status(try draft.widget(&line), try line.choice(WidgetCondition.self, "a status"))
        case "pending":
            let widget = try draft.widget(&line)
            if line.skip("nothing") { return .pending(widget, nil) }
            return .pending(widget, try line.choice(reasons, "nothing, or the reason of a reload"))
        case "explain":
            let widget = try draft.widget(&line)
            guard try line.choice([("yes", false), ("no", true)], "yes or no") else {
                return .explanation(widget, true, nil)
            }
            guard line.skip("because") else { return .explanation(widget, false, nil) }
            let condition = try line.choice(Explanation.Condition.self, "the condition that fails")
            return .explanation(widget, false, condition)
        case "receivers":
            return .receivers(areOn: try line.choice([("on", true), ("off", false)], "on or off"))
        case "question":
            let names = [
                "whenInUse", "always", "alwaysUpgrade", "provisionalAlways", "usageReminder",
                "unusedPermission",
                "temporaryFullAccuracy", "widgets", "proposal",
            ]
            let choices: [(word: String, value: String?)] = names.map { ($0, $0) } + [("none", nil)]
            return .question(try line.choice(choices, "the question that waits"))
        case "authorization":
            let app = try draft.app(&line)
            return .authorization(app, try line.choice(AuthorizationStatus.self, "an authorization"))
        case "budget": return .budget(try draft.widget(&line), try number(&line))
        default:
            let widget = try draft.widget(&line)
            let conditions: [(word: String, value: TicketCondition?)] =
                TicketCondition.allCases.map { ($0.rawValue, $0) } + [("none", nil)]
            return .ticket(widget, try line.choice(conditions, "what became of the reload"))
        }
    }

    private static let reasons = ReloadReason.allCases.map { (word: $0.rawValue, value: $0) }
}
