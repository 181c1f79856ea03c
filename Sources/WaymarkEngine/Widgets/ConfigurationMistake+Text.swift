package import LocationModel

extension ConfigurationMistake {
    package var text: String {
        switch self {
        case .notConfigurable: "widgets of this kind have no configuration"
        case .unknownProperty(let name, let known):
            "there is no property '\(name.beginning)'; "
                + (known.isEmpty ? "the kind has none" : "there are \(known.joined(separator: ", "))")
        case .missing(let property): "'\(property.name)' is missing: give \(property.accepts)"
        case .badValue(let value, let property):
            "'\(property.name)' does not accept \(value.quoted): give \(property.accepts)"
        case .notAValue(let name):
            "'\(name.beginning)' is null, a list or an object: give true, false, a number or a text"
        case .outOfRange(let name): "the number of '\(name.beginning)' is too large"
        case .tooLarge(let limit): "the values have more than \(limit) bytes, the limit"
        }
    }
}

extension ConfigurationProperty {
    package var accepts: String {
        if !choices.isEmpty { return choices.map(\.quoted).joined(separator: " or ") }
        let noun =
            switch type {
            case .boolean: "true or false"
            case .integer: "a whole number"
            case .number: "a number"
            case .string: "a text"
            }
        switch (minimum, maximum) {
        case (let minimum?, let maximum?):
            return "\(noun) from \(figure(minimum)) to \(figure(maximum))"
        case (let minimum?, nil): return "\(noun) of \(figure(minimum)) or more"
        case (nil, let maximum?): return "\(noun) of \(figure(maximum)) or less"
        case (nil, nil): return noun
        }
    }

    private func figure(_ number: Double) -> String {
        Int(exactly: number).map(String.init) ?? "\(number)"
    }
}

extension ConfigurationValue {
    fileprivate var quoted: String { text.map { "\"\($0.beginning)\"" } ?? description }
}

extension String {
    /// The text, or its beginning if it is long: an answer quotes what a client sent.
    fileprivate var beginning: String {
        unicodeScalars.count <= 80 ? self : String(unicodeScalars.prefix(60)) + "…"
    }
}
