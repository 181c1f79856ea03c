/// A value that most owners do not have, for whom it takes the room of one reference.
struct Seldom<Value: Hashable & Codable & Sendable>: Hashable, Codable, Sendable {
    /// The value or nothing: unlike an optional, an array keeps its element elsewhere.
    private var values: [Value] = []

    /// Returns whether both have one value in the same place, which says more quickly than a comparison that nothing
    /// has changed; `false` says nothing.
    func isSame(as other: Self) -> Bool {
        unsafe values.withUnsafeBufferPointer { own in
            unsafe other.values.withUnsafeBufferPointer { unsafe own.baseAddress == $0.baseAddress }
        }
    }

    var value: Value? { values.first }

    /// Returns what `body` reads of the value, without a copy of the rest; `nil` if there is no value.
    func read<Part>(_ body: (Value) -> Part) -> Part? { values.isEmpty ? nil : body(values[0]) }

    /// The value in its place; an owner without one has `nothing`, and one that has come to that has none again.
    subscript(orNone nothing: @autoclosure () -> Value) -> Value {
        get { values.first ?? nothing() }
        _modify {
            if values.isEmpty { values.append(nothing()) }
            yield &values[0]
            if values[0] == nothing() { values = [] }
        }
    }
}
