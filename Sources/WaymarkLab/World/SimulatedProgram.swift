import Glibc
import Lab
import LinuxSystem
import Varlink
import WaymarkInterfaces

/// A program of the world: its acts are drawn from its own numbers, so that they are the same without the
/// others.
class SimulatedProgram {
    unowned let world: World
    let name: String
    let user: UInt32

    /// The app that the user's manager started it as, if any.
    let app: String?
    let processID: Int32
    var random: SeededGenerator
    private(set) var lines: [Line] = []

    init(_ world: World, _ name: String, user: UInt32, app: String? = nil) {
        (self.world, self.name, self.user, self.app) = (world, name, user, app)
        (processID, random) = world.newProcess(name)
    }

    /// The mean time between two acts.
    var pace: Duration { .seconds(60) }

    /// Whether it seldom does anything at night, because a person has it do things.
    var restsAtNight: Bool { false }

    /// Connects, when the program or the service has started.
    func begin() {}

    func act() {}

    /// Handles the end of the service; lines are closed already.
    func serviceEnded() { session = nil }

    // MARK: Helpers

    func report(_ oracle: Violation.Oracle, _ text: String) { world.report(oracle, "\(name) \(text)") }

    func roll(_ chance: Double) -> Bool { Double.random(in: 0..<1, using: &random) < chance }
    func draw(_ range: Range<Double>) -> Double { Double.random(in: range, using: &random) }
    func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int.random(in: 0..<elements.count, using: &random)]
    }

    /// Returns a new line for a stream; `nil` while nobody listens.
    func newLine() -> Line? {
        lines.removeAll { !$0.isOpen }
        guard let line = world.connect(self) else { return nil }
        lines.append(line)
        return line
    }

    /// The session of the stream that it lives by, while it has one.
    var session: String?
    private var stream: Line?

    /// The line for the stream that it lives by; `nil` while it has one, and while nobody listens.
    ///
    /// With two streams, one of them not answered yet, it would answer requests of the one on the other.
    func streamLine() -> Line? {
        guard session == nil, stream?.isOpen != true, let line = newLine() else { return nil }
        stream = line
        return line
    }

    private var callLine: Line?

    /// The line for calls, which come one after another.
    func calls() -> Line? {
        if let callLine, callLine.isOpen { return callLine }
        callLine = newLine()
        return callLine
    }

    func closeAll() {
        for line in lines { line.close() }
        lines = []
    }

    /// The time since which the messages that come now were decided.
    var readUntil: ContinuousClock.Instant {
        (lines.map(\.readUntil) + [world.unsavedSince ?? world.kernel.now]).min() ?? world.kernel.now
    }

    func pump() -> Bool {
        var hasMoved = false
        for line in lines where line.pump() { hasMoved = true }
        return hasMoved
    }

    func checkLife() { for line in lines { line.checkLife() } }

    /// Whether an app may learn the location, or might when what has just come was sent.
    func mayLearn(as app: App) -> Bool {
        world.ground.appMayLearn(app.situation) || world.ground.wasAllowed(app.name, since: readUntil)
    }

    /// Asks for a list, and compares the facts that it shows, by their names after a prefix, with what was acknowledged.
    ///
    /// `nil` stands for a list that is not whole.
    func list<Parameters: MethodParameters>(
        _ parameters: Parameters,
        _ list: Fact.List,
        _ facts: @escaping (Parameters.Reply) -> [(name: String, value: String)]?
    ) {
        let turn = world.turn
        calls()?.call(parameters) { [unowned self] reply, _ in
            guard let facts = reply.flatMap(facts) else { return }
            let listed = Dictionary(facts.map { ($0.name, $0.value) }) { $1 }
            world.compare(listed, list, since: turn, self)
        }
    }

    /// Asks for a change of a fact, and keeps the values that it may have in the ledger.
    func change<Parameters: MethodParameters>(
        _ fact: Fact,
        to value: String,
        _ parameters: Parameters,
        _ answered: @escaping (Parameters.Reply?) -> String? = { _ in nil }
    ) {
        guard let line = calls() else { return }
        let before = world.ledger.possibleValues(of: fact)
        world.ledger.beginChange(of: fact, to: value, in: world.turn)
        line.call(parameters) { [unowned self] reply, error in
            world.endChange(of: fact, isAnswered: reply != nil || error != nil)
            if reply != nil {
                world.count(.changes)
                world.ledger.set(fact, to: answered(reply) ?? value, in: world.turn)
            } else if let error, error != "StateNotSaved" {
                world.ledger.refuse(fact, back: before, in: world.turn)
                _ = answered(nil)
            } else {
                world.count(.unanswered)
                // It may still happen, after what was listed before.
                world.ledger.addPossible(value, of: fact, in: world.turn)
                _ = answered(nil)
            }
        }
    }
}
