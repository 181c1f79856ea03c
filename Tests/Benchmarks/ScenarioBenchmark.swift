import Lab
import LinuxSystem
import LocationModel
import WaymarkEngine

/// The time that a day takes in virtual time.
struct ScenarioBenchmark {
    let report: Report

    /// Six widgets in view for a day while the receiver reports each second.
    func day() throws {
        let widgets = (1...6).map { "add w\($0) weather here" }.joined(separator: "\n")
        let text = """
            machine at 52.5200,13.4050
            app weather org.example.Weather
            kinds weather here
            06:30 authorize weather when-in-use widgets yes
            \(widgets)
            show w1 w2 w3 w4 w5 w6
            09:00 drive to 9000m,3000m at 40km/h
            17:00 drive to 0m,0m at 30km/h
            +13h30min end
            """
        var fixes = 0
        var decisions = 0
        let costs = try Costs(of: 3) {
            (fixes, decisions) = (0, 0)
            let observe = { (observation: ScenarioObservation) in
                if case .fix = observation { fixes += 1 } else { decisions += 1 }
            }
            var run = ScenarioRun(try script(text), words: { "\($0)" }, observe: observe)
            _ = run.run()
        }
        let name = "a day at 1 Hz with six widgets in view: \(fixes) fixes, \(decisions) decisions"
        report.figure(name, costs.wall.median, "s")
    }

    private func script(_ text: String) throws -> ScenarioScript {
        let surroundings = Surroundings(
            readTrack: { _ in .problem("none") },
            openRecording: { (_) throws(Surroundings.Problem) in throw .init("none") },
            readManifest: { (_) throws(Surroundings.Problem) in throw .init("none") },
            zoneOffset: { _ in nil },
            settings: { (_) throws(Surroundings.Problem) in EngineSettings() }
        )
        return try ScenarioReader.read(Array(text.utf8), path: "bench", surroundings: surroundings)
    }
}
