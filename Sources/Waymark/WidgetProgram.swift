import LinuxSystem

/// A program whose main part is a ``Widget`` or a ``WidgetBundle``.
package struct WidgetProgram: Sendable {
    private let app: String
    private let configuration: any WidgetConfiguration

    init(app: String, _ configuration: some WidgetConfiguration) {
        self.app = app
        self.configuration = configuration
    }

    /// Serves the widgets until the program is ended, or prints the manifest if the command line says `--manifest`.
    package func main(note: @escaping @Sendable (ProviderReport) -> Void = { _ in }) async {
        if CommandLine.arguments.dropFirst().first == "--manifest" { return print(manifest, terminator: "") }
        await WidgetExtension(app: app, widgets: [configuration]).main { report in
            note(report)
            switch report {
            case .timelineFailed(_, let problem, _): complain("a timeline failed: \(problem)")
            case .answerRefused(_, let error): complain("\(error)")
            case .connected, .authorizationChanged, .disconnected: break
            }
        }
    }

    /// The beginnings of the app's manifest, from the configurations, for its author to complete.
    private var manifest: String {
        let kinds = configuration.kinds
        var lines = ["[App]", "Identifier=\(app)", "Name=\(kinds.first?.displayName ?? app)"]
        if kinds.contains(where: \.wantsLocation) {
            lines += [
                "# Why the app wants the location, which the person reads before deciding.",
                "WhenInUsePurpose=",
            ]
        }
        // The manifest takes precedence over the provider's declaration, so it says the same of each kind.
        for (name, wantsLocation) in [("widgets", true), ("widgets-without-location", false)] {
            let names = kinds.filter { $0.wantsLocation == wantsLocation }.map(\.kind)
            guard !names.isEmpty else { continue }
            lines += ["", "[Extension \(name)]", "Kinds=\(names.joined(separator: " "))"]
            if wantsLocation { lines.append("WantsLocation=yes") }
        }
        for kind in kinds {
            lines += ["", "[Kind \(kind.kind)]"]
            if let name = kind.displayName { lines.append("Name=\(name)") }
            if let summary = kind.summary { lines.append("Description=\(summary)") }
            guard !kind.families.isEmpty else { continue }
            lines.append("Families=\(kind.families.map(\.rawValue).joined(separator: " "))")
        }
        return lines.map { $0 + "\n" }.joined()
    }
}
