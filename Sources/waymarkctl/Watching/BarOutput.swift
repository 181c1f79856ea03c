import CommandLineTool
import Glibc
import LinuxSystem

/// What `watch` prints for a bar: on standard output, or into a file that always has the latest line.
final class BarOutput {
    /// Whether i3bar or swaybar has said that it is hidden: nobody reads the output then.
    private(set) var isHidden = false

    private let format: BarFormat

    /// The file; `nil` for standard output.
    private let path: String?
    private var lastLine: String?

    init(_ format: BarFormat, to path: String?) { (self.format, self.path) = (format, path) }

    /// Prints what a bar expects at first, and begins to wait for its signals.
    func begin() throws(Failure) -> Patience {
        let signals = [BarFormat.hiddenSignal, BarFormat.shownSignal]
        let patience = try Patience(andFor: format == .i3bar ? signals : [])
        if let beginning = format.beginning { try write(beginning) }
        return patience
    }

    func readSignals(_ patience: Patience) {
        for signal in patience.drainSignals() { isHidden = signal == BarFormat.hiddenSignal }
    }

    /// Prints a line unless it is the latest; a hidden bar gets the latest once it is shown.
    func show(_ line: String) throws(Failure) {
        guard !isHidden, line != lastLine else { return }
        lastLine = line
        try write(line)
    }

    private func write(_ text: String) throws(Failure) {
        let bytes = Array("\(text)\n".utf8)
        do throws(SystemError) {
            if let path {
                try AtomicFile.write(bytes, to: path, permissions: 0o600)
            } else {
                try writeAllToOutput(bytes)
            }
        } catch { throw Failure(error) }
    }

    /// Removes the file, because nobody keeps it true any more.
    func end() {
        if let path { _ = unsafe unlink(path) }
    }
}
