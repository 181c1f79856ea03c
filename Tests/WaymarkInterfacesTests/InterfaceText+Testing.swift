import Testing
import WaymarkInterfaces

extension InterfaceText: CustomTestStringConvertible {
    /// The name, as the whole text would fill pages of a test's output.
    package var testDescription: String { name }
}
