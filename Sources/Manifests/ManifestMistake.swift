package import LinuxSystem
package import LocationModel
package import UserInput

/// One thing that is wrong with a manifest, and where.
package struct ManifestMistake: Hashable, Sendable, CustomStringConvertible {
    /// What becomes of the manifest.
    package enum Severity: String, Hashable, Sendable {
        /// It does not count until this is mended.
        case error

        /// It counts; but its author most likely meant something else.
        case warning

        /// It counts and is in order; but a part of it has no effect.
        case note
    }

    /// What is wrong.
    package enum Reason: Hashable, Sendable {
        // MARK: The file

        /// It cannot be opened or read.
        case unreadable(SystemError)

        /// It is a symbolic link, which could lead anywhere.
        case symbolicLink

        /// It is a folder, a pipe or a device.
        case notAFile

        /// Everybody could change it.
        case writableByAll

        /// Somebody owns it who could pass off as another.
        case foreignOwner(UserIdentifier)

        /// It is longer than any manifest.
        case tooLarge(limit: Int)

        /// The folder has more manifests than are read.
        case tooManyFiles(limit: Int)

        /// It is UTF-16.
        case wideCharacters

        /// Changes in the folder are not noticed.
        case unwatched(SystemError)

        /// Its name is not that of its app.
        case wrongFileName(AppIdentifier, fileName: String)

        /// There are more mistakes than are worth listing.
        case moreMistakes(limit: Int)

        // MARK: Its form

        /// What can be wrong with sections and keys of any file.
        case form(INIProblem.Reason)

        /// Something stands behind the bracket of a section, where it would not count.
        case textBehindSection(String)

        /// The section was there before.
        case duplicateSection(String, firstLine: Int)

        /// The section needs a name behind its word.
        case namelessSection(String, example: String)

        /// The section takes no name behind its word.
        case needlessName(String, word: String)

        /// The name behind the section's word is none.
        case badSectionName(String, word: String)

        /// A section is missing without which nothing is known.
        case missingSection(String)

        /// The key has a language, but is not for people.
        case notTranslatable(String, language: String)

        /// The language is none.
        case badLanguage(String, key: String, nearest: String?)

        /// The key is there in some language, but not without one.
        case missingPlain(String, language: String)

        // MARK: Texts

        /// There is nothing to read.
        case emptyText(String)

        /// No prompt has room for so much.
        case tooLong(String, count: Int, limit: Int)

        /// A character would garble what the person reads.
        case controlCharacter(String, scalar: UInt32)

        /// The quotes around the text would be shown.
        case quoted(String)

        /// Other purposes have this translation.
        case missingTranslation(String, language: String)

        // MARK: What it says

        /// The list has the value twice.
        case duplicateValue(String, key: String)

        /// Another extension makes widgets of this kind.
        case takenKind(String, by: String, firstLine: Int)

        /// No such capability is known.
        case unknownCapability(String, nearest: String?)

        /// The service does not look at the key yet.
        case withoutEffect(String, instead: String)

        /// A request for always needs both purposes.
        case alwaysWithoutWhenInUse

        /// Full accuracy is for apps that may know the location at all.
        case accuracyWithoutWhenInUse(String)

        /// A widget cannot want what its app never asks for.
        case locationWithoutWhenInUse(String)

        /// A provider is named, but there are no widgets.
        case providerWithoutExtension

        /// Another app says the same of itself.
        case takenRecognition(AppEvidence, by: AppIdentifier)
    }

    /// The path of the file, or what else the text came from.
    package let file: String

    /// The number of the line, from 1, or `nil` when the file as a whole is meant.
    package let line: Int?

    /// What is wrong.
    package let reason: Reason

    /// Describes what is wrong.
    package init(file: String, line: Int? = nil, reason: Reason) {
        self.file = file
        self.line = line
        self.reason = reason
    }

    /// What becomes of the manifest.
    package var severity: Severity {
        switch reason {
        case .quoted, .missingTranslation, .providerWithoutExtension, .takenRecognition, .unwatched:
            .warning
        case .withoutEffect: .note
        default: .error
        }
    }

    /// The place, the severity and what is wrong, for a person and for editors that jump to the line.
    package var description: String {
        "\(file):\(line.map { "\($0):" } ?? "") \(severity.rawValue): \(reason)"
    }
}
