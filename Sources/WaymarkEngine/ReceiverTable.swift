import LocationModel

/// A table of one value per receiver, indexed by place in the configuration and changed in place.
///
/// All values are initially the same.
struct ReceiverTable<Value: Hashable & Codable & Sendable>: Hashable, Codable, Sendable {
    private let initial: Value
    private var values: [Value] = []

    init(initial: Value) { self.initial = initial }

    subscript(receiver: ReceiverIdentifier) -> Value {
        get { receiver.rawValue < values.count ? values[receiver.rawValue] : initial }
        // Out of line it would allocate memory at each access.
        @inline(__always) _modify {
            makeRoom(for: receiver)
            yield &values[receiver.rawValue]
        }
    }

    /// The receivers up to the last one that has a value.
    var receivers: [ReceiverIdentifier] { values.indices.map { ReceiverIdentifier($0) } }

    private mutating func makeRoom(for receiver: ReceiverIdentifier) {
        while values.count <= receiver.rawValue { values.append(initial) }
    }
}
