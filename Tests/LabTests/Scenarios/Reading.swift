import Lab
import LocationModel
import TestSupport
import Testing
import WaymarkEngine

/// Reads a scenario without files and zones.
func read(_ text: String, track: TrackContents = .problem("none")) throws(ScenarioMistakes) -> ScenarioScript
{
    let surroundings = Surroundings(
        readTrack: { _ in track },
        openRecording: { (path) throws(Surroundings.Problem) in throw .init("no recording \(path)") },
        readManifest: { (path) throws(Surroundings.Problem) in throw .init("no manifest \(path)") },
        zoneOffset: { $0 == "Etc/Two" ? { _ in 7200 } : nil },
        settings: { (assignments) throws(Surroundings.Problem) in
            var settings = EngineSettings()
            for (key, _) in assignments {
                guard key == "Distance" else { throw .init("expected Distance, found \(key)") }
                settings.significantChange.distanceMeters = 200
            }
            return settings
        }
    )
    return try ScenarioReader.read(Array(text.utf8), path: "x.scenario", surroundings: surroundings)
}

/// Runs waymark-lab, and returns it once it has ended with the given status.
func lab(_ arguments: [String], status: CInt = 0) async throws -> RunningProgram {
    let program = try RunningProgram([BuiltPrograms.lab] + arguments)
    #expect(try await program.end() == .status(status), "\(program.output)\(program.errors)")
    return program
}

/// The first lines of a scenario with one widget.
let oneWidget = """
    machine at 52.5,13.4
    app weather org.example.Weather
    kinds weather here
    08:00 authorize weather when-in-use widgets yes
    add w weather here
    show w

    """
