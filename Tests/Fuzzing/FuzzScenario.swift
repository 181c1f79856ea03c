import Lab
import LocationModel
import WaymarkEngine

/// Reads any bytes as a scenario and runs it: it is a mistake with its line, or runs to its end or to its limit.
///
/// Bytes beyond ASCII stand for whole words of the language, as chance hardly ever spells one.
func fuzzScenario(_ input: [UInt8]) {
    let text = input.flatMap { byte in
        byte < 0x80 ? [byte] : Array(" \(words[Int(byte - 0x80) % words.count]) ".utf8)
    }
    let lines = text.count { $0 == UInt8(ascii: "\n") } + 1
    do throws(ScenarioMistakes) {
        let script = try ScenarioReader.read(text, path: "x.scenario", surroundings: surroundings())
        // A small limit, so that many inputs are tried.
        var run = ScenarioRun(script, workLimit: 20_000, words: { "\($0)" })
        for failure in run.run().failures {
            precondition((1...lines).contains(failure.line), "a failure has its line")
        }
    } catch {
        precondition(!error.mistakes.isEmpty, "a scenario that cannot be read has a mistake")
        for mistake in error.mistakes {
            precondition((1...lines).contains(mistake.line) && mistake.column > 0, "a mistake has its place")
        }
    }
}

/// The words of the language, with values that are right, extreme or wrong.
private let words: [String] = {
    let forms = Statement.all.flatMap { $0.form.split { " |[].".contains($0) } }.map(String.init)
    let values = [
        "\n", "\n+0s", "\n+1h", "\n+365d", "\n00:00", "\n23:59:60", "\n2027-04-01 08:00", "\ndaily 08:00",
        "0s", "10ms", "365d", "+2400000h", "-2400000h", "0m,0m", "1000km", "1mm", "1000000m,-1000000m",
        "89,180",
        "3600km/h", "1km/h", "0", "360", "9223372036854775807", "w", "weather", "here", "gps", "\u{301}",
    ]
    return (values + Set(forms).sorted()).prefix(128).map(\.self)
}()

private func surroundings() -> Surroundings {
    Surroundings(
        readTrack: { _ in .problem("none") },
        openRecording: { (_) throws(Surroundings.Problem) in throw .init("none") },
        readManifest: { (_) throws(Surroundings.Problem) in throw .init("none") },
        zoneOffset: { $0 == "z" ? { _ in 7200 } : nil },
        settings: { (_) throws(Surroundings.Problem) in EngineSettings() }
    )
}
