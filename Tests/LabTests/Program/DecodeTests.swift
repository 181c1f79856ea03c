import Glibc
import TestSupport
import Testing

@Suite("Decoding with waymark-lab", .ownThreads, .timeLimit(.minutes(10)))
final class DecodeTests {
    private static let trip = Checkout.root + "/Samples/recordings/short-trip.nmea"
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Runs a shell command, in which `$tool` is the tool and `$trip` a recording.
    private func shell(_ line: String) throws -> RunningProgram {
        try RunningProgram(
            ["sh", "-c", line],
            environment: ["tool": BuiltPrograms.lab, "trip": Self.trip, "folder": folder.path]
        )
    }

    private func output(of line: String) async throws -> (output: String, errors: String, status: CInt?) {
        let program = try shell(line)
        let ending = try await program.end()
        guard case .status(let status) = ending else { return (program.output, program.errors, nil) }
        return (program.output, program.errors, status)
    }

    @Test("gives the same fixes for a file, a pipe, compressed input, UTF-16, and input with timestamps")
    func sameFixes() async throws {
        let plain = try await output(of: #""$tool" decode "$trip""#)
        #expect(plain.status == 0)
        #expect(plain.output.split(separator: "\n").count > 20)
        #expect(plain.errors.contains(" bytes of NMEA 0183\n"))
        let ways = [
            (#"cat "$trip""#, "\n"), (#"gzip -c "$trip""#, ", in gzip\n"),
            (#"{ printf '\377\376'; iconv -t UTF-16LE "$trip"; }"#, ", in UTF-16\n"),
            (#"sed 's/^/1795248013.5 /' "$trip""#, " with time stamps\n"),
        ]
        for (line, form) in ways {
            let decoded = try await output(of: line + #" | "$tool" decode -"#)
            #expect(decoded.status == 0 && decoded.output == plain.output)
            #expect(decoded.errors.contains(" bytes of NMEA 0183" + form), "\(decoded.errors)")
        }
        let both = try await output(of: #""$tool" decode "$trip" "$trip""#)
        #expect(both.output == plain.output + plain.output)
    }

    @Test("prints input from a pipe as it arrives")
    func growingPipe() async throws {
        let path = folder.path + "/pipe"
        #expect(mkfifo(path, 0o600) == 0)
        let program = try shell(#""$tool" decode - < "$folder/pipe""#)
        // Opening the pipe waits for its reader.
        let pipe = open(path, O_WRONLY | O_CLOEXEC)
        try #require(pipe >= 0)
        var isOpen = true
        defer { if isOpen { close(pipe) } }
        let text = try Checkout.bytes(of: Self.trip)
        #expect(write(pipe, text, 16_000) == 16_000)
        try await waiting(until: "the first fixes") { program.output.split(separator: "\n").count > 5 }
        #expect(program.isRunning)
        close(pipe)
        isOpen = false
        #expect(try await program.end() == .status(0))
        #expect(program.errors.contains("16000 bytes of NMEA 0183\n"))
    }

    @Test("reports unreadable input after decoding the rest")
    func failures() async throws {
        let cut = try await output(of: #"gzip -c "$trip" | head -c 3000 | "$tool" decode -"#)
        #expect(cut.status == 1 && cut.output.contains("latitudeDegrees"))
        #expect(cut.errors.contains("of NMEA 0183, in gzip\n"))
        #expect(cut.errors.contains("standard input: gzip, at byte 3000: the file is truncated there"))
        let unknown = try await output(of: #"echo hello | "$tool" decode -"#)
        #expect(unknown.status == 1)
        #expect(unknown.errors.contains("standard input: It begins with 'hello' and contains nothing known"))
        let empty = try await output(of: #"echo '<gpx version="1.1"></gpx>' | "$tool" decode -"#)
        #expect(empty.status == 1)
        #expect(empty.errors.hasSuffix("waymark-lab: standard input: GPX without a point\n"))
        let several = try await output(of: #""$tool" decode "$folder/none" "$trip""#)
        #expect(several.status == 1 && several.output.contains("latitudeDegrees"))
        #expect(several.errors.hasPrefix("waymark-lab: open \(folder.path)/none: "))
    }

    @Test("says what to know of a recording beside its counts")
    func remark() async throws {
        let point = #"<trkpt lat="1" lon="2"><time>1970-01-01T00:00:00Z</time></trkpt>"#
        let track = #"<gpx version="1.1"><trk><trkseg>\#(point)\#(point)</trkseg></trk></gpx>"#
        let decoded = try await output(of: #"printf '%s' '\#(track)' | "$tool" decode -"#)
        #expect(decoded.status == 0)
        #expect(decoded.errors.contains("\nall 2 points have the time 1970-01-01T00:00:00Z"))
    }

    @Test("and replaying both read standard input")
    func replay() async throws {
        let file = try await output(of: #""$tool" --format json replay "$trip""#)
        let pipe = try await output(of: #"gzip -c "$trip" | "$tool" --format json replay -"#)
        #expect(file.status == 0 && pipe.status == 0)
        #expect(file.output.contains("significantChange"))
        let changes = { (output: String) in
            output.split(separator: "\n").filter { $0.contains("significantChange") }
        }
        #expect(changes(pipe.output) == changes(file.output))
        #expect(pipe.output.count { $0 == "\n" } == file.output.count { $0 == "\n" })
    }
}
