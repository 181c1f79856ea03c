import LocationModel

enum PackageName {
    /// Returns `text` if it is a valid name of a Flatpak, else `nil`.
    static func flatpak(_ text: String) -> String? {
        // It is the name that the app may have on the bus.
        BusName(text) != nil && text.split(separator: ".").count >= 3 ? text : nil
    }

    /// Returns `text` if it is a valid name of a snap, else `nil`.
    static func snap(_ text: String) -> String? {
        let isAllowed = { (byte: UInt8) in
            isLetterOrDigit(byte) && !(UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
                || byte == UInt8(ascii: "-")
        }
        guard (2...40).contains(text.utf8.count), text.utf8.allSatisfy(isAllowed), !text.hasPrefix("-"),
            !text.hasSuffix("-"),
            !zip(text.utf8, text.utf8.dropFirst()).contains(where: { $0 == $1 && $0 == UInt8(ascii: "-") }),
            text.contains(where: \.isLetter)
        else { return nil }
        return text
    }
}
