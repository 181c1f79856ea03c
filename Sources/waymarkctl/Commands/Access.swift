import CommandLineTool
import LinuxSystem
import LocationModel
import UserInput
import Waymark
import WaymarkInterfaces

extension Command {
    static let access = Command(
        name: "access",
        summary: "show which apps got a location, when, how accurately, and why",
        operands: "[APP]",
        options: [
            .init(
                "limit",
                letter: "n",
                value: .number("NUMBER", 0...Int.max),
                "print at most this many entries; default 100"
            )
        ],
        details: """
            The newest entries come first. The service keeps the last 1000 of each user. Root sees those of
            all users. Others see of the machine's own apps, such as a vehicle's relay, only on which days
            before today (in UTC) these got locations, and whether 1, 10 or 100 of them or more.
            """
    ) { (invocation) throws(Failure) in
        let app = invocation.operands.first
        let limit = invocation.line.number(of: "limit") ?? 100
        try invocation.showAll(SettingsInterface.ListAccesses(app: app, limit: limit), limit: limit) {
            (reply) throws(Failure) in
            if !reply.machine.isEmpty {
                try invocation.output.table(
                    [["DAY", "APP OF THE MACHINE", "USER", "LOCATIONS"]]
                        + reply.machine.map { day in
                            [day.day, day.app.harmless, userName(day.user), "\(day.atLeast) or more"]
                        },
                    identifiers: [1]
                )
            }
            if let pause = try invocation.service.call(SettingsInterface.GetServices()).value.pause {
                let start = invocation.output.spoken(date: pause.beganAt, places: 0)
                let end = invocation.output.spoken(date: pause.endedAt ?? pause.until, places: 0)
                let verb = pause.endedAt == nil ? "are" : "were"
                try invocation.output.line("your apps \(verb) told nothing from \(start) to \(end): paused")
            }
            guard !reply.accesses.isEmpty else {
                return try invocation.output.line(
                    "no app \(reply.machine.isEmpty ? "" : "of yours ")has got a location"
                )
            }
            if reply.simulated { try invocation.output.line("all these locations were simulated") }
            try invocation.output.table(
                [["DATE", "APP", "USER", "CONSUMER", "ACCURACY", "WHY"]]
                    + reply.accesses.map { row($0, invocation.output) },
                identifiers: [1]
            )
        }
    }

    private static func row(_ access: SettingsInterface.Access, _ output: Output) -> [String] {
        [
            output.spoken(date: access.date, places: 0),
            access.app.harmless,
            userName(access.user),
            (access.widget ?? access.request ?? access.session)?.harmless ?? "monitoring",
            accuracy(of: access),
            access.ground.words + (access.isTemporary ? ", once" : ""),
        ]
    }

    private static func accuracy(of access: SettingsInterface.Access) -> String {
        let radius = access.horizontalAccuracyMeters
            .map { $0.isFinite && $0 < 1e9 ? "\(Int(clamping: $0.rounded(.up))) m" : "unknown" }
        let doubt = access.trust == .doubtful ? ", doubtful" : ""
        return "\(radius ?? "unknown")\(access.accuracy == .reduced ? ", reduced" : "")\(doubt)"
    }

    static func userName(_ user: Int) -> String {
        UInt32(exactly: user).map { UserDatabase.name(of: $0) } ?? "\(user)"
    }
}
