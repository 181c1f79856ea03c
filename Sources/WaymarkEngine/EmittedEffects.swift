/// The effects of the event that is being handled.
///
/// Between two events there are none, so a coded engine has no room for them.
struct EmittedEffects: Hashable, Codable, Sendable {
    private var effects: [Effect] = []

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
