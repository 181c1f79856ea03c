import Glibc
import LinuxSystem
import TestSupport
import Testing

@Suite(
    "The check of the version of libgps",
    .enabled(if: access("/usr/include/gps.h", R_OK) == 0, "gps.h is not in /usr/include"),
    .ownThreads,
    .timeLimit(.minutes(10))
)
struct LibgpsVersionTests {
    private static let script = Checkout.root + "/scripts/check-libgps"

    @Test(
        "rejects a version that is too old, and warns about one that is newer than any known",
        arguments: [
            (8, 1, "libgps of gpsd 3.20 or newer is needed", "does not compile"),
            (17, 0, "this libgps is newer than any this was written for", "compiles"),
        ] as [(Int, CInt, String, String)]
    )
    func otherVersions(major: Int, status: CInt, words: String, result: String) async throws {
        let header = String(decoding: try Checkout.bytes(of: "/usr/include/gps.h"), as: UTF8.self)
            .split(separator: "\n", omittingEmptySubsequences: false)
            .map { line in
                let definition = "#define GPSD_API_MAJOR_VERSION "
                return line.hasPrefix(definition) ? definition + "\(major)" : String(line)
            }
        let prefix = try TemporaryFolder()
        try prefix.write(header.joined(separator: "\n"), to: "include/gps.h")
        let check = try RunningProgram([Self.script, prefix.path])
        #expect(try await check.end() == .status(status))
        #expect(check.errors.contains(words), "\(check.errors)")
        let beginning = "check-libgps: \(prefix.path)/include: API \(major)."
        #expect(check.output.hasPrefix(beginning), "\(check.output)")
        #expect(check.output.hasSuffix(" \(result)\n"), "\(check.output)")
    }
}
