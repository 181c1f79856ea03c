/// The program that makes an app's timelines and handles its events, as the app's manifest names it.
package struct AppProgram: Hashable, Codable, Sendable {
    package enum Manager: String, Hashable, Codable, Sendable, CaseIterable {
        /// The manager of the person's session.
        case user
        case system
    }

    package enum Means: Hashable, Codable, Sendable {
        /// A service of the manager, which is not a template.
        case unit(UnitName)

        /// A command, which gets a unit of its own.
        case command(ProgramCommand)

        /// A name on the bus of the session, whose owner the bus starts.
        case busName(BusName)
    }

    package var means: Means

    /// The manager that runs the program; only a unit may belong to the system manager.
    package var manager: Manager

    package init(_ means: Means, manager: Manager = .user) {
        self.means = means
        self.manager = manager
    }
}

/// A command without a shell: the absolute path of a program, and its arguments.
package struct ProgramCommand: Hashable, Codable, Sendable, CustomStringConvertible {
    package static let byteLimit = 4096

    package let words: [String]

    /// Creates a command from words separated by blanks.
    ///
    /// It is `nil` if the first is no absolute path, or if a word has a character that systemd gives a meaning: a quote,
    /// a backslash, `$` or `%`.
    package init?(_ text: String) {
        let words = text.split(separator: " ").map(String.init)
        guard let path = words.first, path.hasPrefix("/"), !path.hasSuffix("/"),
            text.utf8.count <= Self.byteLimit,
            text.unicodeScalars.allSatisfy({ !"\"'\\$%".unicodeScalars.contains($0) && $0.value >= 32 })
        else { return nil }
        self.words = words
    }

    package var description: String { words.joined(separator: " ") }
}

/// A well-known name on a D-Bus bus, such as `org.example.Weather`.
package struct BusName: Hashable, Codable, Sendable, CustomStringConvertible {
    package let rawValue: String

    /// Creates a name, or `nil` if the D-Bus specification forbids it.
    package init?(_ rawValue: String) {
        let parts = rawValue.split(separator: ".", omittingEmptySubsequences: false)
        let areValid = parts.allSatisfy { part in
            (part.first.map { !("0"..."9" ~= $0) } ?? false)
                && part.utf8.allSatisfy { isLetterOrDigit($0) || "_-".utf8.contains($0) }
        }
        guard parts.count >= 2, rawValue.utf8.count <= 255, areValid else { return nil }
        self.rawValue = rawValue
    }

    package var description: String { rawValue }
}

/// The reason why a launcher could not start a program.
package enum LaunchFault: String, Hashable, Codable, Sendable, CaseIterable {
    /// No valid manifest of the app, neither the machine's nor the person's, names a program.
    case noManifest

    /// The manifest names a program that this launcher may not start.
    case notPermitted

    /// There is no such unit, program or bus name.
    case notFound

    /// The unit of the system runs as another user than the one who needs the program.
    case otherUser

    /// The service manager or the bus could not start it.
    case failed
}

extension UnitName {
    /// Returns the name of the transient unit for an app's program, by which the app is recognised.
    ///
    /// `instance` is letters and digits that distinguish the unit. Reference: systemd, DESKTOP_ENVIRONMENTS:
    /// `app[-LAUNCHER]-ID[@RANDOM].service`.
    package static func transient(for app: AppIdentifier, instance: String) -> UnitName? {
        UnitName("app-waymark-\(app.escapedForUnit)@\(instance).service")
    }
}
