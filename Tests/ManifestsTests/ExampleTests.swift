import LinuxSystem
import LocationModel
import TestSupport
import Testing

@testable import Manifests

@Suite("The example manifest")
struct ExampleTests {
    static let path = Checkout.root + "/Samples/apps/org.example.Weather.app"

    /// Returns the distinct keys of a text, such as `App.Identifier`, in order.
    static func keys(of text: String) -> [String] {
        var section = ""
        var keys: [String] = []
        for line in text.split(separator: "\n") {
            if line.hasPrefix("[") {
                section = String(line.dropFirst().prefix { $0 != " " && $0 != "]" })
            } else if !line.hasPrefix("# "), let end = line.firstIndex(where: { $0 == "=" || $0 == "[" }) {
                // A key that cannot stand beside another one is a comment without a blank.
                let key = "\(section).\(line[..<end].drop { $0 == "#" })"
                if !keys.contains(key) { keys.append(key) }
            }
        }
        return keys
    }

    private static var all: [String] {
        ManifestSchema.Section.allCases.flatMap { section in
            section.keys.map { "\(section.rawValue).\($0.rawValue)" }
        }
    }

    @Test(
        "has no mistakes, nor have those of the sample providers",
        arguments: [
            path, Checkout.root + "/Samples/SwiftProvider/org.waymark.sample.app",
            Checkout.root + "/Samples/python-provider/org.waymark.sample.python.app",
        ]
    )
    func good(path: String) throws {
        let reading = ManifestReading(path: path)
        #expect(reading.mistakes == [])
        #expect(try #require(reading.manifest).provider != nil)
    }

    @Test("shows every key in the order of the schema")
    func complete() throws {
        let text = String(decoding: try contentsOfFile(Self.path, atMost: 100_000), as: UTF8.self)
        #expect(Self.keys(of: text) == Self.all)
    }

    @Test("has the same keys in the same order as the documentation")
    func documentation() throws {
        let path = Checkout.root + "/docs/manifests.md"
        let text = String(decoding: try contentsOfFile(path, atMost: 100_000), as: UTF8.self)
        var section = ""
        var keys: [String] = []
        for line in text.split(separator: "\n") {
            if line.hasPrefix("### `[") {
                section = String(line.dropFirst(6).prefix { $0.isLetter })
            } else if line.hasPrefix("| `"), let end = line.firstIndex(of: "=") {
                keys.append("\(section).\(line[..<end].dropFirst(3))")
            }
        }
        #expect(keys == Self.all)
    }
}
