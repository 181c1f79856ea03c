import Glibc
import TestSupport

enum SourceTree {
    struct File: CustomStringConvertible, Sendable {
        let path: String
        let lines: [Substring]

        var description: String { path }

        var imports: [String] {
            lines.compactMap { line in
                let words = line.split(separator: " ")
                guard let index = words.firstIndex(of: "import"), index + 1 < words.count,
                    words[..<index].allSatisfy({ $0.hasPrefix("@") || Self.accessLevels.contains($0) })
                else { return nil }
                // In `import struct Glibc.stat`, the module comes after the kind of declaration.
                let name = Self.kinds.contains(words[index + 1]) ? words.last : words[index + 1]
                return name?.split(separator: ".").first.map(String.init)
            }
        }

        var code: [(number: Int, text: Substring)] {
            lines.enumerated().compactMap { index, line in
                line.drop(while: { $0 == " " }).hasPrefix("//") ? nil : (index + 1, line)
            }
        }

        private static let accessLevels: Set<Substring> = ["internal", "package", "private", "public"]
        private static let kinds: Set<Substring> = [
            "class", "enum", "func", "let", "protocol", "struct", "typealias", "var",
        ]
    }

    static func files(in folder: String, ending endings: [String] = [".swift"]) throws -> [File] {
        try paths(below: folder).filter { path in endings.contains { path.hasSuffix($0) } }.sorted().map(file)
    }

    static func file(_ path: String) throws -> File {
        let text = String(decoding: try Checkout.bytes(of: Checkout.root + "/" + path), as: UTF8.self)
        return File(path: path, lines: text.split(separator: "\n", omittingEmptySubsequences: false))
    }

    static func folders(in folder: String) -> [String] {
        entries(of: folder).filter(\.isFolder).map(\.name).sorted()
    }

    private static func paths(below folder: String) -> [String] {
        entries(of: folder).flatMap { name, isFolder in
            isFolder ? paths(below: "\(folder)/\(name)") : ["\(folder)/\(name)"]
        }
    }

    private static func entries(of folder: String) -> [(name: String, isFolder: Bool)] {
        guard let directory = opendir(Checkout.root + "/" + folder) else { return [] }
        defer { closedir(directory) }
        var entries: [(name: String, isFolder: Bool)] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { bytes in
                bytes.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            // Skip `.`, `..` and hidden entries.
            if name.hasPrefix(".") || name == "__pycache__" { continue }
            entries.append((name, entry.pointee.d_type == DT_DIR))
        }
        return entries
    }
}
