import CTestSupport
import Glibc
import LinuxSystem
import LocationModel
import TestSupport
import Testing
import UserInput
import Varlink
import WaymarkInterfaces

@testable import Relay
@testable import WaymarkRelay

/// A relay without its loop: a model of the service brings events, a model of the broker takes them.
final class ModelRelay {
    static let settings = RelaySettings(user: "anna", device: "boat", deviceName: "Boat")

    /// What a service keeps until it is acknowledged, and what it saw acknowledged.
    var waiting: [String] = []
    var acknowledged: Set<String> = []

    /// What the broker has, in the order in which it came.
    var received: [RelayEvent] = []
    let folder: String
    private(set) var delivery: EventDelivery?

    init(_ folder: String) { self.folder = folder }

    @discardableResult
    func start(_ limits: RelayOutbox.Limits = .init(), at seconds: Int64 = 0) throws -> EventDelivery {
        let store = try OutboxStore(in: folder, credentials: nil)
        let started = try EventDelivery(
            store,
            Self.settings,
            [EveryEvent()],
            limits,
            at: Self.moment(seconds)
        )
        delivery = started
        return started
    }

    /// Ends as if it was killed: nothing is written any more.
    func kill() { delivery = nil }

    func restart() throws {
        kill()
        try start()
    }

    static func moment(_ seconds: Int64) -> Moment {
        Moment(
            instant: .systemEpoch + .seconds(seconds),
            utc: UTCInstant(secondsSince1970: 1_800_000_000 + seconds)
        )
    }

    static func event(_ name: String) -> RelayEvent {
        // The name is in the content, so that a test knows what became of it.
        let crossing = RelayCrossing(identifier: name, definedAt: moment(0).utc)
        return .init(.regionEntered, at: moment(0).utc) { $0.region = crossing }
    }

    /// Brings what the service keeps; throws where the relay would stop.
    func take(_ names: [String]? = nil) throws {
        if let names { waiting = names }
        guard let delivery else { return }
        while let name = waiting.first {
            try delivery.take(Self.event(name), from: name, at: Self.moment(0))
            acknowledged.insert(name)
            waiting.removeFirst()
            delivery.release(name)
        }
    }

    func takePlace(
        _ kind: RelayEvent.Kind = .significantChange,
        at seconds: Int64 = 0,
        isReduced: Bool? = nil
    ) throws {
        let now = Self.moment(seconds)
        var place = RelayPlace(latitude: 52, longitude: 13, time: now.utc)
        place.reduced = isReduced
        let event = RelayEvent(kind, at: now.utc) {
            if kind == .departure { $0.stay = RelayStay(place: place) } else { $0.place = place }
        }
        try delivery?.take(event, at: now)
    }

    func next(isHeld: Bool = false, at seconds: Int64 = 0) -> EventDelivery.Outgoing? {
        delivery?.next(isHeld: isHeld, at: Self.moment(seconds))
    }

    /// Sends what can be sent, of which the broker acknowledges all but the last ones.
    func send(unacknowledged: Int = 0) throws {
        guard let delivery else { return }
        var open: [Int64] = []
        while true {
            while let outgoing = delivery.next(isHeld: false, at: Self.moment(0)) {
                for message in outgoing.messages { received.append(try RelayEvent(json: message.payload)) }
                open.append(outgoing.number)
            }
            guard open.count > unacknowledged else { break }
            for number in open.dropLast(unacknowledged) { delivery.acknowledged(number) }
            open = Array(open.suffix(unacknowledged))
            delivery.flush()
        }
        if let problem = delivery.problem { throw problem }
    }

    var names: [String] { received.compactMap { $0.region?.identifier } }

    private struct EveryEvent: RelayFormat {
        func messages(for event: RelayEvent, isNewest: Bool) -> [RelayMessage] {
            [RelayMessage(topic: "t", payload: event.json, isRetained: isNewest)]
        }

        func greeting(_ events: [RelayEvent]) -> [RelayMessage] { [] }

        var forgetting: [RelayMessage] { [RelayMessage(topic: "t", payload: [], isRetained: true)] }
    }
}

@Suite("A relay's delivery of events to the broker", .ownThreads, .timeLimit(.minutes(10)))
struct EventDeliveryTests: ~Copyable {
    private let folder: TemporaryFolder

    // In memory the real disk does not slow thousands of commits down.
    init() throws { folder = try TemporaryFolder(in: access("/dev/shm", W_OK) == 0 ? "/dev/shm" : nil) }

    private var relay: ModelRelay { ModelRelay(folder.path + "/outbox") }

    @Test("loses nothing that it has acknowledged, wherever the disk fails, by a kill or a power cut")
    func everyStep() async throws {
        await #expect(processExitsWith: .success) { [path = folder.path as String] in
            faulty_disk_install()
            var failures = 0
            for cutsPower in [false, true] {
                for operation in 1 as CInt..<400 {
                    let relay = ModelRelay("\(path)/\(cutsPower)-\(operation)")
                    try relay.start()
                    relay.waiting = (0..<8).map { "event \($0)" }
                    faulty_disk_arm(operation, 1)
                    try? relay.take()
                    try? relay.send(unacknowledged: 2)
                    let hasFailed = faulty_disk_has_failed() != 0
                    relay.kill()
                    faulty_disk_arm(0, 0)
                    if cutsPower { try EventDeliveryTests.cutPower(relay.folder) }
                    try relay.start()
                    try relay.take()
                    try relay.send()
                    EventDeliveryTests.check(relay, "\(operation), \(cutsPower)")
                    guard hasFailed else { break }
                    failures += 1
                }
            }
            #expect(failures > 40, "\(failures)")
        }
    }

    @Test("gives no number out again after a power cut, though a kill came before the disk had the event")
    func unsynchronised() async throws {
        await #expect(processExitsWith: .success) { [path = folder.path as String] in
            faulty_disk_install()
            var sent = 0
            for operation in 1 as CInt..<20 {
                let relay = ModelRelay("\(path)/\(operation)")
                try relay.start()
                relay.waiting = ["first"]
                // Until it has ended, or the end would put the file in order, as no kill does.
                faulty_disk_arm(operation, 1)
                try? relay.take()
                relay.kill()
                faulty_disk_arm(0, 0)
                try relay.start()
                try relay.send(unacknowledged: 1)
                sent += relay.received.count
                faulty_disk_arm(1, 1)
                relay.kill()
                faulty_disk_arm(0, 0)
                try EventDeliveryTests.cutPower(relay.folder)
                try relay.start()
                try relay.take(["second"])
                try relay.send()
                let names = Dictionary(grouping: relay.received, by: \.sequence).mapValues {
                    Set($0.map { $0.region?.identifier })
                }
                #expect(names.values.allSatisfy { $0.count == 1 }, "operation \(operation): \(names)")
            }
            #expect(sent > 0)
        }
    }

    /// Leaves in the files what was synchronised last.
    private static func cutPower(_ folder: String) throws {
        unlink(folder + "/outbox.db-shm")
        for name in ["outbox.db", "outbox.db-wal"] {
            let path = "\(folder)/\(name)"
            guard let bytes = try? Checkout.bytes(of: path + ".synced") else { continue }
            // The same file, or it would be the outbox of another machine. A log that was deleted may be back.
            let file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
            try #require(file >= 0 && write(file, bytes, bytes.count) == bytes.count)
            close(file)
        }
    }

    private static func check(_ relay: ModelRelay, _ what: String) {
        #expect(Set(relay.names) == Set((0..<8).map { "event \($0)" }), "\(what): \(relay.names)")
        #expect(relay.acknowledged.count == 8)
        for name in relay.acknowledged {
            let events = relay.received.filter { $0.region?.identifier == name }
            let numbers = events.map(\.sequence)
            #expect(Set(numbers).count == 1, "\(what): \(name) has two keys: \(numbers)")
            #expect(events.count <= 2, "\(what): \(name) was sent \(events.count) times")
        }
        let sequences = Set(relay.received.map(\.sequence))
        #expect(sequences.count == 8, "\(what): \(sequences.sorted())")
    }

    @Test("takes nothing while the disk is full, says so, and goes on afterwards", .enabled(if: canMount))
    func full() throws {
        let relay = relay
        mkdir(relay.folder, 0o700)
        try #require(mount("tmpfs", relay.folder, "tmpfs", 0, "size=1m,mode=0700") == 0)
        defer { umount2(relay.folder, CInt(MNT_DETACH)) }
        try relay.start()
        try relay.take(["a"])
        let filling = relay.folder + "/filling"
        let file = open(filling, O_WRONLY | O_CREAT, 0o600)
        let chunk = [UInt8](repeating: 1, count: 4096)
        while write(file, chunk, chunk.count) > 0 {}
        close(file)
        relay.waiting = (0..<200).map { "full \($0)" }
        var problem: (any Error)?
        do { try relay.take() } catch { problem = error }
        #expect(
            "\(try #require(problem))".contains("the disk is full: nothing new is taken from the service")
        )
        #expect(!relay.waiting.isEmpty && relay.acknowledged.isDisjoint(with: relay.waiting))
        #expect(relay.delivery?.status.problem?.contains("full") == true)
        // A program that another test is starting may have the file open, and would keep its room.
        truncate(filling, 0)
        unlink(filling)
        try relay.take()
        try relay.send()
        #expect(Set(relay.names).count == 201 && relay.delivery?.status.problem == nil)
        #expect(Set(relay.received.map(\.sequence)).count == 201)
        relay.kill()
    }

    @Test("sends 10,000 waiting events in order after a restart, and keeps none")
    func manyEvents() throws {
        let relay = relay
        try relay.start()
        try relay.take((0..<10_000).map { "\($0)" })
        #expect(relay.delivery?.status.waiting == 10_000)
        try relay.restart()
        try relay.send()
        #expect(relay.names == (0..<10_000).map { "\($0)" })
        #expect(relay.received.map(\.sequence) == Array(1...10_000))
        #expect(relay.delivery?.status.waiting == 0 && relay.delivery?.status.sent == 10_000)
        try relay.restart()
        #expect(relay.delivery?.status.waiting == 0)
    }

    @Test("tells by a gap what was dropped, and when the service was not followed")
    func gaps() throws {
        let relay = relay
        var limits = RelayOutbox.Limits()
        limits.events = 5
        try relay.start(limits)
        try relay.take((0..<7).map { "\($0)" })
        #expect(relay.delivery?.status.dropped == ["regionEntered": 2])
        try relay.send()
        let gap = try #require(relay.received.last?.gap)
        #expect(gap.cause == .outbox && gap.dropped == [.regionEntered: 2])
        #expect(relay.received.map(\.sequence) == [3, 4, 5, 6, 7, 8])
        relay.kill()
        try relay.start(limits, at: 7200)
        #expect(relay.delivery?.status.dropped == ["regionEntered": 2])
        try relay.delivery?.resume(at: ModelRelay.moment(7200))
        try relay.send()
        let other = try #require(relay.received.last?.gap)
        #expect(other.cause == .notRunning && other.from == ModelRelay.moment(0).utc)
        #expect(other.to == ModelRelay.moment(7200).utc && other.dropped == nil)
    }

    @Test(
        "forgets the place that was sent until the broker has done so, also after a kill",
        arguments: [RelayEvent.Kind.significantChange, .departure, .regionEntered]
    )
    func forgetting(_ kind: RelayEvent.Kind) throws {
        let relay = relay
        try relay.start()
        if kind == .regionEntered {
            // Its name tells a place.
            try relay.take(["home"])
        } else {
            try relay.takePlace(kind)
        }
        #expect(relay.next(isHeld: true) == nil)
        #expect(relay.delivery?.forget() == false)
        try relay.send(unacknowledged: 1)
        relay.delivery?.flush()
        try relay.restart()
        #expect(relay.delivery?.forget() == true && relay.delivery?.forget() == false)
        relay.delivery?.flush()
        try relay.restart()
        let forgetting = try #require(relay.next(isHeld: true))
        #expect(forgetting.messages.map(\.payload) == [[]])
        relay.delivery?.acknowledged(forgetting.number)
        relay.delivery?.flush()
        try relay.restart()
        #expect(relay.next(isHeld: true) == nil)
    }

    @Test("forgets a place that was sent before the broker had forgotten the one before")
    func forgettingAgain() throws {
        let relay = relay
        try relay.start()
        for seconds in [0, 60] as [Int64] {
            try relay.takePlace(at: seconds)
            #expect(relay.next(at: seconds)?.messages.first?.isRetained == true)
            #expect(relay.delivery?.forget() == true)
            #expect(relay.next(isHeld: true, at: seconds)?.messages.first?.payload == [])
            #expect(relay.next(isHeld: true, at: seconds) == nil)
        }
    }

    @Test("gives up exact places that wait or are in flight, tells that by a gap, and keeps areas")
    func exactPlaces() throws {
        let relay = relay
        let delivery = try relay.start()
        for (seconds, isReduced) in [(0, nil), (60, nil), (120, true)] as [(Int64, Bool?)] {
            try relay.takePlace(.departure, at: seconds, isReduced: isReduced)
        }
        try relay.take(["home"])
        #expect(relay.next(at: 120)?.messages.count == 1)
        #expect(delivery.giveUpExactPlaces())
        #expect(!delivery.giveUpExactPlaces())
        // What was in flight would be sent again.
        delivery.connectionLost()
        var payloads: [[UInt8]] = []
        while let outgoing = relay.next(at: 120) {
            payloads += outgoing.messages.map(\.payload)
            delivery.acknowledged(outgoing.number)
        }
        let events = try payloads.filter { !$0.isEmpty }.map { try RelayEvent(json: $0) }
        #expect(events.map(\.kind) == [.departure, .gap] && events.first?.stay?.place.reduced == true)
        #expect(events.last?.gap?.dropped == [.departure: 2, .regionEntered: 1])
        #expect(delivery.status.waiting == 0)
    }

    @Test(
        "has the broker forget an exact place that was sent, also after or before an area, and after a kill",
        arguments: [[nil], [true, nil], [nil, true, true]] as [[Bool?]]
    )
    func exactPlaceAndArea(_ reduced: [Bool?]) throws {
        let relay = relay
        try relay.start()
        for (minute, isReduced) in reduced.enumerated() {
            try relay.takePlace(at: Int64(minute) * 60, isReduced: isReduced)
            // The last one is in flight when the relay is killed.
            try relay.send(unacknowledged: minute == reduced.count - 1 ? 1 : 0)
            relay.delivery?.flush()
        }
        try relay.restart()
        #expect(relay.delivery?.giveUpExactPlaces() == true)
        // The next greeting would tell it again.
        #expect(relay.delivery?.hasNoPlace == true || reduced.last == true)
        #expect(relay.next(isHeld: true, at: 60)?.messages.map(\.payload) == [[]])
        #expect(relay.delivery?.giveUpExactPlaces() == false)
    }

    @Test("counts an event that is given up in flight as dropped only")
    func givenUpInFlight() throws {
        let relay = relay
        let delivery = try relay.start()
        try relay.takePlace(.live)
        let outgoing = try #require(relay.next())
        #expect(delivery.giveUpExactPlaces())
        delivery.acknowledged(outgoing.number)
        #expect(delivery.status.sent == 0 && delivery.status.dropped == ["live": 1])
    }

    /// Starts a hand-over to a real broker's formats.
    private func start(_ settings: RelaySettings, in name: String = "outbox") throws -> EventDelivery {
        let store = try OutboxStore(in: "\(folder.path)/\(name)", credentials: nil)
        return try EventDelivery(store, settings, settings.allFormats, .init(), at: ModelRelay.moment(0))
    }

    @Test("has the broker forget what it keeps under a name or in a format of before, and does not insist")
    func formerTopics() throws {
        let now = ModelRelay.moment(0)
        var settings = ModelRelay.settings
        settings.formats = [.waymark, .homeAssistant]
        for _ in 1...2 {
            let delivery = try start(settings)
            #expect(delivery.next(isHeld: true, at: now) == nil)
            delivery.flush()
        }
        let delivery = try start(RelaySettings(user: "anna", device: "van", deviceName: "Boat"))
        for _ in 1...3 {
            let messages = try #require(delivery.next(isHeld: true, at: now)).messages
            #expect(messages.allSatisfy { $0.payload.isEmpty && $0.isRetained })
            let topics = Set(messages.map(\.topic))
            #expect(topics.isSuperset(of: ["waymark/anna/boat/live", "waymark/anna/boat/status"]))
            #expect(topics.contains("homeassistant/device_tracker/waymark_anna_boat/tracker/config"))
            #expect(topics.contains("waymark/anna/boat/homeassistant/receiver"))
            #expect(topics.allSatisfy { !$0.contains("van") })
            #expect(delivery.next(isHeld: true, at: now) == nil)
            // As of a broker that minds it.
            delivery.connectionLost()
        }
        #expect(delivery.next(isHeld: true, at: now) == nil)
    }

    @Test("greets with the newest place, but with no transition, and with no place while these are held")
    func greeting() throws {
        var settings = ModelRelay.settings
        (settings.formats, settings.sendsTransitions) = ([.ownTracks, .homeAssistant], true)
        let now = ModelRelay.moment(0)
        let delivery = try start(settings)
        let place = RelayPlace(latitude: 52, longitude: 13, accuracy68: 5, time: now.utc)
        let crossing = RelayCrossing(identifier: "home", definedAt: now.utc, place: place)
        try delivery.take(RelayEvent(.regionEntered, at: now.utc) { $0.region = crossing }, at: now)
        #expect(delivery.next(isHeld: false, at: now)?.messages.count == 1)
        for isHeld in [false, true] {
            let topics = delivery.greeting(isHeld: isHeld).filter { !$0.payload.isEmpty }.map(\.topic)
            #expect(topics.contains("owntracks/anna/boat") == !isHeld)
            #expect(topics.contains("waymark/anna/boat/homeassistant/tracker") == !isHeld)
            #expect(!topics.contains("owntracks/anna/boat/event"))
        }
    }

    @Test("tells by a gap since when nothing could be written, however often that was tried")
    func unwritable() async throws {
        await #expect(processExitsWith: .success) { [path = folder.path as String] in
            faulty_disk_install()
            let relay = ModelRelay("\(path)/outbox")
            let delivery = try relay.start()
            try delivery.resume(at: ModelRelay.moment(0))
            faulty_disk_arm(1, 1)
            for seconds in stride(from: 10 as Int64, to: 3600, by: 30) {
                // The service's stream is opened again after each failure.
                let now = ModelRelay.moment(seconds)
                try? delivery.resume(at: now)
                try? delivery.take(ModelRelay.event("a"), from: "a", at: now)
            }
            #expect(delivery.problem != nil)
            faulty_disk_arm(0, 0)
            try delivery.resume(at: ModelRelay.moment(3600))
            try relay.send()
            let gap = try #require(relay.received.first?.gap)
            #expect(gap.from == ModelRelay.moment(10).utc && gap.to == ModelRelay.moment(3600).utc)
        }
    }

    /// Changes the outbox as another program does.
    private func execute(_ statements: String) async throws {
        let script = "import sqlite3, sys; sqlite3.connect(sys.argv[1]).executescript(sys.argv[2])"
        let database = folder.path + "/outbox/outbox.db"
        let program = try RunningProgram(["python3", "-c", script, database, statements])
        try #require(try await program.end() == .status(0), "\(program.errors)")
    }

    private func copyOutbox() throws {
        mkdir(folder.path + "/copy", 0o700)
        for name in ["outbox.db", "outbox.db-wal", "key"] {
            guard let bytes = try? Checkout.bytes(of: "\(folder.path)/outbox/\(name)") else { continue }
            try AtomicFile.write(bytes, to: "\(folder.path)/copy/\(name)", permissions: 0o600)
        }
    }

    @Test("has another outbox on a copy, which keeps the names of what waits")
    func copy() throws {
        let relay = relay
        try relay.start()
        try relay.take(["a"])
        let first = relay.delivery?.status.outbox
        relay.kill()
        try copyOutbox()
        let copy = ModelRelay(folder.path + "/copy")
        try copy.start()
        try copy.take(["b"])
        try copy.send()
        #expect(copy.delivery?.status.outbox != first)
        #expect(copy.received.map(\.outbox) == [first, copy.delivery?.status.outbox])
        #expect(copy.received.map(\.sequence) == [1, 1])
    }

    @Test("clears nothing under the topics of the outbox that it is a copy of")
    func copyUnderAnotherName() throws {
        let relay = relay
        try relay.start()
        relay.delivery?.flush()
        relay.kill()
        try copyOutbox()
        let settings = RelaySettings(user: "anna", device: "van", deviceName: "Van")
        let delivery = try start(settings, in: "copy")
        #expect(delivery.next(isHeld: true, at: ModelRelay.moment(0)) == nil)
    }

    @Test("goes on with an outbox of the first version, and takes nothing again that it had taken")
    func firstVersion() async throws {
        let relay = relay
        try relay.start()
        try relay.delivery?.take(ModelRelay.event("waits"), at: ModelRelay.moment(0))
        relay.kill()
        try await execute(
            """
            CREATE TABLE taken (identifier TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
            INSERT INTO taken VALUES ('taken');
            PRAGMA user_version = 1;
            """
        )
        for _ in 1...2 {
            try relay.start()
            try relay.delivery?.take(ModelRelay.event("taken"), from: "taken", at: ModelRelay.moment(0))
            relay.kill()
        }
        try relay.start()
        try relay.send()
        #expect(relay.names == ["waits"])
    }

    @Test("leaves on disk nothing that tells a place, in files that only their user can read")
    func sealed() throws {
        let relay = relay
        try relay.start()
        try relay.delivery?.take(ModelRelay.event("somewhere-secret"), from: "e1", at: ModelRelay.moment(0))
        for name in ["outbox.db", "outbox.db-wal", "key", "lock"] {
            var status = stat()
            #expect(
                stat("\(relay.folder)/\(name)", &status) == 0 && status.st_mode & 0o477 == 0o400,
                "\(name)"
            )
            let text = String(decoding: try Checkout.bytes(of: "\(relay.folder)/\(name)"), as: UTF8.self)
            #expect(!text.contains("secret") && !text.contains("regionEntered"))
        }
        #expect(throws: OwnersProblem.self) { try OutboxStore(in: relay.folder, credentials: nil) }
        relay.kill()
        chmod(relay.folder + "/key", 0o644)
        #expect(throws: OwnersProblem.self) { try relay.start() }
        unlink(relay.folder + "/key")
        #expect(throws: OwnersProblem.self) { try relay.start() }
    }
}

/// Whether this is root in a namespace of its own, or may make one.
let canMount = geteuid() == 0
