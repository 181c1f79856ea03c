import Glibc
import Waymark

/// A provider of one widget that says where the machine is: `--socket PATH`, `--app NAME`, `--kind NAME`.
@main
struct Main {
    static func main() async {
        let options = options()
        let widgets = WidgetExtension(
            app: options["--app"] ?? "org.waymark.sample",
            widgets: [
                WidgetConfiguration(
                    kind: options["--kind"] ?? "where",
                    wantsLocation: true,
                    provider: WhereAmI()
                )
            ]
        )
        do {
            try await widgets.run(on: WaymarkService(socketPath: options["--socket"]), report: log)
        } catch {
            say("error \(error)")
            exit(1)
        }
    }

    private static func options() -> [String: String] {
        let arguments = CommandLine.arguments.dropFirst()
        let names = ["--socket", "--app", "--kind"]
        var options: [String: String] = [:]
        var rest = arguments[...]
        while let name = rest.popFirst() {
            guard names.contains(name), let value = rest.popFirst() else {
                say("usage: waymark-sample-provider [--socket PATH] [--app NAME] [--kind NAME]")
                exit(2)
            }
            options[name] = value
        }
        return options
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

/// Prints a line at once, although a pipe would have it wait for more.
func say(_ line: String) {
    print(line)
    fflush(nil)
}
