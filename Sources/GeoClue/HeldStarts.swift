/// The clients whose calls of `Start` wait for the person's answer, and until when.
///
/// Firefox takes a refusal for good and goes to its own network service. The bus itself ends a call after 25 s.
struct HeldStarts {
    typealias Instant = ContinuousClock.Instant

    /// The longest time for which a call waits.
    static let longest: Duration = .seconds(20)

    /// The clients of one program, and the calls of one client, that may wait at once.
    static let (clientsPerPeer, callsPerClient) = (8, 8)

    private var held: [Int: (peer: String, until: Instant)] = [:]

    /// The time at which the next client has waited long enough.
    var nextDeadline: Instant? { held.values.lazy.map(\.until).min() }

    /// Holds the calls of a client, the first of which came at `start`; returns whether they may wait.
    mutating func hold(_ client: Int, of peer: String, since start: Instant, at now: Instant) -> Bool {
        guard held[client] == nil else { return true }
        let until = start + Self.longest
        guard now < until, held.values.count(where: { $0.peer == peer }) < Self.clientsPerPeer else {
            return false
        }
        held[client] = (peer, until)
        return true
    }

    /// Lets a client go, because it has its answer or has ended.
    mutating func release(_ client: Int) { held[client] = nil }

    /// Lets those go that have waited long enough, and returns them.
    mutating func removeDue(at now: Instant) -> [Int] {
        let due = held.filter { $0.value.until <= now }.keys.sorted()
        for client in due { held[client] = nil }
        return due
    }
}
