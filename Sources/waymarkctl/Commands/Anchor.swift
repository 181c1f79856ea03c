import CommandLineTool
import LocationModel
import ServiceClient
import UserInput
import WaymarkInterfaces

extension Command {
    static let anchor = Command(
        name: "anchor",
        summary: "watch the anchor that this boat lies at",
        operands: "drop | set | silence | raise | status",
        options: [
            .init(
                "chain",
                value: .text("LENGTH"),
                "with drop: the chain that is out, such as 40m; without it, 40m"
            ),
            .init(
                "depth",
                value: .text("LENGTH"),
                "with drop: from the bow's roller to the ground, at high water"
            ),
            .init("bow", value: .text("LENGTH"), "with drop: from the bow's roller back to the antenna"),
            .init(
                "app",
                value: .text("APP"),
                "the app that watches; without it, \(MonitorInterface.anchorApp)"
            ),
        ],
        details: """
            drop     the anchor goes down now, under the bow
            set      the boat has swung: take the middle of its swing, and another --chain, --depth or --bow
            silence  somebody has heard the alarm
            raise    the anchor is up
            status   print whether it holds

            The app must always know the exact location: 'waymarkctl authorize \(MonitorInterface.anchorApp) always'.
            waymark-anchor(1) makes the noise, also if the service ends.
            """
    ) { invocation in
        let app = invocation.line.value(of: "app") ?? MonitorInterface.anchorApp
        let word = invocation.operands[0]
        let option = ["chain", "depth", "bow"].first { invocation.line.has($0) }
        if let option, word != "drop", word != "set" {
            throw Failure.usage("--\(option) goes with drop or set")
        }
        switch word {
        case "drop":
            let usual = MonitorInterface.Rode(chainMeters: 40)
            let call = MonitorInterface.DropAnchor(app: app, rode: try rode(invocation, instead: usual))
            try invocation.show(call) { reply in try show(reply.state, app, invocation.output) }
        case "set":
            var call = MonitorInterface.SetAnchor(app: app)
            if option != nil {
                let list = MonitorInterface.ListMonitoring(app: app)
                let anchor = try invocation.service.call(list).value.state.anchor
                guard let anchor else { throw noAnchor }
                call.rode = try rode(invocation, instead: anchor.rode)
            }
            try invocation.show(call) { reply in
                try show(reply.state, app, invocation.output)
                if reply.state.anchor?.fitted == false {
                    try invocation.output.line("  the boat has not swung enough to show where the anchor is")
                }
            }
        case "silence":
            try invocation.show(MonitorInterface.SilenceAnchor(app: app)) { reply in
                try show(reply.state, app, invocation.output)
            }
        case "raise":
            let call = MonitorInterface.RaiseAnchor(app: app)
            try invocation.show(call, saying: "no anchor is watched any more")
        default:
            try invocation.show(MonitorInterface.ListMonitoring(app: app)) { reply in
                guard reply.state.anchor != nil else {
                    return try invocation.output.line("no anchor is watched")
                }
                try show(reply.state, app, invocation.output)
            }
        }
    }

    private static let noAnchor = Failure.refused("no anchor is watched; begin with 'waymarkctl anchor drop'")

    /// Returns the rode of the options, completed from another rode.
    private static func rode(
        _ invocation: Invocation,
        instead other: MonitorInterface.Rode
    ) throws -> MonitorInterface.Rode {
        func length(_ option: String, _ range: ClosedRange<Double>) throws -> Double? {
            guard let text = invocation.line.value(of: option) else { return nil }
            guard let meters = Quantity.meters(text), range.contains(meters) else {
                throw Failure.usage(
                    "--\(option): '\(text)' is no length from \(Int(range.lowerBound))m to \(Int(range.upperBound))m"
                )
            }
            return meters
        }
        let rode = MonitorInterface.Rode(
            chainMeters: try length("chain", 1...1000) ?? other.chainMeters,
            depthMeters: try length("depth", 0...1000) ?? other.depthMeters,
            bowMeters: try length("bow", 0...200) ?? other.bowMeters
        )
        guard rode.depthMeters ?? 0 < rode.chainMeters else {
            throw Failure.usage("the chain must be longer than the depth")
        }
        return rode
    }

    private static func show(_ state: MonitorInterface.State, _ app: String, _ output: Output) throws {
        guard let anchor = state.anchor else { throw noAnchor }
        func meters(_ length: Double?) -> String { "\(Int(clamping: (length ?? 0).rounded())) m" }
        try output.line(anchor.isAlarm ? output.coloured(anchor.words, .red) : anchor.words)
        try output.line(
            "  \(meters(anchor.rode.chainMeters)) of chain in \(meters(anchor.rode.depthMeters)), dropped "
                + "\(output.spoken(date: anchor.dropped, places: 0))"
                + (anchor.fitted ? "; the place is the middle of the swing" : "")
        )
        if anchor.silenced { try output.line("  the alarm is silenced") }
        if state.simulated == true { try output.line(output.coloured("  locations are simulated", .yellow)) }
        if anchor.doubt == .notPermitted {
            throw Failure.refused(
                "it is not watched: allow it with 'waymarkctl authorize \(app.harmless) always', without reduced accuracy"
            )
        }
    }
}
