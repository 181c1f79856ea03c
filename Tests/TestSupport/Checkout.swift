/// Where things are in the checkout that the tests run from.
package enum Checkout {
    /// The folder of `Package.swift`, without a slash at its end.
    package static let root: String = {
        var components = #filePath.split(separator: "/", omittingEmptySubsequences: false)
        components.removeLast(3)
        return components.joined(separator: "/")
    }()

    /// The folder of real recordings beside the checkout; it need not exist.
    package static let recordings = root + "/../shared/logs"

    /// The folder of tools for tests beside the checkout; it need not exist.
    package static let tools = root + "/../shared/tools"
}
