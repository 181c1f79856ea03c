import TestSupport
import Testing

@Suite("The Debian packaging")
struct PackagingTests {
    /// The version in `Version.swift`, from which everything else takes it.
    private func version() throws -> String {
        let text = String(
            decoding: try Checkout.bytes(of: Checkout.root + "/Sources/WaymarkInterfaces/Version.swift"),
            as: UTF8.self
        )
        return try #require(text.firstMatch(of: /current = "(\d+\.\d+\.\d+)"/).map { String($0.1) })
    }

    @Test("has the version of the programs, as has the changelog")
    func sameVersion() throws {
        let version = try version()
        let debian = String(
            decoding: try Checkout.bytes(of: Checkout.root + "/debian/changelog"),
            as: UTF8.self
        )
        #expect(debian.hasPrefix("waymark (\(version)-"))
        let changes = String(decoding: try Checkout.bytes(of: Checkout.root + "/CHANGELOG.md"), as: UTF8.self)
        #expect(changes.contains("## [\(version)]"))
        #expect(try SourceTree.file("python/pyproject.toml").lines.contains("version = \"\(version)\""))
    }

    @Test("has every file of the Python package")
    func python() throws {
        let installed = try SourceTree.file("scripts/installed-files").lines
            .flatMap { $0.split(separator: " ") }.filter { $0.hasPrefix("python/waymark/") }.map(String.init)
        let files = try SourceTree.files(in: "python/waymark", ending: [".py", ".typed"]).map(\.path)
        #expect(installed.sorted() == files)
    }

    @Test("needs the libraries that a build from source needs")
    func libraries() throws {
        let prepared = try SourceTree.file("scripts/prepare").lines.first { $0.hasPrefix("build=") }
        let control = try SourceTree.file("debian/control").lines.map { $0.filter { $0 != " " && $0 != "," } }
        for package in try #require(prepared).matches(of: /lib[\w+-]+-dev|zlib1g-dev/)
        where package.0 != "libc6-dev" {
            #expect(control.contains(String(package.0)))
        }
    }

    @Test("has the packages of the table of installed files")
    func packages() throws {
        let installed = try SourceTree.file("scripts/installed-files").lines
            .filter { !$0.isEmpty && !$0.hasPrefix("#") }.compactMap { $0.split(separator: " ").first }
        let control = try SourceTree.file("debian/control").lines
            .filter { $0.hasPrefix("Package: ") }.map { $0.dropFirst("Package: ".count) }
        #expect(Set(installed) == Set(control))
    }
}
