package import LinuxSystem
package import LocationModel
package import UserInput
package import Varlink
package import WaymarkInterfaces

/// A mistake in a manifest, and its place.
package struct ManifestMistake: Hashable, Sendable, CustomStringConvertible {
    package enum Severity: String, Hashable, Sendable {
        /// The manifest is ignored until the mistake is corrected.
        case error

        /// The manifest is used, but its author most likely meant something else.
        case warning
    }

    package enum Reason: Hashable, Sendable {
        // MARK: The file

        /// The file cannot be opened or read.
        case unreadable(SystemError)

        /// The file is a symbolic link, which could lead anywhere.
        case symbolicLink
        case notAFile
        case writableByAll

        /// The file belongs to a user who could impersonate another one's app.
        case foreignOwner(UserIdentifier)
        case tooLarge(limit: Int)

        /// The folder has too many manifests; the rest is not read.
        case tooManyFiles(limit: Int)

        /// The file is encoded in UTF-16.
        case wideCharacters

        /// The folder cannot be watched for changes.
        case unwatched(SystemError)

        /// The file name does not match the app's identifier.
        case wrongFileName(AppIdentifier, fileName: String)
        case moreMistakes(limit: Int)

        // MARK: Its form

        /// A mistake in sections or keys that any file can have.
        case form(INIProblem.Reason)

        /// Text after the closing bracket of a section would be ignored.
        case textBehindSection(String)
        case duplicateSection(String, firstLine: Int)
        case namelessSection(String, example: String)
        case needlessName(String, word: String)
        case badSectionName(String, word: String)
        case missingSection(String)

        /// The key has a language but cannot be translated.
        case notTranslatable(String, language: String)
        case badLanguage(String, key: String, nearest: String?)

        /// The key has a translation but no untranslated value.
        case missingPlain(String, language: String)

        // MARK: Texts

        /// The text has no visible character.
        case emptyText(String)
        case tooLong(String, count: Int, limit: Int)

        /// A character would garble the displayed text.
        case controlCharacter(String, scalar: UInt32)

        /// The quotation marks around the text would be displayed.
        case quoted(String)
        case missingTranslation(String, language: String)

        // MARK: What it says

        case duplicateValue(String, key: String)
        case takenKind(String, by: String, firstLine: Int)
        case tooManyKinds(limit: Int)

        /// No extension makes widgets of the kind that a section describes.
        case unknownKind(String, nearest: String?)
        case unknownFamily(String, nearest: String?)
        case schema(SchemaMistake.Reason)
        case placeholder(JSONError)
        case longPlaceholder(limit: Int)

        /// A content has a member that hosts leave out.
        case content(ContentMistake)
        case noContent(String)
        case unknownCapability(String, nearest: String?)

        /// A request for always requires both purposes.
        case alwaysWithoutWhenInUse

        /// A request for full accuracy requires a purpose for when in use.
        case accuracyWithoutWhenInUse(String)

        /// The extension wants the location, but the app cannot ask for it.
        case locationWithoutWhenInUse(String)

        /// There is a provider, but neither an extension nor a purpose for always.
        case providerWithoutPurpose

        /// The provider is named a second time.
        case secondProgram(String, first: String)

        /// The machine's manager starts only units.
        case systemNeedsUnit(String)
        case takenRecognition(AppEvidence, by: AppIdentifier)
    }

    /// The path of the file or another name of the text's origin.
    package let file: String

    /// The line number, from 1; `nil` for the file as a whole.
    package let line: Int?

    /// The column in the line, in characters from 1; `nil` for the line as a whole.
    package let column: Int?
    package let reason: Reason

    package init(file: String, line: Int? = nil, column: Int? = nil, reason: Reason) {
        self.file = file
        self.line = line
        self.column = column
        self.reason = reason
    }

    package var severity: Severity {
        switch reason {
        case .content, .quoted, .missingTranslation, .providerWithoutPurpose, .takenRecognition, .unwatched:
            .warning
        default: .error
        }
    }

    /// The place, the severity and the reason, in a form that editors can jump to.
    package var description: String {
        let place = [line, column].compactMap(\.self).map { "\($0):" }.joined()
        return "\(file):\(place) \(severity.rawValue): \(reason)"
    }
}
