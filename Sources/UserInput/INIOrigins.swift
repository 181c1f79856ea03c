/// The places where the values in force were assigned, for problems that show only when all files have been
/// read.
package struct INIOrigins: Sendable {
    private var origins: [String: [(value: String, place: String)]] = [:]

    package mutating func add(_ value: String, to section: String, _ key: String, from place: String) {
        origins["\(section).\(key)", default: []].append((value, place))
    }

    mutating func removeAll(of section: String, _ key: String) { origins["\(section).\(key)"] = nil }

    /// Returns the prefix `FILE:LINE: ` of a problem with some keys, or with a value of theirs; empty for a
    /// default.
    package func place(
        of section: String,
        _ keys: String...,
        where isMeant: (String) -> Bool = { _ in true }
    ) -> String {
        let origin = keys.flatMap { origins["\(section).\($0)"] ?? [] }.last { isMeant($0.value) }
        return origin.map { "\($0.place): " } ?? ""
    }
}
