/// A value that most owners do not have, for whom it takes the room of one reference.
struct Seldom<Value: Hashable & Sendable>: Hashable, Sendable {
    /// The value or nothing: unlike an optional, an array keeps its element elsewhere.
    private var values: [Value] = []

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
