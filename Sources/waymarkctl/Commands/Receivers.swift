import CommandLineTool
import LinuxSystem
import LocationModel
import ServiceClient
import UserInput
import Varlink
import WaymarkInterfaces

extension Command {
    static let receivers = Command(
        name: "receivers",
        summary: "show the state of the receivers, and the reason",
        operands: "",
        options: [.init("watch", "keep running and print each change")]
    ) { invocation in
        let stream = try invocation.service.stream(InspectInterface.WatchReceivers())
        guard invocation.line.has("watch") else { return try show(stream.next(), invocation) }
        try stream.deliver { try show($0, invocation) }
    }

    private static func show(
        _ answer: ServiceConnection.Reply<InspectInterface.WatchReceivers.Reply>,
        _ invocation: Invocation
    ) throws {
        // A keep-alive event.
        if answer.value.receivers.isEmpty, answer.value.sequence > 1 { return }
        if invocation.isForMachines { return try invocation.output.line(answer.json) }
        if answer.value.receivers.isEmpty { return try invocation.output.line(noReceiver) }
        for receiver in answer.value.receivers {
            try invocation.output.line(receiver.line(receiver.name.harmless))
        }
    }

    static let noReceiver = "no receiver is configured"

    static let availability = Command(
        name: "availability",
        summary: "list what this machine can give apps, whatever they are allowed",
        operands: "",
        details: """
            The first lines are what the service gives apps; the others are what manifests can require. Where a
            receiver is needed, it is unknown until one has been reached; 'waymarkctl locate' tries. The heading is
            unknown until a receiver has given one, or receivers have been on for a minute without.
            """
    ) { invocation in
        try invocation.show(LocationInterface.GetAvailability()) { reply in
            let features = reply.features.map { ($0.feature.spaced, $0.availability, $0.text) }
            let capabilities = reply.capabilities.map {
                ($0.capability.rawValue.dashed, $0.availability, $0.text)
            }
            try invocation.output.table(
                (features + capabilities).map { words, availability, text in
                    let word = invocation.output.coloured(availability.rawValue, availability.colour)
                    return [words, word, text?.harmless ?? ""]
                }
            )
        }
    }
}

extension InspectInterface.Receiver {
    private var colour: Output.Colour {
        switch state {
        case .fixed: .green
        case .absent, .lost: .red
        case .off, .ended: .faint
        case .connecting, .acquiring: .yellow
        }
    }

    /// Returns its state as a line that begins with its name.
    func line(_ name: String) -> ScreenLine {
        var text = "\(name)  \(state.rawValue)"
        if let reasonText { text += ": \(reasonText.harmless)" }
        // Connecting may take seconds, during which the receiver is still absent.
        if let delay = retryAfterSeconds {
            text += delay > 0 ? ", next attempt in \(spoken(seconds: delay))" : ", attempt in progress"
        }
        if sinceSeconds >= 1 { text += ", for \(spoken(seconds: sinceSeconds))" }
        if let age = lastFixAgeSeconds, state != .fixed { text += ", last fix \(spoken(seconds: age)) ago" }
        if let accuracyMeters { text += ", accurate to \((accuracyMeters * 10).rounded() / 10) m" }
        if let satellitesUsed, state == .fixed { text += ", \(counted(satellitesUsed, "satellite"))" }
        if let heading = headingTrueDegrees ?? headingMagneticDegrees {
            let north = headingTrueDegrees == nil ? "magnetic" : "true"
            text += ", heading \(Int(clamping: heading.rounded())) degrees \(north)"
        }
        if followed { text += ", followed" }
        if let trust, trust != .trusted {
            text += ", \(trust.rawValue)"
            if let trustText { text += ": \(trustText.harmless)" }
        }
        return ScreenLine(text, trust ?? .trusted == .trusted ? colour : .yellow)
    }

    func share(of uptimeSeconds: Double) -> String {
        guard onSeconds >= 1, uptimeSeconds > 0 else { return "" }
        let percent = Int(clamping: (min(onSeconds / uptimeSeconds, 1) * 100).rounded())
        return ", on for \(spoken(seconds: onSeconds)) in all (\(percent) %)"
    }
}

extension Availability {
    fileprivate var colour: Output.Colour {
        switch self {
        case .available: .green
        case .unknown: .yellow
        case .unavailable: .red
        }
    }
}
