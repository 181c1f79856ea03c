import LinuxSystem
import TestSupport
import Testing
import WaymarkInterfaces

@testable import InterfaceGenerator

@Suite("The Swift types of the interfaces")
struct GeneratedTypeTests {
    private static let folder = Checkout.root + "/Sources/WaymarkInterfaces/"

    @Test("are those that the texts make: after a change of a text, run make interfaces")
    func current() throws {
        let names = try Folder(Self.folder + "Descriptions").names(endingWith: ".varlink")
        #expect(names.sorted() == Interfaces.all.map { $0.name + ".varlink" })
        let texts = try names.sorted().map { name in
            String(decoding: try Checkout.bytes(of: Self.folder + "Descriptions/" + name), as: UTF8.self)
        }
        #expect(texts == Interfaces.all.map { $0.text })
        let files = try swiftFiles(for: texts)
        let generated = try Folder(Self.folder + "Generated").names(endingWith: ".swift")
        #expect(generated.sorted() == files.keys.sorted())
        for (name, text) in files {
            let checkedIn = try Checkout.bytes(of: Self.folder + "Generated/" + name)
            #expect(checkedIn == Array(text.utf8), "\(name) is of other texts: run make interfaces")
        }
    }
}
