import LocationModel

enum PackageName {
    /// Returns `text` if it is a valid name of a Flatpak, else `nil`.
    static func flatpak(_ text: String) -> String? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let isPart = { (part: Substring) in
            !(part.first?.isNumber ?? true)
                && part.utf8.allSatisfy {
                    isLetterOrDigit($0) || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-")
                }
        }
        return parts.count >= 3 && text.utf8.count <= 255 && parts.allSatisfy(isPart) ? text : nil
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
