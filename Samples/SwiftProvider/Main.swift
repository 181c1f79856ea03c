import Glibc
import Waymark

/// A provider of a widget that shows where the machine is.
///
/// Options: `--socket PATH`, `--app NAME`, `--kind NAME`. With `--request when-in-use|always`, it is the app itself
/// instead, and asks the person for authorization: a program that serves widgets is not the app.
@main
struct Main {
    static func main() async {
        let options = options()
        let service = WaymarkService(socketPath: options["--socket"])
        let app = options["--app"] ?? "org.waymark.sample"
        if let level = options["--request"] { return await ask(level, as: app, on: service) }
        let widgets = WidgetExtension(
            app: app,
            widgets: [StaticConfiguration(kind: options["--kind"] ?? "where", provider: WhereAmI())]
        )
        await widgets.main(on: service, report: log)
    }

    private static func options() -> [String: String] {
        let arguments = CommandLine.arguments.dropFirst()
        let names = ["--socket", "--app", "--kind", "--request"]
        var options: [String: String] = [:]
        var rest = arguments[...]
        while let name = rest.popFirst() {
            guard names.contains(name), let value = rest.popFirst(),
                name != "--request" || ["when-in-use", "always"].contains(value)
            else {
                say("usage: waymark-sample-provider [--socket PATH] [--app NAME] [--kind NAME]")
                say("                               [--request when-in-use|always]")
                exit(name == "--help" ? 0 : 2)
            }
            options[name] = value
        }
        return options
    }

    /// Acts as the app itself until the person has answered, because only an app in use can ask.
    private static func ask(_ level: String, as app: String, on service: WaymarkService) async {
        do {
            let manager = try await LocationManager(app: app, on: service)
            let outcome =
                level == "always"
                ? try await manager.requestAlwaysAuthorization()
                : try await manager.requestWhenInUseAuthorization()
            say("request \(outcome)")
            for try await authorization in manager.authorizations {
                say("app status=\(authorization.status) accuracy=\(authorization.accuracy)")
                if !outcome.isAsked { break }
                if authorization.status != .notDetermined { break }
            }
            manager.close()
        } catch { say("request error \(error)") }
    }

    private static func log(_ report: ProviderReport) {
        switch report {
        case .connected(let authorization):
            say("connected authorized=\(authorization.isAuthorizedForWidgetUpdates)")
        case .authorizationChanged(let authorization):
            say("authorization authorized=\(authorization.isAuthorizedForWidgetUpdates)")
        case .disconnected(let error, let delay): say("disconnected retry=\(delay) \(error)")
        case .timelineFailed(let widget, let message, let delay):
            say("failed widget=\(widget) retry=\(delay) \(message)")
        case .answerRefused(let widget, let error): say("refused widget=\(widget) \(error)")
        @unknown default: break
        }
    }
}

/// Prints a line without buffering, even to a pipe.
func say(_ line: String) {
    print(line)
    fflush(nil)
}
