import CommandLineTool
import LinuxSystem
import MessageBus
import ServiceClient
import UserInput
import WaymarkInterfaces

extension Program {
    static var waymarkctl: Program {
        Program(
            name: "waymarkctl",
            version: Version.current,
            summary: """
                shows the state of the location service and controls which apps may know the location.

                Begin with 'waymarkctl locate', which prints where this machine is, and 'waymarkctl doctor', which
                finds out what keeps it from that. 'waymarkctl apps' lists what apps may know, and 'waymarkctl
                authorize APP when-in-use' allows it to an app
                """,
            groups: Command.groups,
            options: [
                .init("socket", letter: "s", value: .path("PATH"), "the service's socket"),
                Invocation.formatOption,
                Output.utcOption,
            ],
            details: """
                The options may precede or follow the command. The socket is that of --socket, by default that of
                the environment variable \(ServiceAddress.environmentVariable), by default \(ServiceAddress.defaultPath).
                Recordings are read, replayed and simulated by 'waymark-lab', which needs no service.
                """,
            statuses: [
                "done",
                "the service or the system refused, and the message says why; for 'lint': there are mistakes; for "
                    + "'doctor': something is wrong",
                "wrong usage",
                "the service cannot be reached, or went away",
                "no such widget, ticket, kind, user, question, manifest or app",
                "unauthorized, for 'explain --check', 'locate' and 'request': only the person can change that",
                "not available, for 'explain --check', 'locate' and 'heading': there is none for it now, although nobody denies it",
            ],
            moved: [
                "decode": "waymark-lab decode", "replay": "waymark-lab replay", "test": "waymark-lab test",
                "record --coarse": "waymark-lab coarsen", "simulate walk": "waymark-lab walk",
                "simulate ROUTE": "waymark-lab simulate",
            ],
            failure: { error in
                switch error {
                case let error as ClientError: Failure(error)
                case let error as BusError: Failure(error)
                default: nil
                }
            },
            hint: { failure in
                let kinds: Set<Failure.Kind> = [.unreachable, .unauthorized, .unavailable]
                return kinds.contains(failure.kind) ? Command.doctorHint : nil
            },
            listing: { value, completion in
                KnownValues(socketPath: ServiceAddress.path(completion.line.value(of: "socket")))
                    .list(value, completion)
            }
        )
    }
}

extension Command {
    /// All commands under the headings of the help text, in its order.
    fileprivate static let groups: [(heading: String, commands: [Command])] = [
        ("What the service does", [status, doctor, monitor, receivers, availability, journal, explain]),
        (
            "What apps may know",
            [apps, authorize, request, reset, forget, pause, resume, services, agent, access]
        ),
        ("The location", [locate, heading, beacons, session, events, region, on, visits, anchor]),
        (
            "Widgets",
            [
                kinds, snapshot, place, configure, remove, widgets, watch, show, hide, shareOnce,
                appVisibility, budget,
            ]
        ),
        ("Apps and providers", [new, provide, push, ticket, manifest, lint]),
        ("Records and simulation", [record, simulate]),
        ("The machine", [placeMachine, reportMovement, feed, relay, geoclue, rekey, metrics]),
    ]
}

extension Invocation {
    func user() throws -> Int? {
        guard let name = line.value(of: "user") else { return nil }
        guard let number = UserDatabase.number(of: name) else {
            throw Failure.notFound("there is no user '\(name)'")
        }
        return Int(number)
    }

    static let userOption = CommandOption(
        "user",
        value: .text("UID|NAME"),
        "act for this user instead of yourself; root only"
    )
}
