import LinuxSystem
import Varlink
import WaymarkInterfaces

/// A connection of a program in the world, with the calls that wait on it.
final class Line {
    /// A call that waits, or an open stream.
    private struct Waiting {
        let method: String
        let isStream: Bool
        let mayTellPlace: Bool
        var since: Duration
        let patience: Duration
        let answered: (Answer) -> Void
    }

    /// The service's answer to a call; `gone` if the service ended first.
    enum Answer {
        case reply(JSONObject, isLast: Bool)
        case error(String, JSONObject)
        case gone
    }

    unowned let program: SimulatedProgram
    let number: Int
    private let stream: SimulatedStream
    private var splitter = MessageSplitter(limit: 1 << 24)
    private var unsent: [UInt8] = []
    private var waiting: [Waiting] = []
    private var sequence = 0
    private(set) var isOpen = true

    /// Whether the program does not read.
    var isStuck = false {
        didSet { for index in waiting.indices { waiting[index].since = world.awake } }
    }

    /// The time when it was last read to its end: what is read next was sent since.
    private(set) var readUntil: ContinuousClock.Instant

    /// The turn in which the socket was last full, and more may have waited in the service.
    private var fullIn = -10

    init(_ stream: SimulatedStream, of program: SimulatedProgram, number: Int) {
        (self.stream, self.program, self.number) = (stream, program, number)
        openedAt = program.world.kernel.now
        readUntil = openedAt
    }

    private var world: World { program.world }

    var isIdle: Bool { waiting.isEmpty }

    /// Whether the service has left it open for more than a moment.
    var isServed: Bool { isOpen && !stream.isEnded && world.kernel.now - openedAt > .seconds(5) }
    private let openedAt: ContinuousClock.Instant

    // MARK: Calls

    /// Calls a method, and hands on its reply, or nothing and the error's name if it fails; `nil` if the service is gone.
    func call<Parameters: MethodParameters>(
        _ parameters: Parameters,
        patience: Duration = .seconds(60),
        _ answered: @escaping (Parameters.Reply?, _ error: String?) -> Void = { _, _ in }
    ) {
        send(Parameters.method, parameters.json, isStream: false, patience) { [unowned self] answer in
            switch answer {
            case .reply(let object, _): answered(read(object, Parameters.method), nil)
            case .error(let name, _): answered(nil, String(name.split(separator: ".").last ?? ""))
            case .gone: answered(nil, nil)
            }
        }
    }

    /// Opens a stream, and hands on each event, and `nil` at its end.
    func open<Parameters: MethodParameters>(
        _ parameters: Parameters,
        _ event: @escaping (Parameters.Reply?) -> Void
    ) {
        send(Parameters.method, parameters.json, isStream: true, .seconds(75)) { [unowned self] answer in
            switch answer {
            case .reply(let object, let isLast):
                if let reply: Parameters.Reply = read(object, Parameters.method) { event(reply) }
                if isLast { event(nil) }
            case .error, .gone: event(nil)
            }
        }
    }

    private func read<Reply: JSONStructure>(_ object: JSONObject, _ method: String) -> Reply? {
        do throws(ParameterProblem) {
            return try Reply(object)
        } catch {
            world.report(.wire, "a reply to \(method) cannot be read at '\(error.parameter)'")
            return nil
        }
    }

    func send(
        _ method: String,
        _ parameters: [UInt8],
        isStream: Bool,
        _ patience: Duration,
        _ answered: @escaping (Answer) -> Void
    ) {
        guard isOpen, let object = try? JSONObject(parameters) else { return answered(.gone) }
        waiting.append(
            Waiting(
                method: method,
                isStream: isStream,
                mayTellPlace: World.placeMethods.contains(method),
                since: world.awake,
                patience: patience,
                answered: answered
            )
        )
        sendRaw(Call.message(method, isStream ? .more : .single, object))
    }

    func sendRaw(_ bytes: [UInt8]) {
        unsent += bytes
        flush()
    }

    private func flush() {
        guard isOpen, !unsent.isEmpty else { return }
        do {
            unsent.removeFirst(try stream.send(unsent, from: 0))
        } catch {
            unsent = []
        }
    }

    // MARK: Replies

    /// Handles what has come, and returns whether there was anything.
    func pump() -> Bool {
        flush()
        guard isOpen, !isStuck else { return false }
        if stream.isFull { fullIn = world.turn }
        // The rest comes in the next turns.
        defer { if world.turn > fullIn + 3 { readUntil = world.kernel.now } }
        guard stream.hasInput else { return false }
        var buffer = [UInt8](repeating: 0, count: 16_384)
        while isOpen {
            switch try? stream.receive(into: &buffer) {
            case .bytes(let count): splitter.append(buffer[..<count])
            case .nothing: return true
            case .end, nil: isOpen = false
            }
            // What was stuck before is given up within a minute.
            if !isOpen, world.isServed, !(program is Hostile),
                world.calmSince.map({ world.awake - $0 > .seconds(90) }) ?? false
            {
                program.report(.liveness, "was disconnected")
            }
            while let message = splitter.next() { take(message) }
        }
        close()
        return true
    }

    private func take(_ message: [UInt8]) {
        world.trace(message, on: self)
        guard let reply = try? ReceivedReply(parsing: message) else {
            return program.report(.wire, "got no Varlink reply")
        }
        guard let first = waiting.first else {
            // What was sent raw has its answers, too.
            return
        }
        if !first.mayTellPlace, message.containsPlace {
            program.report(.ground, "got a place from \(first.method)")
        }
        switch reply.outcome {
        case .success(let continues):
            if first.isStream {
                waiting[0].since = world.awake
                check(reply.parameters)
            }
            if !continues { waiting.removeFirst() }
            first.answered(.reply(reply.parameters, isLast: first.isStream && !continues))
        case .failure(let name):
            waiting.removeFirst()
            world.count(.refusals)
            first.answered(.error(name, reply.parameters))
        }
    }

    private func check(_ event: JSONObject) {
        guard let bytes = event["sequence"]?.bytes, let number = Int(String(decoding: bytes, as: UTF8.self))
        else {
            return
        }
        if number != sequence + 1 {
            program.report(.order, "got event \(number) after \(sequence)")
        }
        sequence = number
    }

    /// Reports a call that waits longer than it should, or a stream that shows no life.
    func checkLife() {
        guard isOpen, !isStuck, let first = waiting.first else { return }
        let silence = world.awake - first.since
        if silence > first.patience {
            program.report(.liveness, "heard nothing of \(first.method) for \(silence)")
        }
    }

    func close() {
        isOpen = false
        stream.shutDown()
        let gone = waiting
        waiting = []
        for call in gone { call.answered(.gone) }
    }
}

extension [UInt8] {
    private static let placeName = Array("latitudeDegrees\":".utf8)

    /// Whether a message has a member that tells a place.
    fileprivate var containsPlace: Bool {
        let name = Self.placeName
        return indices.dropLast(name.count - 1).contains { start in
            self[start] == name[0] && self[start..<start + name.count].elementsEqual(name)
        }
    }
}
