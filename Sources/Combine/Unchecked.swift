/// A value whose thread safety its owner answers for: it is only touched with a lock held, or copied out of it.
///
/// The closures of this module are not `Sendable` in Apple's either, and its users' code must compile.
package struct Unchecked<Value>: @unchecked Sendable {
    package var value: Value

    package init(_ value: Value) { self.value = value }
}
