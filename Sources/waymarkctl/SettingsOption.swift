import Lab
import UserInput
import WaymarkEngine

/// Other settings than the defaults, `--with KEY=VALUE`.
enum SettingsOption {
    /// The option, which may be repeated.
    static let option = CommandOption(
        "with",
        value: .text("KEY=VALUE"),
        "use another value for a key of the configuration, such as Distance=300m; repeated for several"
    )

    /// Returns the assignments.
    ///
    /// - Throws: ``Failure/usage(_:)`` for one without an equals sign.
    static func assignments(_ line: ParsedCommandLine) throws(Failure) -> [(key: String, value: String)] {
        var assignments: [(key: String, value: String)] = []
        for text in line.values(of: "with") {
            guard let split = text.firstIndex(of: "=") else {
                throw .usage("--with \(text.harmless): write KEY=VALUE, such as Distance=300m")
            }
            assignments.append((String(text[..<split]), String(text[text.index(after: split)...])))
        }
        return assignments
    }

    /// Returns the defaults with the values of the option.
    static func settings(_ line: ParsedCommandLine) throws(Failure) -> EngineSettings {
        let assignments = try assignments(line)
        return assignments.isEmpty ? EngineSettings() : try settings(assignments, changing: EngineSettings())
    }

    /// Returns settings with other values for some keys.
    static func settings(
        _ assignments: [(key: String, value: String)],
        changing base: EngineSettings
    ) throws(Failure) -> EngineSettings {
        do throws(Surroundings.Problem) {
            return try Surroundings.settings(assignments, changing: base)
        } catch { throw .usage("--with: \(error.text)") }
    }
}
