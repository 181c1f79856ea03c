import Testing

@Suite("Every source file")
struct SourceFileTests {
    @Test("of the samples imports neither Foundation nor Dispatch")
    func heavyModules() throws {
        for file in try SourceTree.files(in: "Samples") {
            let heavy = Set(file.imports).intersection(["Dispatch", "Foundation", "FoundationNetworking"])
            #expect(heavy.isEmpty, "\(file) imports \(heavy.sorted())")
        }
    }

    @Test("refers to no path outside the checkout, except the optional recordings beside it")
    func outsideReferences() throws {
        let files =
            try ["Sources", "Samples", "Tests"].flatMap { try SourceTree.files(in: $0) }
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
