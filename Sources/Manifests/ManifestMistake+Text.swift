import LocationModel
import UserInput
import WaymarkInterfaces

extension ManifestMistake.Reason: CustomStringConvertible {
    package var description: String {
        switch self {
        case .unreadable(let error): "\(error)"
        case .symbolicLink: "symbolic links are not followed; put the file itself here"
        case .notAFile: "not a regular file"
        case .writableByAll: "writable by every user; run chmod o-w on it"
        case .foreignOwner(let user): "owned by user \(user); change its owner to the owner of this folder"
        case .tooLarge(let limit): "larger than \(limit) bytes, the limit for a manifest"
        case .tooManyFiles(let limit):
            "more than \(limit) manifests; only the first in order of name are read"
        case .unwatched(let error):
            "changes in this folder take effect only after a restart, because it cannot be watched: \(error)"
        case .wideCharacters: "the file is UTF-16; save it as UTF-8"
        case .wrongFileName(let app, let fileName):
            "'Identifier=' is \(app), but the file is named '\(fileName)'; rename it to \(app).app"
        case .moreMistakes(let limit): "too many mistakes; only about the first \(limit) are listed"

        case .form(let reason): "\(reason)"
        case .textBehindSection(let text):
            "unexpected text '\(text.shortened)' after the section's bracket; put it on its own line"
        case .duplicateSection(let section, let firstLine):
            "duplicate section [\(section.shortened)]; the first one is in line \(firstLine)"
        case .namelessSection(let word, let example):
            "[\(word)] needs a name, as in [\(word) \(example)]"
        case .needlessName(let section, let word): "[\(section.shortened)] takes no name; write [\(word)]"
        case .badSectionName(let name, let word):
            "'\(name.shortened)' is not a valid name for [\(word) …]; "
                + "use letters, digits, '.', '-' and '_', starting with a letter or digit"
        case .missingSection(let section): "section [\(section)] is missing"
        case .notTranslatable(let key, let language):
            "'\(key)=' cannot be translated; remove '[\(language.shortened)]'"
        case .badLanguage(let language, let key, let nearest):
            "'[\(language.shortened)]' after '\(key)' is not a valid language; "
                + (nearest.map { "write '\(key)[\($0.shortened)]='" }
                    ?? "write a language such as [de], [pt_BR] or [sr@latin]")
        case .missingPlain(let key, let language):
            "'\(key)[\(language.shortened)]=' is a translation without an original; add '\(key)=', for all other languages"

        case .emptyText(let key): "'\(key)=' is empty; add a text or remove the line"
        case .tooLong(let key, let count, let limit):
            "'\(key)=' has \(count) characters; the limit is \(limit)"
        case .controlCharacter(let key, let scalar):
            "'\(key)=' contains the control character \(codePoint(scalar)); remove it"
        case .quoted(let key):
            "the quotation marks around the value of '\(key)=' would be displayed; remove them"
        case .missingTranslation(let key, let language):
            "'\(key)[\(language.shortened)]=' is missing, but other purposes have this translation; "
                + "prompts would mix two languages"

        case .duplicateValue(let value, let key): "'\(key)=' lists '\(value.shortened)' twice"
        case .takenKind(let kind, let owner, let firstLine):
            "the kind '\(kind)' already belongs to [Extension \(owner.shortened)] in line \(firstLine); "
                + "a kind has one extension"
        case .tooManyKinds(let limit): "more than \(limit) kinds, the limit for an app"
        case .unknownKind(let kind, let nearest):
            "[Kind \(kind.shortened)] describes a kind that no [Extension …] lists in 'Kinds='"
                + (nearest.map { "; did you mean '\($0)'?" } ?? "")
        case .unknownFamily(let word, let nearest):
            "unknown family '\(word.shortened)'; "
                + (nearest.map { "did you mean '\($0)'?" } ?? "use some of \(WidgetFamily.list)")
        case .schema(let reason): "'Configuration=': \(reason)"
        case .placeholder(let error): "'Placeholder=': \(error.text)"
        case .longPlaceholder(let limit): "'Placeholder=' is longer than \(limit) bytes, the limit"
        case .content(let mistake): "\(mistake)"
        case .noContent(let reason): reason
        case .unknownCapability(let value, let nearest):
            "unknown capability '\(value.shortened)'; "
                + (nearest.map { "did you mean '\($0)'?" }
                    ?? "use location-services, gps or magnetometer, separated by spaces")
        case .alwaysWithoutWhenInUse:
            "'AlwaysPurpose=' also requires 'WhenInUsePurpose=', because always includes when in use"
        case .accuracyWithoutWhenInUse(let key):
            "[TemporaryAccuracy \(key.shortened)] can never be requested; add 'WhenInUsePurpose=' to [App]"
        case .locationWithoutWhenInUse(let name):
            "[Extension \(name.shortened)] wants the location, but the app cannot ask for it; "
                + "add 'WhenInUsePurpose=' to [App]"
        case .providerWithoutPurpose:
            "[Provider] names a program that nothing can need; "
                + "add an [Extension NAME] with widgets, or 'AlwaysPurpose=' for events"
        case .secondProgram(let key, let first):
            "'\(key)=' names the program a second time; keep it or '\(first)='"
        case .systemNeedsUnit(let key):
            "'Manager=system' starts only a unit; use 'Unit=' instead of '\(key)='"
        case .takenRecognition(let evidence, let app):
            "\(app) also claims \(evidence); neither app is recognised by it"
        }
    }
}

extension WidgetFamily {
    fileprivate static var list: String { allCases.map(\.rawValue).joined(separator: ", ") }
}

private func codePoint(_ scalar: UInt32) -> String {
    let digits = String(scalar, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
}
