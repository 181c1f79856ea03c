import CommandLineTool
import LocationModel
import UserInput
import WaymarkInterfaces

extension Command {
    static let availability = Command(
        name: "availability",
        summary: "list what this machine can give apps, whatever they are allowed",
        operands: "",
        details: """
            The first lines are what the service gives apps; the others are what manifests can require. Each is
            'available', 'unavailable' or 'unknown', with the reason. Where a receiver is needed, it is unknown
            until one has been reached; 'waymarkctl locate' tries. The heading is unknown until a receiver has
            given one, or receivers have been on for a minute without. With --format json, the line is the
            service's reply.
            """
    ) { (invocation) throws(Failure) in
        try invocation.show(LocationInterface.GetAvailability()) { (reply) throws(Failure) in
            let features = reply.features.map { ($0.feature.spaced, $0.availability, $0.text) }
            let capabilities = reply.capabilities.map {
                ($0.capability.rawValue.dashed, $0.availability, $0.text)
            }
            try invocation.output.table(
                (features + capabilities).map { words, availability, text in
                    [words, word(availability, invocation.output), text?.harmless ?? ""]
                }
            )
        }
    }

    private static func word(_ availability: Availability, _ output: Output) -> String {
        switch availability {
        case .available: output.coloured("available", .green)
        case .unknown: output.coloured("unknown", .yellow)
        case .unavailable: output.coloured("unavailable", .red)
        }
    }
}
