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
            try invocation.output.table(
                reply.features.map {
                    [$0.feature.words, word($0.availability, invocation.output), $0.text?.harmless ?? ""]
                }
                    + reply.capabilities.map {
                        [
                            $0.capability.words, word($0.availability, invocation.output),
                            $0.text?.harmless ?? "",
                        ]
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

extension LocationFeature {
    fileprivate var words: String {
        switch self {
        case .location: "location"
        case .heading: "heading"
        case .significantChanges: "significant changes"
        case .visits: "visits"
        case .regions: "regions"
        case .beacons: "beacons"
        }
    }
}

extension LocationInterface.CapabilityAvailability.Capability {
    var words: String {
        switch self {
        case .locationServices: "location-services"
        case .gps: "gps"
        case .magnetometer: "magnetometer"
        }
    }
}
