import Configuration
import Testing
import UserInput

@Suite("The URL of a receiver in the configuration")
struct ReceiverFormTests {
    @Test(
        "is a scheme that begins with a letter, a colon, and something behind it without a space",
        arguments: [
            ("gpsd://localhost", true), ("a:b", true), ("file+x-1:/path", true), ("gpsd//localhost", false),
            ("gpsd", false), ("gpsd:", false), (":b", false), ("1a:b", false), ("+a:b", false),
            ("file:/a b", false), ("ä:b", false), ("a_b:c", false),
        ]
    )
    func form(text: String, isTaken: Bool) throws {
        let setting = try #require(Setting.all.first { $0.key == "Receiver" })
        var configuration = Configuration()
        let usual = configuration.receivers.urls
        #expect((setting.apply(text, &configuration) == .accepted) == isTaken)
        #expect(configuration.receivers.urls == usual + (isTaken ? [text] : []))
    }
}
