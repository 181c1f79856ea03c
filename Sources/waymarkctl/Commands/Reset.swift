import CommandLineTool
import Glibc
import LinuxSystem
import LocationModel
import UserInput
import Waymark
import WaymarkInterfaces

extension Command {
    static let reset = Command(
        name: "reset",
        summary: "forget the decisions about apps",
        operands: "[APP]",
        options: [Invocation.userOption],
        details: """
            Without APP, it forgets the decisions about all apps. They lose the location at once, and each may
            ask again, even for always. Kinds that no widget shows and no provider serves are forgotten too.
            """
    ) { (invocation) throws(Failure) in
        let app = invocation.operands.first
        let user = try invocation.user()
        let isKnown = try app.map { app throws(Failure) in
            try invocation.knownApps(of: user).contains { $0.app == app }
        }
        try invocation.show(SettingsInterface.Reset(app: app, user: user)) { (_) throws(Failure) in
            let name = app?.harmless ?? "all apps"
            try invocation.output.line(
                isKnown ?? true ? "\(name): decisions forgotten" : "\(name): nothing was decided"
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
    ) { (invocation) throws(Failure) in
        let app = invocation.operands[0]
        guard AppIdentifier(app) != nil else { throw .invalidValue(of: "app") }
        let user = try invocation.user()
        let known = try invocation.knownApps(of: user)
        guard known.contains(where: { $0.app == app }) else {
            throw .notFound("\(app.harmless): never seen\(known.suggestion(for: app))")
        }
        try invocation.show(SettingsInterface.Forget(app: app, user: user)) { (_) throws(Failure) in
            try invocation.output.line("\(app.harmless): forgotten")
        }
    }
}

extension Invocation {
    func knownApps(of user: Int?) throws(Failure) -> [SettingsInterface.App] {
        let user = user ?? Int(geteuid())
        return try service.callForAllPages(SettingsInterface.ListApps()).value.apps.filter { $0.user == user }
    }
}

extension [SettingsInterface.App] {
    /// Returns a question after the app that was most likely meant; empty if none is similar.
    func suggestion(for app: String) -> String {
        Spelling.nearest(to: app, among: map(\.app)).map { "; did you mean '\($0.harmless)'?" } ?? ""
    }
}
