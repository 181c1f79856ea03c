import Glibc
import LinuxSystem
import MessageBus
import TestSupport
import Testing

private final class Counter {
    static let interface = BusInterface<Counter>(
        "org.waymark.test.Counter",
        [
            .method("Repeat", in: "v", out: "v") { counter, call in
                counter.callers.append(call.message.sender)
                call.reply(call.message.arguments[0])
            },
            .method("Add", in: "u", out: "u") { counter, call in
                counter.callers.append(call.message.sender)
                counter.sum += UInt32(call.message.arguments[0].integer ?? 0)
                call.reply(.uint32(counter.sum))
            },
            .method("Refuse") { _, _ throws(BusError) in throw BusError(.accessDenied, "not you") },
            .method("Forget") { _, _ in },
            .method("Keep") { $0.kept.append($1) },
            .signal("Added", "u"),
            .property("Sum", "u") { .uint32($0.sum) },
            .property("Limit", "u") {
                .uint32($0.limit)
            } set: { counter, value throws(BusError) in
                guard let number = value.integer, number < 100 else {
                    throw BusError(.invalidArguments, "too much")
                }
                counter.limit = UInt32(number)
            },
            .property("Broken", "s") { _ in .uint32(0) },
        ]
    )

    var sum: UInt32 = 0
    var limit: UInt32 = 10
    var callers: [String] = []
    var kept: [BusCall] = []
}

extension MessageBus {
    /// Runs the loop of this connection until a condition holds.
    fileprivate func turn(until what: String, _ condition: () -> Bool) async throws {
        try await waiting(until: what) {
            while try process() {}
            return condition()
        }
    }
}

@Suite(
    "A connection to a real message bus",
    .enabled(if: PrivateBus.obstacle == nil, "\(PrivateBus.obstacle ?? "")"),
    .ownThreads,
    .timeLimit(.minutes(10))
)
struct MessageBusTests {
    private static let accessors = "org.freedesktop.DBus.Properties"

    private let counter = Counter()
    private let exported: BusSubscription
    private let bus: PrivateBus
    private let server: MessageBus
    private let client: MessageBus

    init() async throws {
        bus = try await PrivateBus()
        server = try MessageBus(.at(bus.address))
        client = try MessageBus(.at(bus.address))
        exported = try server.export(counter, at: "/counter", as: Counter.interface)
    }

    /// Calls an object of the other connection, whose loop runs in this thread too.
    private func ask(
        _ member: String,
        of interface: String = Counter.interface.name,
        at path: String = "/counter",
        _ arguments: BusValue...
    ) async throws -> Result<[BusValue], BusError> {
        var answer: Result<[BusValue], BusError>?
        let method = MessageBus.Method(member, of: interface, at: path, of: server.uniqueName)
        // How busy this machine is does not matter here.
        try client.send(method, arguments, timeout: .seconds(120)) { answer = $0 }
        try await waiting(until: "an answer to \(member)") {
            while try server.process() {}
            while try client.process() {}
            return answer != nil
        }
        return try #require(answer)
    }

    @Test("carries values of every type there and back unchanged")
    func values() async throws {
        let values: [BusValue] = [
            .boolean(true), .boolean(false), .byte(255), .int16(-32768), .uint16(65535), .int32(.min),
            .uint32(.max), .int64(.min), .uint64(.max), .double(-0.25), .string(""), .string("Zürich ✓"),
            .path("/a/b"), .signature("a{sv}"), .array(of: "s", []),
            .array(of: "(uo)", [.structure([.uint32(1), .path("/")])]),
            .dictionary(["one": .uint32(1), "two": .array(of: "y", [.byte(1), .byte(2)])]),
            .structure([.string("a"), .variant(.variant(.boolean(true)))]),
        ]
        for value in values {
            #expect(try await ask("Repeat", .variant(value)).get() == [.variant(value)])
        }
    }

    @Test("passes descriptors")
    func descriptors() async throws {
        let file = BusDescriptor(try FileDescriptor(opening: "/dev/null", O_RDONLY))
        let answer = try await ask("Repeat", .variant(.descriptor(file))).get()
        guard case .variant(.descriptor(let back)) = answer.first else {
            Issue.record("\(answer)")
            return
        }
        var (one, other) = (stat(), stat())
        #expect(fstat(file.number, &one) == 0 && fstat(back.number, &other) == 0)
        #expect(one.st_rdev == other.st_rdev && file.number != back.number)
    }

    @Test("answers calls, refuses, and never leaves a call without an answer")
    func calls() async throws {
        #expect(try await ask("Add", .uint32(3)).get() == [.uint32(3)])
        #expect(try await ask("Add", .uint32(4)).get() == [.uint32(7)])
        #expect(counter.callers == [client.uniqueName, client.uniqueName])
        #expect(try await ask("Refuse") == .failure(BusError(.accessDenied, "not you")))
        #expect(try await ask("Forget") == .failure(BusError(.failed, "the call was not answered")))
    }

    /// Calls `Keep` with a descriptor that belongs to none of its arguments, and prints a line when nobody has that any
    /// more, and one when the call is answered.
    private static let descriptorWithoutArgument = """
        import os, socket, struct, sys

        def call(number, path, interface, member, destination, descriptors=0):
            fields = b""
            for code, kind, text in (1, b"o", path), (2, b"s", interface), (3, b"s", member), (6, b"s", destination):
                fields += bytes(-len(fields) % 8) + bytes([code, 1]) + kind + bytes(1)
                fields += struct.pack("<I", len(text)) + text.encode() + bytes(1)
            if descriptors:
                fields += bytes(-len(fields) % 8) + bytes([9, 1]) + b"u" + bytes(1) + struct.pack("<I", descriptors)
            header = b"l" + bytes([1, 0, 1]) + struct.pack("<III", 0, number, len(fields)) + fields
            return header + bytes(-len(header) % 8)

        connection = socket.socket(socket.AF_UNIX)
        connection.connect(sys.argv[1].split("=")[1].split(",")[0])
        connection.sendall(bytes(1) + b"AUTH EXTERNAL " + str(os.getuid()).encode().hex().encode() + b"\\r\\n")
        connection.recv(4096)
        connection.sendall(b"NEGOTIATE_UNIX_FD\\r\\n")
        connection.recv(4096)
        bus = "org.freedesktop.DBus"
        connection.sendall(b"BEGIN\\r\\n" + call(1, "/org/freedesktop/DBus", bus, "Hello", bus))
        # The bus takes descriptors only then.
        connection.recv(4096)
        reader, writer = os.pipe()
        keep = call(2, "/counter", "org.waymark.test.Counter", "Keep", sys.argv[2], 1)
        socket.send_fds(connection, [keep], [writer])
        os.close(writer)
        os.read(reader, 1)
        print("closed", flush=True)
        for answer in iter(lambda: connection.recv(4096), b""):
            if b"kept long enough" in answer: print("answered", flush=True)
        """

    @Test("holds no descriptor of a call that waits for its answer")
    func keptCall() async throws {
        let program = try RunningProgram([
            "/usr/bin/python3", "-c", Self.descriptorWithoutArgument, bus.address, server.uniqueName,
        ])
        try await server.turn(until: "a call without its descriptor") {
            program.output.contains("closed")
        }
        #expect(counter.kept.count == 1)
        counter.kept.first?.fail(BusError(.failed, "kept long enough"))
        try await server.turn(until: "the answer") { program.output.contains("answered") }
    }

    @Test("refuses wrong types, unknown methods and unknown objects before the object sees them")
    func wrongCalls() async throws {
        for (member, path, name) in [
            ("Add", "/counter", "InvalidArgs"), ("Nothing", "/counter", "UnknownMethod"),
            ("Add", "/other", "UnknownObject"),
        ] {
            let answer = try await ask(member, at: path, .string("3"))
            guard case .failure(let error) = answer else {
                Issue.record("\(member) \(path)")
                continue
            }
            #expect(error.name == "org.freedesktop.DBus.Error.\(name)")
        }
        #expect(counter.callers.isEmpty)
    }

    @Test("has properties to read and to write, each of its type")
    func properties() async throws {
        let (name, limit) = (BusValue.string(Counter.interface.name), BusValue.string("Limit"))
        #expect(try await ask("Get", of: Self.accessors, name, limit).get() == [.variant(.uint32(10))])
        #expect(try await ask("Set", of: Self.accessors, name, limit, .variant(.uint32(50))).get() == [])
        #expect(counter.limit == 50)
        let refused: [(String, BusValue)] = [
            ("Limit", .uint32(100)), ("Limit", .string("x")), ("Sum", .uint32(1)), ("None", .uint32(1)),
        ]
        for (property, value) in refused {
            let answer = try await ask("Set", of: Self.accessors, name, .string(property), .variant(value))
            #expect(throws: BusError.self) { try answer.get() }
        }
        #expect(counter.limit == 50)
        // A value of another type than the interface says is this program's mistake, not a malformed message.
        let broken = try await ask("Get", of: Self.accessors, name, .string("Broken"))
        #expect(throws: BusError.self) { try broken.get() }
    }

    @Test("shows an object below a path to whom it concerns, and to others none, until the registration ends")
    func trees() async throws {
        let counters = ["/c/0": Counter(), "/c/1": Counter(), "/c/2": Counter()]
        let own = client.uniqueName
        let interface = Counter.interface
        var tree: BusSubscription? = try server.exportAll(below: "/c", as: interface) { path, sender in
            path != "/c/2" || sender != own ? counters[path] : nil
        }
        #expect(try await ask("Add", at: "/c/1", .uint32(5)).get() == [.uint32(5)])
        #expect(counters["/c/0"]?.sum == 0 && counters["/c/1"]?.sum == 5)
        let (name, limit) = (BusValue.string(interface.name), BusValue.string("Limit"))
        for path in ["/c/2", "/c/3"] {
            for answer in [
                try await ask("Add", at: path, .uint32(5)),
                try await ask("Get", of: Self.accessors, at: path, name, limit),
                try await ask("Set", of: Self.accessors, at: path, name, limit, .variant(.uint32(50))),
                try await ask("GetAll", of: Self.accessors, at: path, name),
            ] {
                let refusal = #expect(throws: BusError.self) { try answer.get() }
                #expect(refusal?.isKind(.unknownObject) == true && refusal?.message.contains(path) == true)
            }
        }
        withExtendedLifetime(tree) {}
        tree = nil
        let answer = try await ask("Add", at: "/c/1", .uint32(5))
        #expect(throws: BusError.self) { try answer.get() }
    }

    @Test("receives the signals of a program, also by a name that it owns, and no one else's")
    func signals() async throws {
        try server.requestName("org.waymark.test")
        var received: [BusMessage] = []
        let interface = Counter.interface.name
        let subscription = try client.subscribe(to: "Added", of: interface, from: "org.waymark.test") {
            received.append($0)
        }
        let forger = try MessageBus(.at(bus.address))
        try forger.emit("Added", of: interface, at: "/counter", [.uint32(666)], to: client.uniqueName)
        try forger.flush()
        try server.emit("Added", of: interface, at: "/counter", [.uint32(1)])
        try server.flush()
        try await client.turn(until: "a signal") { !received.isEmpty }
        #expect(received.map(\.arguments) == [[.uint32(1)]] && received.map(\.sender) == [server.uniqueName])
        withExtendedLifetime(subscription) {}
    }

    @Test("announces properties to one program only, or to all that listen")
    func announced() async throws {
        let other = try MessageBus(.at(bus.address))
        var (here, there) = (0, 0)
        let properties = Self.accessors
        let one = try client.subscribe(to: "PropertiesChanged", of: properties, from: server.uniqueName) {
            message in
            #expect(message.arguments[1][key: "Sum"] == .uint32(7))
            here += 1
        }
        let two = try other.subscribe(to: "PropertiesChanged", of: properties, from: server.uniqueName) { _ in
            there += 1
        }
        let interface = Counter.interface.name
        try server.announce(["Sum": .uint32(7)], of: interface, at: "/counter", to: client.uniqueName)
        try server.announce(["Sum": .uint32(7)], of: interface, at: "/counter")
        try server.flush()
        try await client.turn(until: "both signals") { here == 2 }
        try await other.turn(until: "the signal to all") { there > 0 }
        #expect(there == 1)
        withExtendedLifetime((one, two)) {}
    }

    @Test("owns a name, and says why if it cannot")
    func names() async throws {
        try server.requestName("org.waymark.test")
        #expect(try client.owner(of: "org.waymark.test") == server.uniqueName)
        let error = #expect(throws: BusError.self) { try client.requestName("org.waymark.test") }
        #expect(error?.message.contains("another program") == true)
        var owners: [String?] = []
        let watch = try NameOwner(of: "org.waymark.test", on: client) { owners.append($0) }
        #expect(watch.owner == server.uniqueName)
        try server.releaseName("org.waymark.test")
        try await client.turn(until: "the loss") { !owners.isEmpty }
        #expect(owners == [nil] && watch.owner == nil)
        try client.requestName("org.waymark.test")
        try await client.turn(until: "the new owner") { owners.count == 2 }
        #expect(watch.owner == client.uniqueName)
    }

    @Test("knows the user and the process of a program, and when it leaves")
    func peers() async throws {
        var gone = false
        var other: MessageBus? = try MessageBus(.at(bus.address))
        let name = try #require(other?.uniqueName)
        let peer = try client.peer(named: name)
        #expect(peer.userID == geteuid() && peer.processID == getpid() && peer.process?.isRunning == true)
        let watch = try NameOwner(of: name, on: client) { gone = $0 == nil }
        withExtendedLifetime(other) {}
        other = nil
        try await client.turn(until: "the end of \(name)") { gone }
        #expect(watch.owner == nil)
        #expect(throws: BusError.self) { try client.peer(named: name) }
    }

    @Test("gives up a call that nobody answers, and says so")
    func unanswered() async throws {
        var answer: Result<[BusValue], BusError>?
        let silent = try MessageBus(.at(bus.address))
        let method = MessageBus.Method("Add", of: "a.b", at: "/", of: silent.uniqueName)
        try client.send(method, timeout: .milliseconds(20)) { answer = $0 }
        #expect(try #require(client.nextDeadline) < .now + .seconds(1))
        try await client.turn(until: "the end of patience") { answer != nil }
        #expect(throws: BusError.self) { try answer?.get() }
        let error = #expect(throws: BusError.self) { try client.call(method, timeout: .milliseconds(20)) }
        #expect(error?.message.isEmpty == false)
        withExtendedLifetime(silent) {}
    }

    @Test("fails where there is no bus, and when the bus goes away")
    func noBus() async throws {
        #expect(throws: BusError.self) { try MessageBus(.at("unix:path=/nonexistent")) }
        bus.kill()
        await #expect(throws: BusError.self) { try await client.turn(until: "never") { false } }
    }
}

@Suite(
    "The loop of a program on a bus",
    .enabled(if: PrivateBus.obstacle == nil, "\(PrivateBus.obstacle ?? "")"),
    .timeLimit(.minutes(2))
)
struct BusLoopTests {
    @Test("ends at a signal, and can then wait for what the program has to finish")
    func signal() async {
        // In a separate process: a blocked signal stays blocked.
        await #expect(processExitsWith: .success) {
            let bus = try await PrivateBus()
            let loop = try BusLoop(.at(bus.address), endedBy: [SIGHUP])
            while try loop.bus.process() {}
            raise(SIGHUP)
            guard try loop.wait(until: [.now + .seconds(60)]) == nil else { exit(2) }
            guard try loop.wait(until: [.now]) != nil else { exit(3) }
            withExtendedLifetime(bus) {}
        }
    }
}
