import LinuxSystem
import LocationModel
import TestSupport
import Testing
import UserInput
import WaymarkEngine

@testable import Daemon

@Suite("The example file")
struct ExampleFileTests {
    static let path = Checkout.root + "/systemd/waymarkd.conf"

    /// Returns the example with every key uncommented: `#Key=value` becomes `Key=value`; prose has a space after its
    /// `#`.
    static func enabled() throws -> String {
        let text = String(decoding: try contentsOfFile(path, atMost: 100_000), as: UTF8.self)
        return text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { line in
                line.hasPrefix("#") && line.dropFirst().first?.isLetter == true ? line.dropFirst() : line
            }
            .joined(separator: "\n")
    }

    @Test("shows the defaults")
    func defaults() throws {
        #expect(try ConfigurationFile.parse(Self.enabled(), path: Self.path) == Configuration())
    }

    @Test("has exactly the existing keys, in the same order")
    func keys() throws {
        let document = INIDocument(Array(try Self.enabled().utf8))
        // The default of a list may have several lines.
        let shown = document.sections
            .flatMap { section in section.assignments.map { "\(section.name).\($0.key)" } }
            .reduce(into: [String]()) { keys, key in if keys.last != key { keys.append(key) } }
        #expect(shown == Setting.all.map { "\($0.section).\($0.key)" })
    }

    @Test("has the same keys in the same order as the documentation")
    func documentation() throws {
        let path = Checkout.root + "/docs/configuration.md"
        let text = String(decoding: try contentsOfFile(path, atMost: 100_000), as: UTF8.self)
        let keys = text.split(separator: "\n").compactMap { line -> String? in
            guard line.hasPrefix("| "), let start = line.firstIndex(of: "`"),
                line.contains("=` |"), let end = line.firstIndex(of: "=")
            else { return nil }
            return String(line[line.index(after: start)..<end])
        }
        #expect(keys == Setting.all.map(\.key))
    }

    @Test("has limits that the service's unit has room for")
    func unit() throws {
        let path = Checkout.root + "/systemd/waymarkd.service"
        let unit = INIDocument(try contentsOfFile(path, atMost: 100_000))
        let assignments = unit.sections.flatMap(\.assignments)
        func value(_ key: String) -> String? { assignments.first { $0.key == key }?.value }
        let socket = Configuration().socket
        #expect(try #require(value("LimitNOFILE").flatMap { Int($0) }) >= socket.maxConnections + 64)
        #expect(value("LimitCORE") == "0")
        let memory = try #require(value("MemoryMax").flatMap { Quantity.bytes($0) })
        let connections = socket.maxConnections * (socket.maxMessageSize + socket.maxOutputQueue)
        #expect(memory >= connections + 16 * 5 * Configuration().engine.quotas[.timelineBytes])
    }

    @Test("has keys that each change the configuration, and no two of them the same")
    func ownValues() {
        let values = ["/x", "123", "8K", "2M", "47s", "gpsd://x", "47m", "debug", "org.example.App", "1,2"]
        var keys = [Configuration(): "nothing"]
        for setting in Setting.all {
            var configuration = Configuration()
            for value in values where setting.apply(value, &configuration) == .accepted { break }
            let key = "\(setting.section).\(setting.key)"
            let other = keys.updateValue(key, forKey: configuration)
            #expect(other == nil, "\(key)")
        }
    }
}
