import CommandLineTool
import UserInput
import WaymarkInterfaces

typealias Command = CommandLineTool.Command

extension Program {
    static var lab: Program {
        Program(
            name: "waymark-lab",
            version: Version.current,
            summary: """
                tries what the location service would do, without a service and without going anywhere.

                Begin with 'waymark-lab simulate city-drive -o drive.nmea', which writes the recording of a drive, and
                'waymark-lab replay drive.nmea', which prints what the service would have decided on it, and why
                """,
            groups: [
                ("Recordings and records", [.decode, .replay, .attack, .coarsen]),
                ("Scenarios", [.test]),
                ("Simulated drives", [.simulate, .walk, .fleet]),
                ("The service", [.world]),
            ],
            options: [Invocation.formatOption],
            details: """
                The option --format may also precede the command. Only 'walk' needs a service. Times are in UTC, those
                of a scenario in its zone.
                """,
            statuses: [
                "done",
                "a file cannot be read or written, the service refused, or a replay or a scenario shows what should not be; "
                    + "the message says what",
                "wrong usage",
                "the service cannot be reached, for 'walk'",
                "no such drive, or no scenario in a folder",
            ]
        )
    }
}
