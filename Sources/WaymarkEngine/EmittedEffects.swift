/// The effects of the event that is being handled.
///
/// Between two events there are none, so a coded engine has no room for them.
struct EmittedEffects: Hashable, Codable, Sendable {
    private var effects: [Effect] = []
    private var anchor = Anchor()

    init() {}

    /// Creates the empty list, whatever the decoder holds.
    init(from decoder: any Decoder) {}

    /// Encodes nothing.
    func encode(to encoder: any Encoder) { assert(effects.isEmpty, "an engine is coded between two events") }

    mutating func add(_ effect: Effect) { effects.append(effect) }

    /// Removes and returns the effects, in order.
    mutating func removeAll() -> [Effect] {
        defer { effects = [] }
        return effects
    }
}

/// A part that keeps the engine in its place, because the compiler passes a value with such a part by its address.
///
/// Any other value it copies, here 6,700 bytes, each time that a method which changes it calls one which only reads it.
private struct Anchor: Hashable, Sendable {
    /// A value of a type that is known at run time only.
    private var anything: any Sendable = ()

    static func == (left: Self, right: Self) -> Bool { true }
    func hash(into hasher: inout Hasher) {}
}
