/// Reports that the machine's time zone was changed, or the rules of that zone were.
package final class TimeZoneWatch {
    /// The file with the rules of the machine's time zone, usually a symbolic link to them.
    package static let systemPath = "/etc/localtime"

    /// The most bytes of rules that are compared; the longest have about 4 KiB.
    private static let rulesLimit = 64 << 10

    private let path: String
    private let watch: PathWatch
    private var rules: [UInt8]?

    package var descriptor: CInt { watch.descriptor.rawValue }

    package init(_ path: String = systemPath) throws(SystemError) {
        self.path = path
        watch = try PathWatch(path)
        rules = Self.rules(at: path)
    }

    /// Reads the pending events, and returns whether the time zone has other rules than before.
    package func readChange() -> Bool {
        guard watch.readEvents() else { return false }
        let before = rules
        rules = Self.rules(at: path)
        // The tools replace the link; in between there may be none, which is no change of the zone yet.
        guard rules != nil else {
            rules = before
            return false
        }
        return rules != before
    }

    private static func rules(at path: String) -> [UInt8]? {
        try? contentsOfFile(path, atMost: rulesLimit)
    }
}
