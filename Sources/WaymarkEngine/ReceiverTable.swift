import LocationModel

/// Something for each receiver, found by its place in the configuration and changed where it lies.
///
/// All begin with the same.
struct ReceiverTable<Value: Hashable & Sendable>: Hashable, Sendable {
    private let initial: Value
    private var values: [Value] = []

    init(initial: Value) { self.initial = initial }

    subscript(receiver: ReceiverIdentifier) -> Value {
        get { receiver.rawValue < values.count ? values[receiver.rawValue] : initial }
        // Out of line it would ask for memory at each access.
        @inline(__always) _modify {
            makeRoom(for: receiver)
            yield &values[receiver.rawValue]
        }
    }

    /// The receivers that something was said of, and those that come before them in the configuration.
    var receivers: [ReceiverIdentifier] { values.indices.map { ReceiverIdentifier($0) } }

    private mutating func makeRoom(for receiver: ReceiverIdentifier) {
        while values.count <= receiver.rawValue { values.append(initial) }
    }
}
