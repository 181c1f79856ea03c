import CoreLocation
import LinuxSystem
import Waymark

/// A program that makes widgets.
struct WidgetProgram {
    let kinds: [ProvidedWidget]

    /// Serves the widgets until the program is ended, or prints the manifest if the command line says `--manifest`.
    func run() async {
        if CommandLine.arguments.dropFirst().first == "--manifest" { return print(manifest, terminator: "") }
        RunningApp.shared.makeWidgets()
        let widgets = kinds.map { $0.provider.configuration(kind: $0.kind) }
        await WidgetExtension(app: RunningApp.shared.identifier, widgets: widgets).main { report in
            switch report {
            case .connected(let authorization), .authorizationChanged(let authorization):
                RunningApp.shared.record(authorization)
            case .timelineFailed(_, let problem, _): Self.complain("a timeline failed: \(problem)")
            case .answerRefused(_, let error): Self.complain("\(error)")
            case .disconnected: break
            @unknown default: break
            }
        }
    }

    private static func complain(_ text: String) {
        FileHandle.standardError.write(Data("WidgetKit: \(text)\n".utf8))
    }

    /// A manifest of the app with what the configurations say, for its author to complete.
    var manifest: String {
        let identifier = RunningApp.shared.identifier
        var lines = [
            "[App]", "Identifier=\(identifier)", "Name=\(kinds.first?.displayName ?? identifier)",
            "# Why the app wants the location, which the person reads before deciding.",
            "WhenInUsePurpose=", "", "[Extension widgets]",
            "Kinds=\(kinds.map(\.kind).joined(separator: " "))", "WantsLocation=yes",
        ]
        for kind in kinds {
            lines += ["", "[Kind \(kind.kind)]"]
            if let name = kind.displayName { lines.append("Name=\(name)") }
            if let summary = kind.summary { lines.append("Description=\(summary)") }
            lines.append("Families=\(kind.families.map(\.manifestName).joined(separator: " "))")
        }
        return lines.map { $0 + "\n" }.joined()
    }
}
