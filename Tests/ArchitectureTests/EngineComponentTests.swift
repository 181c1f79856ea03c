import Testing

@Suite("A component of the engine")
struct EngineComponentTests {
    private static let root = "Sources/WaymarkEngine"

    /// The folders besides the components: what all may use, and the engine with what it takes and gives.
    private static let others: Set = ["Collections", "Engine", "Values"]

    private static let kinds: Set<Substring> = ["enum", "protocol", "struct", "typealias"]
    private static let partsOfMachine: Set = ["Presence", "People", "Positioning", "Power", "Programs"]

    /// The components in the order of the table in the documentation, with those that each one may ask.
    private static func components() throws -> [(name: String, mayAsk: Set<String>)] {
        let lines = try SourceTree.file("docs/architecture.md").lines
        let head = try #require(lines.firstIndex(of: "| component | owns | may ask |"))
        return lines[(head + 2)...].prefix { $0.hasPrefix("|") }.map { row in
            let cells = row.split(separator: "|")
            let named = words(of: cells[2])
            let components = named.filter { $0.first?.isUppercase ?? false }
            let machine = named.contains("machine") ? partsOfMachine.union(["Machine"]) : []
            return (cells[0].filter(\.isLetter), components.union(machine))
        }
    }

    /// Returns the component that a file belongs to, or its folder; `nil` for what all use.
    private static func component(of file: SourceTree.File) -> String? {
        let rest = file.path.dropFirst(root.count + 1).split(separator: "/")
        return switch rest.last {
        case "Machine.swift": "Machine"
        case "Turn.swift": nil
        default: ["Collections", "Values"].contains(rest.first) ? nil : rest.first.map(String.init)
        }
    }

    private static func words(of line: Substring) -> Set<String> {
        let parts = line.split(separator: "\"", omittingEmptySubsequences: false)
        let code = parts.indices.filter { $0 % 2 == 0 }.map { parts[$0] }
        return Set(code.flatMap { $0.split(whereSeparator: { !$0.isLetter }).map(String.init) })
    }

    /// Returns the name of the type that a line declares, at any depth, unless only its own file can name it.
    private static func type(declaredIn line: Substring) -> String? {
        let words = line.split(separator: " ")
        guard let kind = words.firstIndex(where: kinds.contains), kind + 1 < words.count,
            words[..<kind].allSatisfy({ $0 == "indirect" || $0 == "package" })
        else { return nil }
        return String(words[kind + 1].prefix { $0.isLetter })
    }

    /// The component that each type, and each part of the machine, belongs to.
    ///
    /// What the engine takes and gives names values of all. Of types with the same name within others, the outer one tells
    /// which is meant.
    private static func owners(in files: [SourceTree.File]) -> [String: String] {
        var owners: [String: Set<String>] = [:]
        for file in files {
            guard let component = component(of: file), component != "Engine" else { continue }
            for (_, line) in file.code {
                if let type = type(declaredIn: line) { owners[type, default: []].insert(component) }
            }
        }
        for part in partsOfMachine { owners[part.lowercased()] = [part] }
        return owners.compactMapValues { $0.count == 1 ? $0.first : nil }
    }

    /// The components whose types, or whose part of the machine, the code of each one names.
    private static func asked() throws -> [String: Set<String>] {
        let files = try SourceTree.files(in: root)
        let owners = owners(in: files)
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

    @Test("asks only those that its documentation names, which are above it")
    func order() throws {
        let components = try Self.components()
        let asked = try Self.asked()
        var above: Set = ["Machine"]
        for (name, mayAsk) in components {
            #expect(mayAsk.subtracting(above) == [], "what \(name) may ask")
            // The numbers of decisions and the words for evidence are for all.
            let others = asked[name, default: []].subtracting(["Records"])
            #expect(others.subtracting(mayAsk) == [], "what \(name) asks")
            above.insert(name)
        }
        #expect(asked["Machine", default: []].subtracting(Self.partsOfMachine) == [])
        #expect(asked["Widgets", default: []].contains("Machine"), "this finds what is asked")
        #expect(asked["People", default: []].contains("Records"), "this finds values too")
        let folders = Set(SourceTree.folders(in: Self.root))
        #expect(folders == Set(components.map(\.name)).union(Self.others))
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
