import CommandLineTool
import Glibc
import LinuxSystem
import UserInput
import Waymark

extension Command {
    static let apps = Command(
        name: "apps",
        summary: "list apps and what they are allowed",
        operands: "",
        details: """
            LOCATION is the app's current authorization. 'once' ends when the app is no longer in use.
            'provisional' waits for the person to confirm it. ASKED is the number of pending questions. The lines
            below each app show how the service identified it, what it asked to monitor, what limits the choice,
            and what its manifest requires that this machine lacks.
            """
    ) { invocation in
        try invocation.showAll(SettingsInterface.ListApps()) { reply in
            try invocation.output.table(
                [appHeading] + reply.apps.flatMap { rows($0, invocation.output) },
                identifiers: appIdentifiers
            )
        }
    }

    static let appHeading = [
        "APP", "USER", "LOCATION", "ACCURACY", "WIDGETS", "ASKED", "PROVIDER", "KINDS",
    ]
    static let appIdentifiers = [0, 7]

    private static func rows(_ app: SettingsInterface.App, _ output: Output) -> [[String]] {
        let end = app.until.map { "until \(output.spoken(date: $0, places: 0)), then to be asked again" }
        // Whether it is told now depends on what it may know.
        let monitoring = monitored(app.monitors, regions: app.regions).map { "asked to monitor \($0)" }
        let below =
            [app.verificationText?.harmless, end, monitoring].compactMap(\.self)
            + app.limits.map(\.words) + app.missingCapabilities.map { "lacks \($0.text.harmless)" }
        return [row(app)] + below.map { ["  \($0)"] }
    }

    static func row(_ app: SettingsInterface.App) -> [String] {
        [
            app.app.harmless, userName(app.user), app.statusWords,
            app.status.isAuthorized ? app.accuracy.rawValue : "-", app.widgets.word,
            app.prompts.isEmpty ? "-" : "\(app.prompts.count)", app.connected ? "connected" : "away",
            app.kinds.map { $0.kind.harmless + ($0.wantsLocation ? "" : " (no location)") }
                .joined(separator: ", "),
        ]
    }

    static let reset = Command(
        name: "reset",
        summary: "forget the decisions about apps",
        operands: "[APP]",
        options: [Invocation.userOption],
        details: """
            Without APP, it forgets the decisions about all apps. They lose the location at once, and each may
            ask again, even for always. Kinds that no widget shows and no provider serves are forgotten too.
            """
    ) { invocation in
        let app = invocation.operands.first
        let user = try invocation.user()
        let known = try app == nil ? [] : invocation.knownApps(of: user)
        try invocation.show(SettingsInterface.Reset(app: app, user: user)) { _ in
            let wasDecided = app == nil || known.contains { $0.app == app }
            try invocation.output.line(
                "\(app?.harmless ?? "all apps"): \(wasDecided ? "decisions forgotten" : "nothing was decided")"
            )
        }
    }

    static let forget = Command(
        name: "forget",
        summary: "forget an app that is gone, with its widgets",
        operands: "APP",
        options: [Invocation.userOption],
        details: """
            Forgets the decisions as 'reset' does. It also removes the app's widgets, the manifest that you
            registered, and the kinds of widgets, unless a provider of the app is connected. An installed
            manifest and the entries of 'waymarkctl access' stay.
            """
    ) { invocation in
        let app = invocation.operands[0]
        guard AppIdentifier(app) != nil else { throw Failure.invalidValue(of: "app") }
        let user = try invocation.user()
        let known = try invocation.knownApps(of: user)
        guard known.contains(where: { $0.app == app }) else {
            throw Failure.notFound("\(app.harmless): never seen\(known.suggestion(for: app))")
        }
        try invocation.show(
            SettingsInterface.Forget(app: app, user: user),
            saying: "\(app.harmless): forgotten"
        )
    }

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
            all users. Others see of the machine's own apps only on which days before today (in UTC) these got
            locations, and whether 1, 10 or 100 of them or more.
            """
    ) { invocation in
        let limit = invocation.line.number(of: "limit") ?? 100
        let list = SettingsInterface.ListAccesses(app: invocation.operands.first, limit: limit)
        try invocation.showAll(list, limit: limit) { reply in
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
            output.spoken(date: access.date, places: 0), access.app.harmless, userName(access.user),
            (access.widget ?? access.request ?? access.session)?.harmless ?? "monitoring",
            accuracy(of: access), access.ground.words + (access.isTemporary ? ", once" : ""),
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

extension Invocation {
    func knownApps(of user: Int?) throws -> [SettingsInterface.App] {
        let user = user ?? Int(geteuid())
        return try service.callForAllPages(SettingsInterface.ListApps()).value.apps.filter { $0.user == user }
    }
}

extension [SettingsInterface.App] {
    /// Returns a question after the app that was most likely meant; empty if none is similar.
    func suggestion(for app: String) -> String {
        Spelling.suggestion(for: app, among: map(\.app)).harmless
    }
}
