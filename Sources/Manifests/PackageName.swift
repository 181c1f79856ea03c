import LocationModel

enum PackageName {
    /// Returns `text` if it is a valid name of a Flatpak, else `nil`.
    static func flatpak(_ text: String) -> String? {
        // It is the name that the app may have on the bus.
        BusName(text) != nil && text.split(separator: ".").count >= 3 ? text : nil
    }

    /// Returns `text` if it is a valid name of a snap, else `nil`.
    static func snap(_ text: String) -> String? {
        let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        let areValid = parts.allSatisfy { part in
            let isAllowed = { isLetterOrDigit($0) && !(UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
            return !part.isEmpty && part.allSatisfy(isAllowed)
        }
        let hasLetter = text.contains(where: \.isLetter)
        return (2...40).contains(text.utf8.count) && areValid && hasLetter ? text : nil
    }
}
