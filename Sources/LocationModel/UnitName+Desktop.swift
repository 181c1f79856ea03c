// The app that a unit was created for, by the naming convention of desktop environments.
//
// Reference: systemd, DESKTOP_ENVIRONMENTS: app[-LAUNCHER]-ID-RANDOM.scope and app[-LAUNCHER]-ID[@RANDOM].service;
// slices are named like scopes. Before systemd 248 an app that starts with the session had -autostart.service. A dash
// of the identifier is escaped as \x2d.

extension UnitName {
    /// The app that the unit was created for, or `nil` if the name does not follow the convention.
    package var desktopApp: AppIdentifier? { .ofDesktopUnit(rawValue) }

    /// The launcher that created the unit, if the name includes it.
    package var launcher: String? { parts(of: rawValue)?.launcher.map { String($0) } }
}

extension AppIdentifier {
    /// Returns the app that a unit or slice is named for, or `nil` if the name does not follow the convention.
    package static func ofDesktopUnit(_ name: String) -> AppIdentifier? {
        parts(of: name).flatMap { AppIdentifier(unescaped($0.app)) }
    }

    /// The identifier as it stands in the name of a unit.
    var escapedForUnit: String {
        rawValue.split(separator: "-", omittingEmptySubsequences: false).joined(separator: "\\x2d")
    }
}

private func parts(of unit: String) -> (launcher: Substring?, app: Substring)? {
    guard unit.hasPrefix("app-"), let dot = unit.lastIndex(of: "."),
        dot >= unit.index(unit.startIndex, offsetBy: 4)
    else { return nil }
    let name = unit[..<dot].dropFirst("app-".count)
    let body: (Substring) -> Substring?
    switch unit[dot...] {
    case ".scope", ".slice": body = appOfScope
    case ".service": body = appOfService
    default: return nil
    }
    // The part before the first dash is the launcher, unless nothing would be left for the app.
    if let dash = name.firstIndex(of: "-"), name[..<dash].utf8.allSatisfy(isLetterOrDigit),
        dash > name.startIndex, let app = body(name[name.index(after: dash)...])
    {
        return (name[..<dash], app)
    }
    return body(name).map { (nil, $0) }
}

/// Removes the random suffix, which a scope must have.
private func appOfScope(_ name: Substring) -> Substring? {
    guard let dash = name.lastIndex(of: "-"), dash > name.startIndex,
        name[dash...].dropFirst().utf8.allSatisfy(isLetterOrDigit)
    else { return nil }
    return name[..<dash]
}

/// Removes the instance, or the suffix of an app that starts with the session.
private func appOfService(_ name: Substring) -> Substring? {
    var app = name
    if let at = name.lastIndex(of: "@"), name[at...].dropFirst().utf8.allSatisfy(isLetterOrDigit) {
        app = name[..<at]
    } else if name.hasSuffix("-autostart") {
        app = name.dropLast("-autostart".count)
    }
    // If nothing is left, the suffix is part of the app's name.
    return app.isEmpty ? (name.isEmpty ? nil : name) : app
}

/// Decodes `\xHH`.
///
/// An invalid escape is kept, and makes the identifier invalid.
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
