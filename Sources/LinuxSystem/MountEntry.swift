/// A line of `/proc/PID/mountinfo`: what a process sees mounted at a place.
package struct MountEntry {
    /// The number of the mount; `nil` where the line does not begin with one.
    package let number: UInt64?

    /// The folder of the file system that is mounted.
    package let root: String

    /// Where it is mounted.
    package let point: String

    /// Whether nothing can be written there.
    package let isReadOnly: Bool

    /// The kind of the file system; `nil` where the line ends before it.
    package let fileSystem: String?

    /// Reads the table, in which what was mounted later lies above; lines that end too early are left out.
    package static func table(_ contents: [UInt8]) -> [Self] {
        contents.split(separator: UInt8(ascii: "\n")).compactMap { Self(line: $0) }
    }

    private init?(line: ArraySlice<UInt8>) {
        let fields = line.split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
        guard fields.count > Field.options else { return nil }
        number = UInt64(fields[0])
        root = fields[Field.root]
        point = fields[Field.point]
        isReadOnly = fields[Field.options].split(separator: ",").contains("ro")
        fileSystem = fields[(Field.options + 1)...].drop { $0 != "-" }.dropFirst().first
    }
}

/// The places of the fields, from 0; after the options come tags until a dash, then the file system.
private enum Field {
    static let root = 3
    static let point = 4
    static let options = 5
}
