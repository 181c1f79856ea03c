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
                throw .expected("at most \(namedLimit) kinds of an app", at: column)
            }
            for kind in kinds { draft.apps[app].kinds[kind] = KindDeclaration(wantsLocation: wantsLocation) }
        },
        .beginning("program APP") { (line, draft) throws(LineMistake) in
            let column = line.column
            let app = try draft.app(&line)
            guard draft.apps[app].manifest != nil else {
                throw .expected("an app with a manifest, which names the program", at: column)
            }
            draft.apps[app].isStartedOnDemand = true
        },
        .timed("program APP starts [after SPAN]|fails [MESSAGE]|hangs|ends") {
            (line, draft) throws(LineMistake) in
            let app = try draft.program(&line)
            switch try line.choice(["starts", "fails", "hangs", "ends"], "what the program does") {
            case "starts": return .program(app, .starts(after: line.skip("after") ? try span(&line) : .zero))
            case "fails":
                return .program(app, .fails(line.next == nil ? "exit-code 203" : try line.rest("").text))
            case "hangs": return .program(app, .hangs)
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
            let behaviours = ["answers", "fails", "hangs", "stops", "starts", "reloads"]
            switch try line.choice(behaviours, "what the provider does") {
            case "answers":
                let delay = line.skip("after") ? try span(&line) : .zero
                let next = line.skip("next") ? try nextRequest(&line) : .never
                return .provider(app, .answers(after: delay, next: next))
            case "fails":
                return .provider(app, .fails(line.next == nil ? "no network" : try line.rest("").text))
            case "hangs": return .provider(app, .hangs)
            case "stops": return .runProvider(app, false)
            case "starts": return .runProvider(app, true)
            default: return .reload(app, line.next == nil ? nil : try draft.widget(&line))
            }
        },
    ]

    private static func nextRequest(_ line: inout ScenarioLine) throws(LineMistake) -> ProviderBehaviour.Next
    {
        switch try line.choice(["never", "every", "at", "at-end"], "when the next timeline is wanted") {
        case "never": return .never
        case "every": return .every(try span(&line))
        case "at": return .at(.seconds(try line.value("a time of day such as 07:00", secondsOfDay)))
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
