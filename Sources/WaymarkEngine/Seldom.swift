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

    var value: Value? {
        get { values.first }
        set {
            guard let newValue else {
                values = []
                return
            }
            if values.isEmpty {
                values.append(newValue)
            } else {
                values[0] = newValue
            }
        }
    }
}
