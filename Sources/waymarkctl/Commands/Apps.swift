import CommandLineTool
import Glibc
import LinuxSystem
import LocationModel
import ServiceClient
import UserInput
import WaymarkInterfaces

extension Command {
    static let apps = Command(
        name: "apps",
        summary: "list apps and what they are allowed",
        details: """
            LOCATION is the app's current authorization. 'once' ends when the app is no longer in use.
            'provisional' waits for the person to confirm it. ASKED is the number of pending questions. The lines
            below each app show how the service identified it, what it asked to monitor, what limits the choice,
            and what its manifest requires that this machine lacks.
            """
    ) { invocation in
        try invocation.showAll(SettingsInterface.ListApps()) { reply in
            let apps = reply.apps.flatMap { rows($0, invocation.output) }
            try invocation.output.table([appHeading] + apps, identifiers: appIdentifiers)
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
        let wasDecided = app == nil || known.contains { $0.app == app }
        let outcome = wasDecided ? "decisions forgotten" : "nothing was decided"
        let call = SettingsInterface.Reset(app: app, user: user)
        try invocation.show(call, saying: "\(app?.harmless ?? "all apps"): \(outcome)")
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
        let call = SettingsInterface.Forget(app: app, user: user)
        try invocation.show(call, saying: "\(app.harmless): forgotten")
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
        let output = invocation.output
        try invocation.showAll(list, limit: limit) { reply in
            if !reply.machine.isEmpty {
                let heading = ["DAY", "APP OF THE MACHINE", "USER", "LOCATIONS"]
                let days = reply.machine.map { day in
                    [day.day, day.app.harmless, userName(day.user), "\(day.atLeast) or more"]
                }
                try output.table([heading] + days, identifiers: [1])
            }
            if let pause = try invocation.service.call(SettingsInterface.GetServices()).value.pause {
                let start = output.spoken(date: pause.beganAt, places: 0)
                let end = output.spoken(date: pause.endedAt ?? pause.until, places: 0)
                let verb = pause.endedAt == nil ? "are" : "were"
                try output.line("your apps \(verb) told nothing from \(start) to \(end): paused")
            }
            guard !reply.accesses.isEmpty else {
                let owner = reply.machine.isEmpty ? "" : "of yours "
                return try output.line("no app \(owner)has got a location")
            }
            if reply.simulated { try output.line("all these locations were simulated") }
            let heading = ["DATE", "APP", "USER", "CONSUMER", "ACCURACY", "WHY"]
            try output.table([heading] + reply.accesses.map { row($0, output) }, identifiers: [1])
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
