import WaymarkInterfaces

extension Command {
    /// `waymarkctl status`.
    static let status = Command(
        name: "status",
        summary: "show how the service and its receivers are doing",
        operands: ""
    ) { (invocation) throws(Failure) in
        _ = try invocation.operands()
        try invocation.show(InspectInterface.GetStatus()) { (status) throws(Failure) in
            try show(status, on: invocation.output)
        }
    }

    private static func show(_ status: InspectInterface.GetStatus.Reply, on output: Output) throws(Failure) {
        try output.line("waymarkd \(status.version.harmless), up \(spoken(seconds: status.uptimeSeconds))")
        let services = output.services(on: status.servicesOn, offForEverybody: status.servicesOffForEverybody)
        try output.line("location services \(services)")
        let power = status.receiversOn ? output.coloured("on", .green) : output.coloured("off", .faint)
        try output.line("receivers \(power): \(status.receiversReason.harmless)")
        for user in status.receiverUsers {
            try output.line("  for \(user.widget) of \(user.app.harmless): \(words(for: user.ground))")
        }
        let uptime = status.uptimeSeconds
        try output.table(
            status.receivers.map { receiver in
                ["  \(receiver.name.harmless)", receiver.condition(output) + receiver.share(of: uptime)]
            }
        )
        try output.line(
            "\(counted(status.apps, "app")), \(counted(status.widgets, "widget")), "
                + counted(status.sessions, "session")
        )
        try output.line("in use until \(spoken(seconds: status.inUseWindowSeconds)) after last in view")
        let last = status.lastSignificantChangeAgeSeconds.map { "the last \(spoken(seconds: $0)) ago" }
        try output.line(
            "significant change at \(Int(status.significantDistanceMeters)) m, "
                + "\(spoken(seconds: status.significantIntervalSeconds)) apart; \(last ?? "none yet")"
        )
    }

    private static func words(for ground: InspectInterface.ReceiverUser.Ground) -> String {
        switch ground {
        case .inView: "in view"
        case .inUseWindow: "in view lately"
        case .appInUse: "its app is in use"
        case .alwaysNow: "waits for a fix"
        case .always: "significant changes only"
        }
    }
}
