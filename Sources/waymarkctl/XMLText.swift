import UserInput

extension String {
    /// The text for the content or an attribute of XML or HTML, without control characters.
    var inXML: String {
        harmless(keeping: ["\n"]).reduce(into: "") { text, letter in
            switch letter {
            case "&": text += "&amp;"
            case "<": text += "&lt;"
            case ">": text += "&gt;"
            case "\"": text += "&quot;"
            case "'": text += "&#39;"
            default: text.append(letter)
            }
        }
    }
}
