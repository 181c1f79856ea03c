import Glibc
import LinuxSystem
import SealedDatabase
import SystemdService
import TestSupport
import Testing
import UserInput
import Varlink
import WaymarkInterfaces
import WaymarkLab

@testable import Daemon
@testable import StateStore

/// The whole service, without a process: on a kernel in memory, with its store in a folder of the test.
///
/// It simulates its location unless it has receivers. Time passes only in ``advance(by:)``.
final class ServiceInMemory {
    let kernel = SimulatedKernel()
    private let folder: TemporaryFolder
    private let path = "/run/waymark.sock"
    private let daemon: Daemon

    init(configuration: String = "", receivers: [String] = []) throws {
        folder = try TemporaryFolder()
        try folder.write(Self.text(configuration, in: folder.path), to: "waymarkd.conf")
        kernel.files["/proc/1/cgroup"] = "0::/init.scope\n"
        let choice = receivers.isEmpty ? ["--simulated"] : receivers.flatMap { ["--receiver", $0] }
        let files = ["--config", "\(folder.path)/waymarkd.conf", "--state", "\(folder.path)/state"]
        let options = Options(try Options.description.parse(choice + files + ["--socket", path]))
        // What the service warns of is what the tests provoke.
        let log = Log(threshold: .error)
        daemon = try Daemon(options, try EffectiveConfiguration(options), on: kernel, log: log)
        try daemon.listen()
        daemon.start()
    }

    private static func text(_ configuration: String, in folder: String) -> String {
        "[Log]\nLevel=error\n[Manifests]\nFolder=\(folder)/apps\n" + configuration
    }

    func reload(configuration: String) throws {
        try folder.write(Self.text(configuration, in: folder.path), to: "waymarkd.conf")
        kernel.notices.append(.signal(SIGHUP))
        try settle()
    }

    /// Lets everything fail that would save the state, as on a full disk, or work again.
    func setDisk(isFull: Bool) throws {
        try daemon.store.database.execute("PRAGMA query_only = \(isFull ? "ON" : "OFF")")
    }

    /// Turns the loop until there is nothing to do, which has to be reached: a loop that spins is a fault.
    func settle() throws {
        for _ in 0..<5000 {
            try daemon.turn()
            if kernel.isAtRest { return }
        }
        Issue.record("the loop does not come to rest")
    }

    /// Lets time pass, with a turn of the loop at each of its deadlines.
    func advance(by duration: Duration) throws {
        kernel.horizon += duration
        try settle()
    }

    /// Connects a program of a user: one of a login session, or of an app that the user's manager started.
    func connect(user: UInt32 = getuid(), app: String? = nil) throws -> ClientInMemory {
        let number = getpid()
        let group = app.map { "user@\(user).service/app.slice/app-\($0)-1.scope" } ?? "session-2.scope"
        kernel.files["/proc/\(number)/cgroup"] = "0::/user.slice/user-\(user).slice/\(group)\n"
        kernel.files["/proc/\(number)/status"] = "Name:\tx\nUid:\t\(user)\t\(user)\t\(user)\t\(user)\n"
        kernel.files["/proc/\(number)/stat"] = "\(number) (x) S" + String(repeating: " 0", count: 30) + "\n"
        kernel.files["/proc/\(number)/mountinfo"] = ""
        let process = PeerProcess(numbered: number)
        let peer = PeerCredentials(userID: user, groupID: user, processID: number, process: process)
        let client = ClientInMemory(try kernel.connect(to: path, as: peer), of: self)
        // The service looks at the process when it accepts the connection.
        try settle()
        return client
    }
}

final class ClientInMemory {
    private let stream: SimulatedStream
    private let service: ServiceInMemory
    private var splitter = MessageSplitter(limit: 1 << 24)

    init(_ stream: SimulatedStream, of service: ServiceInMemory) {
        (self.stream, self.service) = (stream, service)
    }

    /// What the service has sent since the last call.
    func replies() throws -> [ReceivedReply] {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while case .bytes(let count) = try stream.receive(into: &buffer) { splitter.append(buffer[..<count]) }
        var replies: [ReceivedReply] = []
        while let message = splitter.next() { replies.append(try ReceivedReply(parsing: message)) }
        return replies
    }

    func call(_ method: String, _ parameters: String, _ mode: Call.Mode = .single) throws -> [ReceivedReply] {
        let parameters = try JSONObject(Array(parameters.utf8))
        let message = Call.message(method, mode, parameters)
        #expect(try stream.send(message) == message.count)
        try service.settle()
        return try replies()
    }

    @discardableResult
    func call<Parameters: MethodParameters>(_ parameters: Parameters) throws -> Parameters.Reply {
        let replies = try call(Parameters.method, String(decoding: parameters.json, as: UTF8.self))
        let reply = try #require(replies.first)
        #expect(replies.count == 1 && reply.outcome == .success(continues: false), "\(reply)")
        return try Parameters.Reply(reply.parameters)
    }

    /// Calls a method that fails at once, and returns the error's name without the interface, and its parameters.
    func failure<Parameters: MethodParameters>(
        _ parameters: Parameters
    ) throws -> (name: String, parameters: JSONObject) {
        let replies = try call(Parameters.method, String(decoding: parameters.json, as: UTF8.self))
        let reply = try #require(replies.first)
        guard case .failure(let name) = reply.outcome else { throw Unexpected(reply: reply) }
        return (String(name.split(separator: ".").last ?? ""), reply.parameters)
    }

    struct Unexpected: Error { let reply: ReceivedReply }

    func open<Parameters: MethodParameters>(_ parameters: Parameters) throws -> [Parameters.Reply] {
        try call(Parameters.method, String(decoding: parameters.json, as: UTF8.self), .more)
            .map { try Parameters.Reply($0.parameters) }
    }

    /// The events of a stream since the last call.
    func events<Event: JSONStructure>(_ type: Event.Type) throws -> [Event] {
        try replies().map { try Event($0.parameters) }
    }

    func simulatePlace() throws {
        let place = SimulationInterface.SimulatedLocation(latitudeDegrees: 52, longitudeDegrees: 13)
        try call(SimulationInterface.Simulate(location: place))
    }

    func serve(_ app: String, wantsLocation: Bool = true) throws -> String {
        let kinds = [WidgetsInterface.KindDeclaration(kind: "where", wantsLocation: wantsLocation)]
        return try #require(try open(WidgetsInterface.Serve(app: app, kinds: kinds)).first?.session)
    }

    func answer(_ reload: WidgetsInterface.Reload, _ session: String) throws {
        let entry = WidgetsInterface.Entry(date: reload.deadline, content: RawJSON(checked: #"{"x":1}"#))
        typealias Answer = WidgetsInterface.DeliverTimeline
        try call(Answer(session: session, request: reload.request, entries: [entry], policy: .never))
    }

    func disconnect() throws {
        stream.shutDown()
        try service.settle()
    }
}
