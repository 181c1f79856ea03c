import LocationModel
import UserInput

extension ManifestMistake.Reason: CustomStringConvertible {
    /// What is wrong and what would be right, for a person.
    package var description: String {
        switch self {
        case .unreadable(let error): "\(error)"
        case .symbolicLink: "a symbolic link is not followed: put the file itself here"
        case .notAFile: "not a file"
        case .writableByAll: "everybody may write here: chmod o-w"
        case .foreignOwner(let user): "belongs to user \(user): chown it to whose folder this is"
        case .tooLarge(let limit): "longer than \(limit) bytes, which no manifest is"
        case .tooManyFiles(let limit): "more than \(limit) manifests; the rest, by name, does not count"
        case .unwatched(let error): "changes here count only after a restart, for they go unnoticed: \(error)"
        case .wideCharacters: "the file is UTF-16; save it as UTF-8"
        case .wrongFileName(let app, let fileName):
            "'Identifier=' says \(app), but the file is called '\(fileName)': call it \(app).app"
        case .moreMistakes(let limit): "there are more mistakes; these are the first \(limit) or so"

        case .form(let reason): "\(reason)"
        case .textBehindSection(let text):
            "'\(text.shortened)' stands behind the section's bracket: give it a line of its own"
        case .duplicateSection(let section, let firstLine):
            "[\(section.shortened)] begins in line \(firstLine) already"
        case .namelessSection(let word, let example):
            "[\(word)] needs a name: write it as in [\(word) \(example)]"
        case .needlessName(let section, let word): "[\(section.shortened)] takes no name: write [\(word)]"
        case .badSectionName(let name, let word):
            "'\(name.shortened)' is no name for [\(word) …]: "
                + "use letters, digits, '.', '-' and '_', beginning with a letter or digit"
        case .missingSection(let section): "there is no section [\(section)]"
        case .notTranslatable(let key, let language):
            "'\(key)=' is the same in every language: remove '[\(language.shortened)]'"
        case .badLanguage(let language, let key, let nearest):
            "'[\(language.shortened)]' at '\(key)=' is no language; "
                + (nearest.map { "write '\(key)[\($0.shortened)]='" }
                    ?? "write it as in [de], [pt_BR] or [sr@latin]")
        case .missingPlain(let key, let language):
            "'\(key)[\(language.shortened)]=' translates a text that is missing: add '\(key)=', for all other languages"

        case .emptyText(let key): "'\(key)=' is empty: say it, or remove the line"
        case .tooLong(let key, let count, let limit):
            "'\(key)=' has \(count) characters; people are shown \(limit) at most"
        case .controlCharacter(let key, let scalar):
            "'\(key)=' holds the control character \(codePoint(scalar)): remove it"
        case .quoted(let key): "the quotation marks around '\(key)=' are shown to people: remove them"
        case .missingTranslation(let key, let language):
            "'\(key)[\(language.shortened)]=' is missing, while other purposes have it: a person would read two languages"

        case .duplicateValue(let value, let key): "'\(key)=' has '\(value.shortened)' twice"
        case .takenKind(let kind, let owner, let firstLine):
            "the kind '\(kind)' belongs to [Extension \(owner.shortened)] since line \(firstLine): "
                + "a kind has one extension"
        case .unknownCapability(let value, let nearest):
            "no capability is called '\(value.shortened)'; "
                + (nearest.map { "did you mean '\($0)'?" }
                    ?? "there are location-services, gps and magnetometer, separated by blanks")
        case .withoutEffect(let key, let instead): "'\(key)=' has no effect yet: \(instead)"
        case .alwaysWithoutWhenInUse:
            "'AlwaysPurpose=' needs 'WhenInUsePurpose=' beside it: whoever may always may also when in use"
        case .accuracyWithoutWhenInUse(let key):
            "[TemporaryAccuracy \(key.shortened)] can never be asked for: 'WhenInUsePurpose=' is missing in [App]"
        case .locationWithoutWhenInUse(let name):
            "[Extension \(name.shortened)] wants the location, but the app cannot ask for it: "
                + "'WhenInUsePurpose=' is missing in [App]"
        case .providerWithoutExtension:
            "[Provider] starts a program that makes widgets, but there is no [Extension NAME] with any"
        case .takenRecognition(let evidence, let app):
            "\(app) claims \(evidence) as well: neither is recognised by it"
        }
    }
}

private func codePoint(_ scalar: UInt32) -> String {
    let digits = String(scalar, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
}
