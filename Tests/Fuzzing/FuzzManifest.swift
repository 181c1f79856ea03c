import LocationModel
import Manifests

/// Parses any bytes as a manifest: it is valid, or every mistake has a message and a line.
func fuzzManifest(_ bytes: [UInt8]) {
    let reading = ManifestReading(bytes, from: "m.app", fileName: nil)
    let errors = reading.mistakes.count { $0.severity == .error }
    precondition((reading.manifest == nil) == (errors > 0), "a manifest counts exactly when nothing is wrong")
    precondition(reading.mistakes.count <= 202)
    let lines = 1 + bytes.count { $0 == UInt8(ascii: "\n") }
    for mistake in reading.mistakes {
        precondition(mistake.line.map { (1...lines).contains($0) } ?? true)
        precondition(mistake.description.utf8.count < 1500, "a mistake quotes no more than a person reads")
    }
    if let manifest = reading.manifest { check(manifest, in: bytes) }
}

private func check(_ manifest: AppManifest, in bytes: [UInt8]) {
    var texts = [manifest.name]
    texts += [manifest.whenInUsePurpose, manifest.alwaysPurpose].compactMap(\.self)
    texts += manifest.temporaryAccuracyPurposes.values
    for text in texts {
        for words in [text.plain] + text.translations.values {
            precondition(!words.isEmpty && words.unicodeScalars.count <= 500)
            precondition(words.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
            precondition(bytes.firstRange(of: words.utf8) != nil, "a text is as its author wrote it")
        }
        precondition(text.translations.keys.allSatisfy { LocaleName("\($0)") == $0 })
    }
    let mayAsk = manifest.whenInUsePurpose != nil
    precondition(mayAsk || manifest.alwaysPurpose == nil && manifest.temporaryAccuracyPurposes.isEmpty)
    precondition(mayAsk || manifest.extensions.allSatisfy { !$0.wantsLocation })
    let kinds = manifest.extensions.flatMap(\.kinds)
    precondition(Set(kinds).count == kinds.count, "a kind has one extension")
    precondition(manifest.extensions.allSatisfy { !$0.kinds.isEmpty })
    if case .unit(let unit) = manifest.provider?.means {
        precondition(unit.isService && !unit.isTemplate)
    } else {
        precondition(manifest.provider?.manager != .system, "only a unit is one of the system")
    }
}
