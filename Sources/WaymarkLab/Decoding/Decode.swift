import CommandLineTool
import Glibc
import Lab
import LinuxSystem
import LocationModel
import NMEA
import Receivers
import UserInput

extension Command {
    static let decode = Command(
        name: "decode",
        summary: "print the fixes and headings in recordings, one JSON object on each line",
        operands: "FILE...",
        options: [
            .init("fixes-only", "omit headings"),
            .init("ignore-checksums", "accept sentences with a wrong or missing checksum"),
        ],
        details: """
            Reads NMEA 0183 with or without time stamps, gpsd's JSON reports, GPX, GeoLife PLT, Google location
            history and GnssLogger text, each also in UTF-16 or compressed with gzip. The format is detected
            from the first bytes. '-' is standard input. The format and the counts are printed on standard
            error. It needs no service.
            """
    ) { invocation in
        var isWhole = true
        for path in invocation.operands {
            guard let problem = try DecodeCommand(invocation, path).run() else { continue }
            Output.complain("waymark-lab: \(problem)".harmless)
            isWhole = false
        }
        guard isWhole else { throw Failure.isSaid }
    }
}

/// `waymark-lab decode FILE...`: prints the fixes and headings in recordings, and the counts on standard error.
///
/// Each line is a fix or a heading. Files of any size are read and written in blocks; `-` is standard input. Input
/// from a pipe is printed as it arrives.
struct DecodeCommand {
    private let path: String
    private let isForPeople: Bool
    private let showsHeadings: Bool
    private let checksumRule: ChecksumRule

    init(_ invocation: Invocation, _ path: String) {
        self.path = path
        isForPeople = invocation.line.value(of: Invocation.formatOption.name) == "human"
        showsHeadings = !invocation.line.has("fixes-only")
        checksumRule = invocation.line.has("ignore-checksums") ? .ignored : .required
    }

    /// Decodes the whole file, or as much of it as can be read.
    ///
    /// - Returns: Why it cannot be read, or not to its end, or that nothing is found.
    /// - Throws: ``SystemError`` if writing fails.
    func run() throws(SystemError) -> String? {
        var decoder = RecordingDecoder(checksumRule: checksumRule, foreign: foreignFormats)
        let (problem, isEmpty): (RecordingProblem?, Bool)
        do throws(SystemError) {
            (problem, isEmpty) = try decode(InputFile(path), by: &decoder)
            try writeAll(Self.summary(of: decoder), to: STDERR_FILENO, named: "standard error")
        } catch {
            guard error.call != "write" else { throw error }
            return "\(error)"
        }
        if let problem { return "\(name): \(problem)" }
        if isEmpty, let form = decoder.form { return "\(name): \(form.withoutEpochs)" }
        return nil
    }

    private var name: String { path == "-" ? "standard input" : path }

    /// Decodes to the end or to the first problem; returns that, and whether there was neither an epoch nor a heading.
    private func decode(
        _ file: consuming InputFile,
        by decoder: inout RecordingDecoder
    ) throws(SystemError) -> (problem: RecordingProblem?, isEmpty: Bool) {
        var output: [UInt8] = []
        output.reserveCapacity(2 * Self.blockSize)
        let isSteady = file.isRegular
        var isEmpty = true
        let emit = { (item: RecordedItem) in
            isEmpty = false
            switch item {
            case .epoch(let recorded):
                guard case .fix(let fix) = recorded.epoch else { return }
                output += (isForPeople ? fix.readableLine : fix.jsonLine).utf8
            case .heading(let heading):
                guard showsHeadings else { return }
                output += (isForPeople ? heading.readableLine : heading.jsonLine).utf8
            }
        }
        var problem: RecordingProblem?
        var isOver = false
        while !isOver, problem == nil {
            let input = try file.read(upTo: Self.blockSize)
            var offset = 0
            var mayHaveMore = true
            while mayHaveMore, problem == nil {
                do throws(RecordingProblem) {
                    if input.isEmpty {
                        isOver = true
                        mayHaveMore = false
                        try decoder.finish(emit)
                    } else {
                        mayHaveMore = try decoder.decode(input.span, from: &offset, emit)
                    }
                } catch { problem = error }
                if output.count >= Self.blockSize { try flush(&output) }
            }
            if !isSteady { try flush(&output) }
        }
        try flush(&output)
        return (problem, isEmpty)
    }

    private func flush(_ output: inout [UInt8]) throws(SystemError) {
        try writeAll(output, to: STDOUT_FILENO, named: "standard output")
        output.removeAll(keepingCapacity: true)
    }

    /// Large enough to make system calls cheap, small enough for the cache.
    private static let blockSize = 65_536

    private static func summary(of decoder: RecordingDecoder) -> [UInt8] {
        var lines = "\(decoder.bytes) bytes"
        if let form = decoder.form { lines += " of \(form)" }
        lines += "\n"
        for count in decoder.counts { lines += "\(count.count) \(count.name)\n" }
        if let remark = decoder.remark, !lines.contains(remark) { lines += remark + "\n" }
        return Array(lines.utf8)
    }
}
