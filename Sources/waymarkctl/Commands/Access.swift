import LinuxSystem
import LocationModel
import UserInput
import WaymarkInterfaces

extension Command {
    /// `waymarkctl access`.
    static let access = Command(
        name: "access",
        summary: "show which apps got a location, when, how exactly, and what entitled them",
        operands: "[APP]",
        options: [
            .init(
                "limit",
                letter: "n",
                value: .number("NUMBER", 0...Int.max),
                "no more than so many; 100 where not given"
            )
        ],
        details: """
            The newest come first. The service keeps the latest 1000 of each user. Root sees those of everybody.
            """
    ) { (invocation) throws(Failure) in
        let app = try invocation.operand()
        let limit = invocation.line.number(of: "limit") ?? 100
        try invocation.show(SettingsInterface.ListAccesses(app: app, limit: limit)) {
            (reply) throws(Failure) in
            guard !reply.accesses.isEmpty else {
                return try invocation.output.line("no app got a location")
            }
            try invocation.output.table(
                [["DATE", "APP", "USER", "CONSUMER", "ACCURACY", "WHY"]] + reply.accesses.map(row)
            )
        }
    }

    private static func row(_ access: SettingsInterface.Access) -> [String] {
        [
            spoken(date: access.date),
            access.app.harmless,
            userName(access.user),
            (access.widget ?? access.request)?.harmless ?? "-",
            accuracy(of: access),
            access.ground.words + (access.isTemporary ? ", allowed once" : ""),
        ]
    }

    private static func accuracy(of access: SettingsInterface.Access) -> String {
        let radius = access.horizontalAccuracyMeters
            .map { $0.isFinite && $0 < 1e9 ? "\(Int($0.rounded(.up))) m" : "unknown" }
        return "\(radius ?? "unknown")\(access.accuracy == .reduced ? ", reduced" : "")"
    }

    /// The name of a user, or its number where it has none.
    static func userName(_ user: Int) -> String {
        UInt32(exactly: user).map { UserDatabase.name(of: $0) } ?? "\(user)"
    }
}

extension SettingsInterface.Access.Ground {
    /// What entitled the app, for a person.
    fileprivate var words: String {
        switch self {
        case .inView: "its widget was in view"
        case .inUseWindow: "its widget was in view lately"
        case .appInUse: "the app was in use"
        case .always: "always allowed"
        }
    }
}
