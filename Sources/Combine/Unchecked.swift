/// A value whose thread safety its owner answers for: it is only touched with a lock held, or copied out of it.
///
/// The closures of this module are not `Sendable` in Apple's either, and its users' code must compile.
struct Unchecked<Value>: @unchecked Sendable {
    var value: Value

    init(_ value: Value) { self.value = value }
}
