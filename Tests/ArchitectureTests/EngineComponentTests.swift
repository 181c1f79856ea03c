import Testing

@Suite("A component of the engine")
struct EngineComponentTests {
    /// The components, each a folder, from the bottom up.
    ///
    /// The machine is the value of the five before it.
    private static let components = [
        "Records", "Presence", "People", "Positioning", "Power", "Programs", "Machine", "Streams",
        "Monitoring", "Widgets",
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

    @Test("asks only those below it")
    func order() throws {
        let asked = try Self.asked()
        var below: Set<String> = []
        for name in Self.components {
            #expect(asked[name, default: []].subtracting(below) == [], "what \(name) asks")
            below.insert(name)
        }
        #expect(asked["Widgets", default: []].contains("Machine"), "this finds what is asked")
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
