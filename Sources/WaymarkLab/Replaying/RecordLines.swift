import CommandLineTool
import LinuxSystem

struct RecordLines: ~Copyable {
    /// Why the reading ended early.
    enum Failure: Error {
        case system(SystemError)
        case stopped(CommandLineTool.Failure)
    }

    private let file: InputFile

    init(_ path: String) throws(Failure) {
        do throws(SystemError) { file = try InputFile(path) } catch { throw .system(error) }
    }

    /// Calls `body` with each line, whether it has an end, and the share of the file that is read, from 0 to 1.
    consuming func deliver(
        _ body: ([UInt8], _ isWhole: Bool, _ share: Double) throws(CommandLineTool.Failure) -> Void
    ) throws(Failure) {
        // Of a pipe, nobody knows how much there will be.
        let size = Double(file.byteCount ?? 0)
        var done = 0
        var carried: [UInt8] = []
        while true {
            let piece: [UInt8]
            do throws(SystemError) { piece = try file.read(upTo: 256 << 10) } catch { throw .system(error) }
            guard !piece.isEmpty else { break }
            done += piece.count
            let share = size > 0 ? Double(done) / size : 0
            var rest = piece[...]
            while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                carried += rest[..<end]
                rest = rest[(end + 1)...]
                do throws(CommandLineTool.Failure) { try body(carried, true, share) } catch {
                    throw .stopped(error)
                }
                carried.removeAll(keepingCapacity: true)
            }
            carried += rest
        }
        guard !carried.isEmpty else { return }
        do throws(CommandLineTool.Failure) { try body(carried, false, 1) } catch { throw .stopped(error) }
    }
}

extension Failure {
    /// Creates the failure of a command that reads a record.
    init(_ failure: RecordLines.Failure) {
        switch failure {
        case .system(let error): self.init(error)
        case .stopped(let failure): self = failure
        }
    }
}
