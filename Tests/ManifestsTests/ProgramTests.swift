import LocationModel
import Testing

@testable import Manifests

@Suite("The program that a manifest names")
struct ProgramTests {
    private func reading(_ lines: String) -> ManifestReading {
        let text = "[App]\nIdentifier=x\nName=X\n[Extension e]\nKinds=k\n[Provider]\n" + lines
        return ManifestReading(Array(text.utf8), from: "x.app", fileName: nil)
    }

    @Test("is a unit, a command or a name on the bus")
    func means() throws {
        let unit = try #require(UnitName("weather.service"))
        #expect(reading("Unit=weather.service").manifest?.provider == AppProgram(.unit(unit)))
        let system = reading("Unit=weather.service\nManager=system")
        #expect(system.manifest?.provider == AppProgram(.unit(unit), manager: .system))
        let command = try #require(ProgramCommand("/usr/bin/weather --quiet  -n 3"))
        #expect(command.words == ["/usr/bin/weather", "--quiet", "-n", "3"])
        let executed = reading("Exec=/usr/bin/weather --quiet  -n 3")
        #expect(executed.manifest?.provider == AppProgram(.command(command)))
        for text in ["org.example.Weather", "example.Weather"] {
            let name = try #require(BusName(text))
            #expect(reading("BusName=\(text)").manifest?.provider == AppProgram(.busName(name)))
        }
    }

    @Test(
        "is refused if it is none of them, two of them, or not the system's to start",
        arguments: [
            "", "Unit=weather@.service", "Unit=weather.scope", "Exec=weather", "Exec=/usr/bin/weather $HOME",
            "Exec=/usr/bin/weather %h", "Exec=\"/usr/bin/weather\"", "Exec=/usr/bin/", "Exec=./weather",
            "BusName=weather", "BusName=:1.5", "BusName=org.1example.Weather", "BusName=org..Weather",
            "Unit=weather.service\nExec=/usr/bin/weather", "Exec=/usr/bin/weather\nManager=system",
            "BusName=org.example.Weather\nManager=system",
        ]
    )
    func refused(lines: String) {
        let reading = reading(lines)
        #expect(reading.manifest == nil)
        #expect(reading.mistakes.count { $0.severity == .error } == 1, "\(reading.mistakes)")
    }

    @Test("has a unit of its own by whose name the app is recognised")
    func transient() throws {
        for name in ["org.example.Weather", "weather", "org.example.Two-Words", "a-b-c"] {
            let app = try #require(AppIdentifier(name))
            let unit = try #require(UnitName.transient(for: app, instance: "x7"))
            #expect(unit.desktopApp == app && unit.launcher == "waymark")
        }
    }
}
