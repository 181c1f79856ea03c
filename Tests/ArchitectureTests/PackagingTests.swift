import Testing

@Suite("The Debian packaging")
struct PackagingTests {
    @Test("has the version of the programs, as has the changelog")
    func sameVersion() throws {
        let source = try SourceTree.file("Sources/WaymarkInterfaces/Version.swift").lines
        let versions = source.compactMap { $0.firstMatch(of: /current = "(\d+\.\d+\.\d+)"/)?.1 }
        let version = try #require(versions.first)
        let debian = try #require(try SourceTree.file("debian/changelog").lines.first)
        #expect(debian.hasPrefix("waymark (\(version)-"))
        #expect(try SourceTree.file("CHANGELOG.md").lines.contains { $0.contains("## [\(version)]") })
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
