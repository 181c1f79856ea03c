/// The name of a unit of systemd, such as `app-gnome-org.gnome.Maps-4242.scope`.
package struct UnitName: Hashable, Sendable, CustomStringConvertible {
    /// The name, with its type and its escapes.
    package let rawValue: String

    /// Creates a name, or `nil` unless `rawValue` is 1 to 255 of the characters that systemd allows and ends in a
    /// type of unit that processes can run in.
    package init?(_ rawValue: some StringProtocol) {
        guard (1...255).contains(rawValue.utf8.count), rawValue.utf8.allSatisfy(isAllowed),
            let dot = rawValue.lastIndex(of: "."), dot > rawValue.startIndex,
            Self.types.contains(String(rawValue[dot...]))
        else { return nil }
        self.rawValue = String(rawValue)
    }

    /// The name, with its type and its escapes.
    package var description: String { rawValue }

    /// The template that the unit is an instance of: `weather@.service` for `weather@alice.service`.
    package var template: UnitName? {
        guard let at = rawValue.firstIndex(of: "@"), let dot = rawValue.lastIndex(of: "."), at < dot else {
            return nil
        }
        return UnitName(rawValue[...at] + rawValue[dot...])
    }

    /// The app that the unit was made for by the convention of desktops, or `nil` for any other unit.
    ///
    /// Reference: systemd, `DESKTOP_ENVIRONMENTS`: `app[-LAUNCHER]-ID-RANDOM.scope` and
    /// `app[-LAUNCHER]-ID[@RANDOM].service`; slices are named like scopes, and before systemd 248 an app that
    /// starts with the session had `-autostart.service`. A `-` of the identifier is written `\x2d`.
    package var desktopApp: AppIdentifier? { desktopName.flatMap { AppIdentifier(unescaped($0.app)) } }

    /// The program that made the unit by that convention, where the name tells.
    package var launcher: String? { desktopName?.launcher.map { String($0) } }

    private var desktopName: (launcher: Substring?, app: Substring)? {
        guard rawValue.hasPrefix("app-"), let dot = rawValue.lastIndex(of: ".") else { return nil }
        let name = rawValue[..<dot].dropFirst("app-".count)
        let type = rawValue[dot...]
        let body: (Substring) -> Substring? =
            switch type {
            case ".scope", ".slice": appOfScope
            case ".service": appOfService
            default: { _ in nil }
            }
        // What comes before the first dash is the launcher, unless nothing would be left for the app.
        if let dash = name.firstIndex(of: "-"), name[..<dash].utf8.allSatisfy(isLetterOrDigit),
            dash > name.startIndex, let app = body(name[name.index(after: dash)...])
        {
            return (name[..<dash], app)
        }
        return body(name).map { (nil, $0) }
    }

    private static let types: Set<String> = [
        ".mount", ".scope", ".service", ".slice", ".socket", ".swap",
    ]
}

/// Takes the random part, which a scope must have, from the end.
private func appOfScope(_ name: Substring) -> Substring? {
    guard let dash = name.lastIndex(of: "-"), dash > name.startIndex,
        name[dash...].dropFirst().utf8.allSatisfy(isLetterOrDigit)
    else { return nil }
    return name[..<dash]
}

/// Takes the instance, or what marks an app that starts with the session, from the end.
private func appOfService(_ name: Substring) -> Substring? {
    var app = name
    if let at = name.lastIndex(of: "@"), name[at...].dropFirst().utf8.allSatisfy(isLetterOrDigit) {
        app = name[..<at]
    } else if name.hasSuffix("-autostart") {
        app = name.dropLast("-autostart".count)
    }
    // An app must be left over, if by taking the end for a part of its name.
    return app.isEmpty ? (name.isEmpty ? nil : name) : app
}

/// Undoes `\xHH`; what is no escape stays, and makes no identifier.
private func unescaped(_ name: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = name.utf8[...]
    while let byte = rest.popFirst() {
        if byte == UInt8(ascii: "\\"), rest.first == UInt8(ascii: "x"),
            let digits = String(rest.dropFirst().prefix(2)), digits.utf8.count == 2,
            digits.utf8.allSatisfy(isLetterOrDigit), let value = UInt8(digits, radix: 16)
        {
            bytes.append(value)
            rest = rest.dropFirst(3)
        } else {
            bytes.append(byte)
        }
    }
    return String(decoding: bytes, as: UTF8.self)
}

private func isLetterOrDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        true
    default: false
    }
}

private func isAllowed(_ byte: UInt8) -> Bool { isLetterOrDigit(byte) || ":-_.\\@".utf8.contains(byte) }
