import Testing

@Suite("Layering")
struct LayeringTests {
    @Test("permits the imports in the table", arguments: SourceTree.folders(in: "Sources"))
    func imports(_ target: String) throws {
        let allowed = try #require(Layers.allowedImports(of: target), "\(target) is in no layer")
        let files = try SourceTree.files(in: "Sources/\(target)")
        #expect(Layers.inC.contains(target) == files.isEmpty)
        for file in files {
            let foreign = Set(file.imports).subtracting(allowed)
            #expect(foreign.isEmpty, "\(file) imports \(foreign.sorted())")
        }
    }

    @Test(
        "keeps clocks, randomness and concurrency out of pure targets",
        arguments: Layers.pure.union(["Lab"]).sorted()
    )
    func purity(_ target: String) throws {
        let impure = [
            "Clock.now", "Clock().now", " .now", "(.now", ".random(in", ".random()", ".randomElement()",
            ".shuffled()", "SystemRandomNumberGenerator",
            "async ", "await ", "Task ", "Task.", "actor ", "getenv", "print(", "readLine", "Mutex", "Thread",
        ]
        // What a file that imports the C library for its mathematics could use besides.
        let inC = [
            "clock_gettime", "gettimeofday", "Glibc.time(", "open(", "read(", "write(", "socket(", "rand(",
        ]
        for file in try SourceTree.files(in: "Sources/\(target)") {
            let impure = file.imports.contains("Glibc") ? impure + inC : impure
            for line in file.code {
                let found = impure.filter { containsWord($0, in: line.text) }
                #expect(found.isEmpty, "\(file):\(line.number) has \(found)")
            }
        }
    }

    @Test("knows no folder without a target", arguments: ["Sources", "Tests"])
    func folders(_ root: String) throws {
        let manifest = try SourceTree.file("Package.swift").lines.joined(separator: "\n")
        for folder in SourceTree.folders(in: root) where folder != "Kept" {
            let isNamed = manifest.contains("name: \"\(folder)\"")
            #expect(isNamed || manifest.contains("\"\(root)/\(folder)\""), "\(root)/\(folder)")
        }
    }

    private func containsWord(_ word: String, in line: Substring) -> Bool {
        var rest = line
        while let range = rest.firstRange(of: word) {
            let before = rest[..<range.lowerBound].last
            let startsWord = !(word.first?.isLetter ?? false) || !(before?.isLetter ?? false)
            let after = rest[range.upperBound...].first
            let endsWord = !(word.last?.isLetter ?? false) || !(after?.isLetter ?? false)
            if startsWord, endsWord { return true }
            rest = rest[range.upperBound...]
        }
        return false
    }
}
