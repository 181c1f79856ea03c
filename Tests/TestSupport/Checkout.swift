package enum Checkout {
    /// The folder of `Package.swift`, without a trailing slash.
    package static let root: String = {
        var components = #filePath.split(separator: "/", omittingEmptySubsequences: false)
        components.removeLast(3)
        return components.joined(separator: "/")
    }()

    /// The optional folder of real recordings beside the checkout.
    package static let recordings = root + "/../shared/logs"

    /// The optional folder of test tools beside the checkout.
    package static let tools = root + "/../shared/tools"
}
