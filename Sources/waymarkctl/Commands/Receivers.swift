import CommandLineTool
import LinuxSystem
import LocationModel
import UserInput
import Waymark
import WaymarkInterfaces

extension Command {
    static let receivers = Command(
        name: "receivers",
        summary: "show the state of the receivers, and the reason",
        operands: "",
        options: [.init("watch", "keep running and print each change")],
        details: """
            With --format json, each line is an event as the service sends it: first all receivers, then those
            that changed.
            """
    ) { (invocation) throws(Failure) in
        let stream = try invocation.service.stream(InspectInterface.WatchReceivers())
        let show = {
            (answer: ServiceConnection.Reply<InspectInterface.WatchReceivers.Reply>) throws(Failure) in
            // A keep-alive event.
            if answer.value.receivers.isEmpty, answer.value.sequence > 1 { return }
            if invocation.isForMachines { return try invocation.output.line(answer.json) }
            let output = invocation.output
            if answer.value.receivers.isEmpty { return try output.line(noReceiver) }
            for receiver in answer.value.receivers {
                try output.line("\(receiver.name.harmless)  \(receiver.condition(output))")
            }
        }
        guard invocation.line.has("watch") else { return try show(stream.reply()) }
        try stream.deliver(to: show)
    }

    /// What there is to say of the receivers of a service that has none.
    static let noReceiver = "no receiver is configured"
}

extension InspectInterface.Receiver {
    var colour: Output.Colour {
        switch state {
        case .fixed: .green
        case .absent, .lost: .red
        case .off, .ended: .faint
        case .connecting, .acquiring: .yellow
        }
    }

    func condition(_ output: Output) -> String {
        var text = output.coloured(state.rawValue, colour)
        if let reasonText { text += ": \(reasonText.harmless)" }
        // Connecting may take seconds, during which the receiver is still absent.
        if let delay = retryAfterSeconds {
            text += delay > 0 ? ", next attempt in \(spoken(seconds: delay))" : ", attempt in progress"
        }
        if sinceSeconds >= 1 { text += ", for \(spoken(seconds: sinceSeconds))" }
        if let age = lastFixAgeSeconds, state != .fixed { text += ", last fix \(spoken(seconds: age)) ago" }
        if let accuracyMeters { text += ", accurate to \((accuracyMeters * 10).rounded() / 10) m" }
        if let heading = headingTrueDegrees ?? headingMagneticDegrees {
            let north = headingTrueDegrees == nil ? "magnetic" : "true"
            text += ", heading \(Int(clamping: heading.rounded())) degrees \(north)"
        }
        if followed { text += ", followed" }
        if let trust, trust != .trusted {
            text += ", " + output.coloured(trust.rawValue, .yellow)
            if let trustText { text += ": \(trustText.harmless)" }
        }
        return text
    }

    func share(of uptimeSeconds: Double) -> String {
        guard onSeconds >= 1, uptimeSeconds > 0 else { return "" }
        let percent = Int(clamping: (min(onSeconds / uptimeSeconds, 1) * 100).rounded())
        return ", on for \(spoken(seconds: onSeconds)) in all (\(percent) %)"
    }
}
