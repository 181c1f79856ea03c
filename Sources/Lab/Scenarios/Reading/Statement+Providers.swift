import LocationModel
import UserInput
import WaymarkEngine

extension Statement {
    static let providers: [Statement] = [
        .beginning("kinds APP KIND... [without location]") { (line, draft) throws(LineMistake) in
            let app = try draft.app(&line)
            let column = line.column
            var kinds: [WidgetKind] = []
            repeat {
                kinds.append(try line.value("the name of a kind") { WidgetKind($0) })
            } while line.next != nil
                && line.next?.text != "without"
            var wantsLocation = true
            if line.skip("without") {
                try line.require("location")
                wantsLocation = false
            }
            guard draft.apps[app].kinds.count + kinds.count <= namedLimit else {
                throw LineMistake(column: column, text: "expected at most \(namedLimit) kinds of an app")
            }
            for kind in kinds { draft.apps[app].kinds[kind] = KindDeclaration(wantsLocation: wantsLocation) }
        },
        .beginning("program APP") { (line, draft) throws(LineMistake) in
            let column = line.column
            let app = try draft.app(&line)
            guard draft.apps[app].manifest != nil else {
                throw LineMistake(
                    column: column,
                    text: "expected an app with a manifest, which names the program"
                )
            }
            draft.apps[app].isStartedOnDemand = true
        },
        .timed("program APP starts [after SPAN]|fails [MESSAGE]|hangs|ends") {
            (line, draft) throws(LineMistake) in
            let app = try draft.program(&line)
            let behaviours: [(word: String, value: Int)] = [
                ("starts", 0), ("fails", 1), ("hangs", 2), ("ends", 3),
            ]
            switch try line.choice(behaviours, "what the program does") {
            case 0: return .program(app, .starts(after: line.skip("after") ? try span(&line) : .zero))
            case 1:
                return .program(app, .fails(line.next == nil ? "exit-code 203" : try line.rest("").text))
            case 2: return .program(app, .hangs)
            default: return .endProgram(app)
            }
        },
        .timed("push APP [KIND]") { (line, draft) throws(LineMistake) in
            let app = try draft.app(&line)
            return .push(app, line.next == nil ? nil : try draft.kind(&line, of: app))
        },
        .timed("provider APP answers [after SPAN] [next never|every SPAN|at TIME|at-end SPAN]") {
            (line, draft) throws(LineMistake) in
            let app = try draft.app(&line)
            let behaviours: [(word: String, value: Int)] = [
                ("answers", 0), ("fails", 1), ("hangs", 2), ("stops", 3), ("starts", 4), ("reloads", 5),
            ]
            switch try line.choice(behaviours, "what the provider does") {
            case 0:
                let delay = line.skip("after") ? try span(&line) : .zero
                let next = line.skip("next") ? try nextRequest(&line) : .never
                return .provider(app, .answers(after: delay, next: next))
            case 1: return .provider(app, .fails(line.next == nil ? "no network" : try line.rest("").text))
            case 2: return .provider(app, .hangs)
            case 3: return .runProvider(app, false)
            case 4: return .runProvider(app, true)
            default: return .reload(app, line.next == nil ? nil : try draft.widget(&line))
            }
        },
    ]

    private static func nextRequest(_ line: inout ScenarioLine) throws(LineMistake) -> ProviderBehaviour.Next
    {
        let choices: [(word: String, value: Int)] = [("never", 0), ("every", 1), ("at", 2), ("at-end", 3)]
        switch try line.choice(choices, "when the next timeline is wanted") {
        case 0: return .never
        case 1: return .every(try span(&line))
        case 2: return .at(.seconds(try line.value("a time of day such as 07:00", secondsOfDay)))
        default: return .atEnd(of: try span(&line))
        }
    }

    /// Reads `07:00` or `07:00:30`.
    static func secondsOfDay(_ text: String) -> Int? {
        guard text.contains(":"),
            let time = UTCInstant("1970-01-01T\(text.count == 5 ? text + ":00" : text)Z")
        else { return nil }
        return Int(time.nanosecondsSince1970 / 1_000_000_000)
    }
}
