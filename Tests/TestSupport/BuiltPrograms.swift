/// The programs that were built together with the tests.
package enum BuiltPrograms {
    /// The folder they are in: that of the bundle from which the tests run.
    package static let folder: String = {
        let bundle = CommandLine.arguments.first { $0.hasSuffix(".xctest") }
        var components = (bundle ?? Checkout.root + "/.build/debug/none")
            .split(separator: "/", omittingEmptySubsequences: false)
        components.removeLast()
        return components.joined(separator: "/")
    }()

    /// The daemon.
    package static let daemon = folder + "/waymarkd"

    /// The tool.
    package static let tool = folder + "/waymarkctl"

    /// The agent that asks through notifications.
    package static let notifyAgent = folder + "/waymark-notify-agent"

    /// The sample provider in Swift.
    package static let sampleProvider = folder + "/waymark-sample-provider"

    /// The program that tells what descriptors were passed to it.
    package static let passedDescriptors = folder + "/PassedDescriptors"
}
