/// A line of `/proc/PID/mountinfo`: one mount that a process sees.
package struct MountEntry {
    /// The mount ID; `nil` if the line does not begin with a number.
    package let number: UInt64?

    /// The folder of the file system that is mounted here.
    package let root: String
    package let point: String
    package let isReadOnly: Bool

    /// The type of the file system; `nil` if the line ends before it.
    package let fileSystem: String?

    /// Parses the table.
    ///
    /// A later mount covers an earlier one at the same place. Incomplete lines are skipped.
    package static func table(_ contents: [UInt8]) -> [Self] {
        contents.split(separator: UInt8(ascii: "\n")).compactMap { Self(line: $0) }
    }

    private init?(line: ArraySlice<UInt8>) {
        let fields = line.split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
        // The options are the sixth field. Optional tags follow, a dash, and the file system type.
        guard fields.count > 5 else { return nil }
        number = UInt64(fields[0])
        root = fields[3]
        point = fields[4]
        isReadOnly = fields[5].split(separator: ",").contains("ro")
        fileSystem = fields[6...].drop { $0 != "-" }.dropFirst().first
    }
}
