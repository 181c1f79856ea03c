import Glibc
import TestSupport
import Testing

/// The programs as they were built beside the tests.
///
/// The whole of Foundation would add some fifty megabytes to a program, and one import anywhere brings it in.
@Suite("A program that was built")
struct LinkageTests {
    private static let folder: String = {
        var path = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &path, path.count - 1)
        let whole = String(decoding: path.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return String(whole.prefix(upTo: whole.lastIndex(of: "/") ?? whole.startIndex))
    }()

    @Test(
        "needs no library that only the whole of Foundation needs",
        arguments: ["waymarkd", "waymarkctl", "waymark-notify-agent"]
    )
    func libraries(_ program: String) throws {
        let libraries = try ELFFile(Checkout.bytes(of: Self.folder + "/" + program)).neededLibraries
        #expect(libraries.contains("libc.so.6"))
        let heavy = ["libFoundation.so", "lib_FoundationICU.so", "libdispatch.so", "libXCTest.so"]
        #expect(libraries.filter(heavy.contains) == [])
        // The library for apps writes what apps give it; the daemon reads and writes its messages itself.
        #expect(program != "waymarkd" || !libraries.contains("libFoundationEssentials.so"))
    }
}
