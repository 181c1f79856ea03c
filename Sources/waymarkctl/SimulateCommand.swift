import Glibc
import LinuxSystem
import RouteSimulator

/// `simulate NAME [--seed N] [--rate HZ] [--output FILE]`: writes a built-in scenario as NMEA 0183.
enum SimulateCommand {
    /// Why nothing, or not everything, was written.
    enum Problem: Error, CustomStringConvertible {
        case unknownScenario(String)
        case badSeed(String)
        case badRate(String)
        case output(SystemError)

        var description: String {
            switch self {
            case .unknownScenario(let name):
                "no scenario is called '\(name)'; there are: "
                    + Scenario.builtIn.map(\.name).joined(separator: ", ")
            case .badSeed(let text):
                "'\(text)' is not a seed; give a whole number from 0 to \(UInt64.max)"
            case .badRate(let text):
                "'\(text)' is not a rate; give reports a second from 0.2 to 20 that divide 20 evenly, such as 1, 5 or 0.5"
            case .output(let error): error.description
            }
        }
    }

    /// Bytes collected before they are written.
    private static let chunk = 1 << 16

    /// Writes the scenario called `name`, to standard output unless `output` names a file.
    ///
    /// - Parameters:
    ///   - name: A built-in scenario.
    ///   - seed: What the random numbers are made from, in decimal; 1 when not given.
    ///   - rate: Reports a second, in decimal; 1 when not given.
    ///   - output: The file, which is replaced if it exists.
    /// - Throws: ``Problem``, with a text for the person who typed the command.
    static func run(
        name: String,
        seed: String? = nil,
        rate: String? = nil,
        output: String? = nil
    ) throws(Problem) {
        guard let scenario = Scenario.named(name) else { throw .unknownScenario(name) }
        guard let seedNumber = seed.map({ UInt64($0) }) ?? 1 else { throw .badSeed(seed ?? "") }
        guard let epochRate = rate.map({ Double($0).flatMap(EpochRate.init(hertz:)) }) ?? .everySecond else {
            throw .badRate(rate ?? "")
        }
        let destination = try opened(output)
        let writer = NMEAWriter()
        var pending: [UInt8] = []
        for epoch in scenario.epochs(at: epochRate, seed: seedNumber) {
            for sentence in writer.sentences(for: epoch) { pending += Array(sentence.utf8) }
            guard pending.count >= chunk else { continue }
            try write(pending, to: destination, called: output)
            pending.removeAll(keepingCapacity: true)
        }
        try write(pending, to: destination, called: output)
    }

    private static func opened(_ path: String?) throws(Problem) -> FileDescriptor {
        let descriptor =
            if let path { unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644) } else {
                dup(STDOUT_FILENO)
            }
        guard descriptor >= 0 else { throw .output(SystemError("open", on: path ?? "standard output")) }
        return FileDescriptor(owning: descriptor)
    }

    private static func write(
        _ bytes: [UInt8],
        to destination: borrowing FileDescriptor,
        called path: String?
    ) throws(Problem) {
        var written = 0
        while written < bytes.count {
            let count = unsafe bytes.withUnsafeBytes {
                unsafe Glibc.write(
                    destination.rawValue,
                    $0.baseAddress.map { unsafe $0 + written },
                    bytes.count - written
                )
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else {
                throw .output(SystemError("write", on: path ?? "standard output"))
            }
            written += count
        }
    }
}
