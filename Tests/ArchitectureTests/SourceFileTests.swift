import Testing

@Suite("Every source file")
struct SourceFileTests {
    private static let roots = ["Sources", "Samples", "Tests"]

    @Test("has at most 800 lines, if somebody wrote it", arguments: roots)
    func length(_ root: String) throws {
        for file in try SourceTree.files(in: root, ending: [".swift", ".c", ".h", ".py"])
        where !file.path.contains("/Generated/") {
            #expect(file.lines.count <= 801, "\(file) has \(file.lines.count - 1) lines")
        }
    }

    @Test("of the product imports neither Foundation nor Dispatch", arguments: ["Sources", "Samples"])
    func heavyModules(_ root: String) throws {
        let ported = Layers.ported.keys.map { "Sources/\($0)/" }
        for file in try SourceTree.files(in: root) where !ported.contains(where: file.path.hasPrefix) {
            let heavy = Set(file.imports).intersection(["Dispatch", "Foundation", "FoundationNetworking"])
            #expect(heavy.isEmpty, "\(file) imports \(heavy.sorted())")
        }
    }

    @Test("refers to no path outside the checkout, except the optional recordings beside it")
    func outsideReferences() throws {
        let files =
            try Self.roots.flatMap { try SourceTree.files(in: $0) }
            + SourceTree.files(in: "docs", ending: [".md"]) + SourceTree.files(in: "scripts", ending: [""])
        #expect(files.count > 200)
        for file in files
        where !["Tests/TestSupport/Checkout.swift", "scripts/test-system"].contains(file.path) {
            let isOwn = file.path == "Tests/ArchitectureTests/SourceFileTests.swift"
            for (index, line) in file.lines.enumerated() where !isOwn {
                let isOutside =
                    line.contains("../shared") || line.contains("/work/") || line.contains("/home/")
                #expect(!isOutside, "\(file):\(index + 1)")
            }
        }
    }
}
