import CommandLineTool
import LocationModel
import UserInput
import Waymark
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
    ) { (invocation) throws(Failure) in
        let app = invocation.line.value(of: "app") ?? MonitorInterface.anchorApp
        let options = ["chain", "depth", "bow"].filter { invocation.line.value(of: $0) != nil }
        let word = invocation.operands[0]
        if let option = options.first, word != "drop", word != "set" {
            throw .usage("--\(option) goes with drop or set")
        }
        switch word {
        case "drop":
            let usual = MonitorInterface.Rode(chainMeters: 40)
            let call = MonitorInterface.DropAnchor(app: app, rode: try rode(invocation, instead: usual))
            try invocation.show(call) { (reply) throws(Failure) in try show(reply.state, app, invocation) }
        case "set":
            var rode: MonitorInterface.Rode?
            if !options.isEmpty { rode = try Self.rode(invocation, instead: try down(app, invocation).rode) }
            let call = MonitorInterface.SetAnchor(app: app, rode: rode)
            try invocation.show(call) { (reply) throws(Failure) in
                try show(reply.state, app, invocation)
                if reply.state.anchor?.fitted == false {
                    try invocation.output.line("  the boat has not swung enough to show where the anchor is")
                }
            }
        case "silence":
            try invocation.show(MonitorInterface.SilenceAnchor(app: app)) { (reply) throws(Failure) in
                try show(reply.state, app, invocation)
            }
        case "raise":
            try invocation.show(MonitorInterface.RaiseAnchor(app: app)) { (_) throws(Failure) in
                try invocation.output.line("no anchor is watched any more")
            }
        default:
            let call = MonitorInterface.ListMonitoring(app: app)
            try invocation.show(call) { (reply) throws(Failure) in
                guard reply.state.anchor != nil else {
                    return try invocation.output.line("no anchor is watched")
                }
                try show(reply.state, app, invocation)
            }
        }
    }

    private static func down(
        _ app: String,
        _ invocation: Invocation
    ) throws(Failure) -> MonitorInterface.Anchor {
        let reply = try invocation.service.call(MonitorInterface.ListMonitoring(app: app))
        guard let anchor = reply.value.state.anchor else {
            throw .refused("no anchor is watched; begin with 'waymarkctl anchor drop'")
        }
        return anchor
    }

    /// Returns what the options say, with the rest of another rode.
    private static func rode(
        _ invocation: Invocation,
        instead other: MonitorInterface.Rode
    ) throws(Failure) -> MonitorInterface.Rode {
        func length(_ option: String, _ range: ClosedRange<Double>) throws(Failure) -> Double? {
            guard let text = invocation.line.value(of: option) else { return nil }
            guard let meters = Quantity.meters(text), range.contains(meters) else {
                throw .usage(
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
            throw .usage("the chain must be longer than the depth")
        }
        return rode
    }

    private static func show(
        _ state: MonitorInterface.State,
        _ app: String,
        _ invocation: Invocation
    ) throws(Failure) {
        guard let anchor = state.anchor else {
            throw .refused("no anchor is watched; begin with 'waymarkctl anchor drop'")
        }
        let output = invocation.output
        try output.line(anchor.isAlarm ? output.coloured(anchor.words, .red) : anchor.words)
        func meters(_ length: Double?) -> String { "\(Int(clamping: (length ?? 0).rounded())) m" }
        try output.line(
            "  \(meters(anchor.rode.chainMeters)) of chain in \(meters(anchor.rode.depthMeters)), dropped "
                + "\(output.spoken(date: anchor.dropped, places: 0))"
                + (anchor.fitted ? "; the place is the middle of the swing" : "")
        )
        if anchor.silenced { try output.line("  the alarm is silenced") }
        if state.simulated == true { try output.line(output.coloured("  locations are simulated", .yellow)) }
        if anchor.doubt == .notPermitted {
            throw .refused(
                "it is not watched: allow it with 'waymarkctl authorize \(app.harmless) always', without reduced accuracy"
            )
        }
    }
}
