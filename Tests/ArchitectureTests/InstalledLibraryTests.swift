import Testing

@Suite("The installed library")
struct InstalledLibraryTests {
    private func targets() throws -> Set<String> {
        let rows = try SourceTree.file("scripts/installed-files").lines.filter { line in
            line.hasPrefix("libwaymark-swift-dev") && line.contains(" library ")
        }
        return Set(rows.flatMap { row in row.matches(of: /Sources\/(\w+)/).map { String($0.1) } })
    }

    @Test("has the sources of all targets that its products import")
    func imports() throws {
        let targets = try targets()
        #expect(targets.isSuperset(of: ["Combine", "CoreLocation", "OSLog", "Waymark", "WidgetKit", "os"]))
        let own = Set(SourceTree.folders(in: "Sources"))
        for target in targets {
            for file in try SourceTree.files(in: "Sources/\(target)") {
                let missing = Set(file.imports).intersection(own).subtracting(targets)
                #expect(missing.isEmpty, "\(file) imports \(missing.sorted())")
            }
        }
    }
}
