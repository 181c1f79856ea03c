import WaymarkInterfaces

extension Command {
    /// `waymarkctl status`.
    static let status = Command(
        name: "status",
        summary: "show how the service and its receivers are doing",
        operands: ""
    ) { (invocation) throws(Failure) in
        _ = try invocation.operands()
        let answer = try invocation.service.call(InspectInterface.GetStatus())
        let output = invocation.output
        if invocation.isForMachines { return try output.line(answer.json) }
        let status = answer.value
        try output.line("waymarkd \(status.version.harmless), up \(spoken(seconds: status.uptimeSeconds))")
        let power = status.receiversWanted ? output.coloured("on", .green) : output.coloured("off", .faint)
        try output.line("receivers \(power): \(status.receiversReason.harmless)")
        try output.table(status.receivers.map { ["  \($0.name.harmless)", condition($0, output)] })
        try output.line("\(status.apps) apps, \(status.widgets) widgets, \(status.sessions) sessions")
        try output.line("in use until \(spoken(seconds: status.inUseWindowSeconds)) after last in view")
        let last = status.lastSignificantChangeAgeSeconds.map { "the last \(spoken(seconds: $0)) ago" }
        try output.line(
            "significant change at \(Int(status.significantDistanceMeters)) m, "
                + "\(spoken(seconds: status.significantIntervalSeconds)) apart; \(last ?? "none yet")"
        )
    }

    private static func condition(_ receiver: InspectInterface.Receiver, _ output: Output) -> String {
        let colour: Output.Colour =
            switch receiver.state {
            case .fixed: .green
            case .absent, .lost: .red
            case .off, .ended: .faint
            case .connecting, .acquiring: .yellow
            }
        var text = output.coloured(receiver.state.rawValue, colour)
        if let problem = receiver.problem { text += ": \(problem.harmless)" }
        if let delay = receiver.retryAfterSeconds { text += ", tried again in \(spoken(seconds: delay))" }
        if let age = receiver.lastFixAgeSeconds { text += ", last fix \(spoken(seconds: age)) ago" }
        return text
    }
}
