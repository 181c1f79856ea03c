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
        do throws(SystemError) {
            let destination = try OutputFile(output ?? "-")
            let writer = NMEAWriter()
            var pending: [UInt8] = []
            for epoch in scenario.epochs(at: epochRate, seed: seedNumber) {
                for sentence in writer.sentences(for: epoch) { pending += Array(sentence.utf8) }
                guard pending.count >= chunk else { continue }
                try destination.write(pending)
                pending.removeAll(keepingCapacity: true)
            }
            try destination.write(pending)
        } catch { throw .output(error) }
    }
}
