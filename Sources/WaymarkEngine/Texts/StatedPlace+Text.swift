package import LocationModel

extension StatedPlaceDecision {
    /// The decision for a person.
    var text: String {
        switch self {
        case .stated: "the owner stated the machine's place"
        case .withdrawn: "the owner withdrew the stated place"
        case .used(let origin, nil): "no receiver is configured: the place \(origin.text) is used"
        case .used(let origin, let searched?):
            "no fix in \(searched.words): the place \(origin.text) is used until a receiver has one"
        case .replacedByFix: "a receiver has a fix: the stated place is not used any more"
        case .unused: "the stated place is not used any more"
        }
    }

    /// The evidence of the decision.
    var evidence: [String: EvidenceValue] {
        switch self {
        case .stated(let origin): ["step": .word("stated"), "origin": .word(origin.rawValue)]
        case .withdrawn: ["step": .word("withdrawn")]
        case .used(let origin, let searched):
            searched.map {
                [
                    "step": .word("used"), "origin": .word(origin.rawValue),
                    "searchedSeconds": .number($0.inSeconds),
                ]
            } ?? ["step": .word("used"), "origin": .word(origin.rawValue)]
        case .replacedByFix: ["step": .word("replacedByFix")]
        case .unused: ["step": .word("unused")]
        }
    }
}

extension StatedPlace.Origin {
    /// Where the place was stated, for a person.
    package var text: String {
        switch self {
        case .command: "that the owner stated"
        case .configuration: "that the configuration states"
        case .file: "that the file of GeoClue's static source states"
        }
    }
}
