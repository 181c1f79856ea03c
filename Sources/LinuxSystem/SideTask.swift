/// Something that blocks, done once on a thread of its own, whose only product a loop takes when it is there.
///
/// Whoever loses interest lets go of it: the thread goes on to the end of what it does, and the product ends with it.
package final class SideTask<Product: Sendable>: Sendable {
    private let product = Guarded<Product?>(nil)
    private let end: WakeUp

    /// Starts.
    ///
    /// - Parameters:
    ///   - name: What the system's tools call the thread, at most 15 bytes.
    ///   - body: What it does.
    /// - Throws: ``SystemError`` when the system has no room for it.
    package init(named name: String, _ body: @escaping @Sendable () -> Product) throws(SystemError) {
        end = try WakeUp()
        try Thread.start(named: name) {
            let result = body()
            self.product.withLock { $0 = result }
            self.end.signal()
        }
    }

    /// Readable once there is a product.
    package var descriptor: CInt { end.descriptor.rawValue }

    /// Takes the product, or returns `nil` while there is none.
    package func takeProduct() -> Product? {
        product.withLock { product in
            defer { product = nil }
            return product
        }
    }
}
