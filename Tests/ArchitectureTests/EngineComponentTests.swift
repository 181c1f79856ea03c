import Testing

@Suite("A component of the engine")
struct EngineComponentTests {
    /// The components from the bottom up, each a folder, and those before it that it may ask.
    private static let components: [(name: String, mayAsk: Set<String>)] = [
        ("Records", []),
        ("Presence", []),
        ("People", ["Presence"]),
        ("Positioning", []),
        ("Power", []),
        ("Programs", ["Presence", "People"]),
        // The value of those above.
        ("Machine", ["Presence", "People", "Positioning", "Power", "Programs"]),
        ("Streams", ["Machine", "Presence", "People", "Positioning", "Power"]),
        ("Monitoring", ["Machine", "Presence", "People", "Positioning", "Power", "Programs", "Streams"]),
        ("Widgets", ["Machine", "Presence", "People", "Positioning", "Power", "Programs"]),
    ]

    private static let root = "Sources/WaymarkEngine"

    /// Returns the component that a file belongs to, `Engine` for what is above all, `nil` for what all use.
    private static func component(of file: SourceTree.File) -> String? {
        let rest = file.path.dropFirst(root.count + 1).split(separator: "/")
        return switch rest.last {
        case "Machine.swift": "Machine"
        case "Turn.swift": nil
        default: rest.first == "Collections" ? nil : rest.first.map(String.init)
        }
    }

    private static func words(of line: Substring) -> Set<String> {
        let parts = line.split(separator: "\"", omittingEmptySubsequences: false)
        let code = parts.indices.filter { $0 % 2 == 0 }.map { parts[$0] }
        return Set(code.flatMap { $0.split(whereSeparator: { !$0.isLetter }).map(String.init) })
    }

    /// The components whose types, or whose part of the machine, the code of each one names.
    ///
    /// Types that other modules know are values, which any component may pass on. The others hold a component's state.
    private static func asked() throws -> [String: Set<String>] {
        let files = try SourceTree.files(in: root)
        var owners: [String: String] = [:]
        for file in files {
            for line in file.lines where line.hasPrefix("struct ") || line.hasPrefix("enum ") {
                owners[String(line.split(separator: " ")[1].prefix { $0.isLetter })] = component(of: file)
            }
        }
        for part in ["presence", "people", "positioning", "power", "programs"] {
            owners[part] = part.prefix(1).uppercased() + part.dropFirst()
        }
        var asked: [String: Set<String>] = [:]
        for file in files {
            guard let own = component(of: file) else { continue }
            for (_, line) in file.code {
                let isOfMachine = line.contains("machine.")
                for word in words(of: line) where word.first?.isUppercase ?? false || isOfMachine {
                    if let other = owners[word], other != own { asked[own, default: []].insert(other) }
                }
            }
        }
        return asked
    }

    @Test("asks those below it that its line of the table names, and no others")
    func table() throws {
        let asked = try Self.asked()
        var below: Set<String> = []
        for (name, mayAsk) in Self.components {
            #expect(mayAsk.isSubset(of: below), "\(name) may ask only components below it")
            #expect(asked[name, default: []] == mayAsk, "what \(name) asks")
            below.insert(name)
        }
        let folders = Set(SourceTree.folders(in: Self.root))
        #expect(folders == below.subtracting(["Machine"]).union(["Engine", "Collections"]))
    }

    @Test("does not know the engine")
    func engine() throws {
        for file in try SourceTree.files(in: Self.root) where Self.component(of: file) != "Engine" {
            for (number, line) in file.code {
                #expect(!Self.words(of: line).contains("Engine"), "\(file):\(number)")
            }
        }
    }
}
