package import LinuxSystem
package import LocationModel
package import UserInput

/// A mistake in a manifest, with its place.
package struct ManifestMistake: Hashable, Sendable, CustomStringConvertible {
    /// The effect of a mistake on the manifest.
    package enum Severity: String, Hashable, Sendable {
        /// The manifest is ignored until the mistake is corrected.
        case error

        /// The manifest is valid, but most likely not what its author meant.
        case warning

        /// The manifest is valid, but a key in it has no effect.
        case note
    }

    /// The kind of mistake.
    package enum Reason: Hashable, Sendable {
        // MARK: The file

        /// It cannot be opened or read.
        case unreadable(SystemError)

        /// It is a symbolic link, which could lead anywhere.
        case symbolicLink

        /// It is a folder, a pipe or a device.
        case notAFile

        /// Everybody can change it.
        case writableByAll

        /// Its owner is not trusted: the file could claim to be any app.
        case foreignOwner(UserIdentifier)

        /// It is too long.
        case tooLarge(limit: Int)

        /// The folder has more manifests than are read.
        case tooManyFiles(limit: Int)

        /// It is UTF-16.
        case wideCharacters

        /// Changes in the folder are not noticed.
        case unwatched(SystemError)

        /// Its name is not the app's identifier.
        case wrongFileName(AppIdentifier, fileName: String)

        /// There are more mistakes than are worth listing.
        case moreMistakes(limit: Int)

        // MARK: Its form

        /// A mistake that any INI file can have.
        case form(INIProblem.Reason)

        /// There is text after the closing bracket of a section.
        case textBehindSection(String)

        /// The section is repeated.
        case duplicateSection(String, firstLine: Int)

        /// The section needs a name after its word.
        case namelessSection(String, example: String)

        /// The section takes no name after its word.
        case needlessName(String, word: String)

        /// The section's name is malformed.
        case badSectionName(String, word: String)

        /// A required section is missing.
        case missingSection(String)

        /// The key has a language but is not translatable.
        case notTranslatable(String, language: String)

        /// The language is malformed.
        case badLanguage(String, key: String, nearest: String?)

        /// The key has translations, but no text without a language.
        case missingPlain(String, language: String)

        // MARK: Texts

        /// The text is empty or invisible.
        case emptyText(String)

        /// The text is too long for a prompt.
        case tooLong(String, count: Int, limit: Int)

        /// A control character would garble the prompt.
        case controlCharacter(String, scalar: UInt32)

        /// The text is in quotation marks, which a prompt would show.
        case quoted(String)

        /// The translation is missing, and other purposes have it.
        case missingTranslation(String, language: String)

        // MARK: What it says

        /// The list contains the value twice.
        case duplicateValue(String, key: String)

        /// Another extension has the kind.
        case takenKind(String, by: String, firstLine: Int)

        /// The capability is unknown.
        case unknownCapability(String, nearest: String?)

        /// The key has no effect yet.
        case withoutEffect(String, instead: String)

        /// There is a purpose for always, but none for when in use.
        case alwaysWithoutWhenInUse

        /// There is a purpose for full accuracy, but none for when in use.
        case accuracyWithoutWhenInUse(String)

        /// An extension wants the location, but the app has no purpose for when in use.
        case locationWithoutWhenInUse(String)

        /// There is a provider, but no extension.
        case providerWithoutExtension

        /// Another app is recognised in the same way.
        case takenRecognition(AppEvidence, by: AppIdentifier)
    }

    /// The path of the file, or the name of another origin.
    package let file: String

    /// The number of the line, from 1, or `nil` for the whole file.
    package let line: Int?

    /// The kind of mistake.
    package let reason: Reason

    /// Records a mistake.
    package init(file: String, line: Int? = nil, reason: Reason) {
        self.file = file
        self.line = line
        self.reason = reason
    }

    /// The effect on the manifest.
    package var severity: Severity {
        switch reason {
        case .quoted, .missingTranslation, .providerWithoutExtension, .takenRecognition, .unwatched:
            .warning
        case .withoutEffect: .note
        default: .error
        }
    }

    /// The place, the severity and the message, in the form that editors understand.
    package var description: String {
        "\(file):\(line.map { "\($0):" } ?? "") \(severity.rawValue): \(reason)"
    }
}
