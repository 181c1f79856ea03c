import Testing

enum Manifest {
    struct Target {
        let name: String
        let path: String
    }

    static func targets() throws -> [Target] {
        let manifest = try SourceTree.file("Package.swift")
        let text = manifest.code.map(\.text).joined(separator: "\n")
        let openings = text.matches(
            of: /\.(executableTarget|systemLibrary|target|testTarget)\(\s*name: "(\w+)"/
        )
        let ends = openings.dropFirst().map(\.range.lowerBound) + [text.endIndex]
        return zip(openings, ends).map { opening, end in
            let name = String(opening.2)
            let path = text[opening.range.upperBound..<end].firstMatch(of: /path: "([^"]+)"/)
            let folder = opening.1 == "testTarget" ? "Tests" : "Sources"
            return Target(name: name, path: path.map { String($0.1) } ?? "\(folder)/\(name)")
        }
    }
}
