import CommandLineTool
import Glibc
import LinuxSystem
import TestSupport
import Testing
import Varlink
import WaymarkInterfaces

@testable import InterfaceGenerator
@testable import waymarkctl

@Suite("A service whose numbers are odd", .timeLimit(.minutes(2)))
struct OddServiceTests {
    /// What a person may ask of it, also for ever: its streams end with an error.
    private static let commands = [
        "access", "apps", "availability", "budget", "budget w1", "doctor", "events org.a",
        "events org.a --follow", "explain t1", "explain w1", "explain w1 --day", "explain org.a",
        "heading --app org.a", "heading --follow --app org.a", "journal", "journal --follow", "kinds",
        "locate --app org.a", "locate --follow --app org.a", "manifest list", "metrics",
        "place-machine", "push org.a", "push org.a --follow", "receivers", "receivers --watch",
        "region list org.a", "services", "session org.a", "simulate show", "snapshot org.a where", "status",
        "ticket t1", "watch w1", "watch --format waybar w1", "watch --format line w1", "widgets",
    ]

    @Test(
        "crashes no command that shows them",
        arguments: [
            ("9223372036854775807", "1e300", 0), ("-9223372036854775808", "-1e300", 1),
            ("4294967296", "9223372036854775807", 2), ("-1", "-9223372036854775808", 3),
            ("2147483648", "1e-300", 4), ("0", "1.7976931348623157e308", 5),
        ]
    )
    func commands(integer: String, float: String, turn: Int) async {
        await #expect(processExitsWith: .success) { [integer, float, turn] in
            let folder = try TemporaryFolder()
            let path = folder.path + "/odd"
            // The words of enumerations differ from run to run, too.
            let service = try OddService(integer: integer, float: float, turn: turn)
            let listener = try service.listen(at: path)
            // Whoever would wait for ever has failed.
            alarm(60)
            let statuses = withExtendedLifetime(listener) {
                Self.commands.map { command in
                    Program.waymarkctl.run(
                        command.split(separator: " ").map(String.init) + ["--socket", path]
                    )
                }
            }
            #expect(!statuses.contains(2), "each is a command as people write it")
            #expect(statuses.count { $0 == 0 } >= Self.commands.count / 2, "the odd numbers have been shown")
        }
    }
}

/// A service that answers each method as the interfaces say, and with odd numbers wherever they say a number.
private struct OddService: Sendable {
    private let definitions: [String: InterfaceDefinition]
    private let integer: String
    private let float: String
    private let turn: Int

    init(integer: String, float: String, turn: Int) throws {
        let all = try Interfaces.all.map { ($0.name, try InterfaceDefinition($0.text)) }
        definitions = Dictionary(uniqueKeysWithValues: all)
        (self.integer, self.float, self.turn) = (integer, float, turn)
    }

    func listen(at path: String) throws -> UnixListener {
        let listener = try UnixListener(at: path)
        let number = listener.number
        try TestThread.detach {
            var poll = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
            while unsafe Glibc.poll(&poll, 1, -1) == 1 {
                let client = accept(number, nil, nil)
                if client >= 0 { try? TestThread.detach { serve(client) } }
            }
        }
        return listener
    }

    private func serve(_ client: CInt) {
        defer { close(client) }
        var pending: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = unsafe read(client, &buffer, buffer.count)
            guard count > 0 else { return }
            pending += buffer[..<count]
            while let end = pending.firstIndex(of: 0) {
                for reply in replies(to: Array(pending[..<end])) {
                    guard (try? writeAll(reply, to: client, named: "client")) != nil else { return }
                }
                pending.removeFirst(end + 1)
            }
        }
    }

    /// Returns the messages that answer a call: for a stream one of each event, and an error.
    private func replies(to call: [UInt8]) -> [[UInt8]] {
        let call = try? JSONObject(call)
        let name = call?["method"]?.text ?? ""
        let interface = name.split(separator: ".").dropLast().joined(separator: ".")
        guard let definition = definitions[interface],
            let method = definition.methods.first(where: { name == "\(interface).\($0.name)" })
        else { return [] }
        guard call?["more"]?.kind == .bool(true) else {
            return [Array(#"{"parameters":\#(object(method.results, definition, turn))}"#.utf8) + [0]]
        }
        let events = method.results.first { $0.name == "event" }.map { words(of: $0.type, definition) } ?? 1
        let stream = (0..<events).map { event in
            let parameters = object(method.results, definition, event, sequence: event + 1)
            return Array(#"{"parameters":\#(parameters),"continues":true}"#.utf8) + [0]
        }
        let end = #"{"error":"org.varlink.service.MethodNotImplemented","parameters":{"method":"x"}}"#
        return stream + [Array(end.utf8) + [0]]
    }

    private func words(of type: InterfaceDefinition.ValueType, _ definition: InterfaceDefinition) -> Int {
        switch type {
        case .enumeration(let words): words.count
        case .named(let name): definition.type(name).map { words(of: $0, definition) } ?? 1
        default: 1
        }
    }

    private func object(
        _ fields: [InterfaceDefinition.Field],
        _ definition: InterfaceDefinition,
        _ turn: Int,
        sequence: Int = 1,
        depth: Int = 0
    ) -> String {
        let members = fields.map { field in
            let value =
                switch field.name {
                // The protocol's own, without which nothing is shown; and what is no place is refused as a whole.
                case "sequence": "\(sequence)"
                case "next": "null"
                case "more": "false"
                case "latitudeDegrees", "longitudeDegrees": "1"
                default: value(of: field.type, definition, turn, depth)
                }
            return #""\#(field.name)":\#(value)"#
        }
        return "{\(members.joined(separator: ","))}"
    }

    private func value(
        of type: InterfaceDefinition.ValueType,
        _ definition: InterfaceDefinition,
        _ turn: Int,
        _ depth: Int
    ) -> String {
        switch type {
        case .bool: "true"
        case .int: integer
        case .float: float
        // What it says at a time is one, and any name may be so.
        case .string: #""2026-01-01T00:00:00Z""#
        case .object: "{}"
        case .any: "1"
        case .named(let name): definition.type(name).map { value(of: $0, definition, turn, depth) } ?? "null"
        case .structure(let fields): object(fields, definition, turn, depth: depth + 1)
        case .enumeration(let words): "\"\(words[turn % words.count])\""
        case .array(let element): depth > 6 ? "[]" : "[\(value(of: element, definition, turn, depth + 1))]"
        case .dictionary(let element): #"{"a":\#(value(of: element, definition, turn, depth + 1))}"#
        case .optional(let wrapped): depth > 6 ? "null" : value(of: wrapped, definition, turn, depth)
        }
    }
}

extension InterfaceDefinition {
    fileprivate func type(_ name: String) -> ValueType? { aliases.first { $0.name == name }?.type }
}
