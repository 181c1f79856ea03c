import Glibc
import LinuxSystem

/// What a test makes each time, kept in `Tests/Kept` so that every change of it is noticed.
///
/// Set `KEEP=1` in the environment, as `make kept` does, to keep what it is now.
package enum KeptText {
    private static let linesFolded = 100

    /// Compares lines with those that are kept in the file `name`.
    ///
    /// - Parameters:
    ///   - lines: The lines.
    ///   - name: The path of the file in `Tests/Kept`.
    ///   - count: The number of lines that are kept as they are; of the others, checksums are.
    /// - Throws: ``DifferentText``, and ``SystemError`` if a file cannot be read or written.
    package static func check(_ lines: [String], _ name: String, inFull count: Int = 1200) throws {
        let folded = fold(lines, from: min(count, lines.count))
        let file = "\(Checkout.root)/Tests/Kept/\(name)"
        if getenv("KEEP") != nil { return try write(folded, to: file) }
        let kept = try String(decoding: Checkout.bytes(of: file), as: UTF8.self)
            .split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
        guard kept != folded else { return }
        let whole = ".build/kept/" + name.replacing("/", with: "-")
        _ = mkdir(Checkout.root + "/.build/kept", 0o755)
        try write(lines, to: "\(Checkout.root)/\(whole)")
        let same = zip(kept, folded).prefix { $0.0 == $0.1 }.count
        throw DifferentText(
            description: """
                Tests/Kept/\(name):\(same + 1) is
                    \(same < kept.count ? kept[same] : "not there")
                and would be
                    \(same < folded.count ? folded[same] : "not there")
                The whole new text is \(whole). If this is meant, keep it with 'make kept'.
                """
        )
    }

    private static func fold(_ lines: [String], from count: Int) -> [String] {
        lines[..<count]
            + stride(from: count, to: lines.count, by: linesFolded).map { start in
                let end = min(start + linesFolded, lines.count)
                return "lines \(start + 1) to \(end): \(checksum(of: lines[start..<end]))"
            }
    }

    private static func checksum(of lines: ArraySlice<String>) -> String {
        var sum: UInt64 = 0xCBF2_9CE4_8422_2325
        for line in lines {
            for byte in line.utf8 { sum = (sum ^ UInt64(byte)) &* 0x100_0000_01B3 }
            sum = (sum ^ 10) &* 0x100_0000_01B3
        }
        return String(sum, radix: 16)
    }

    private static func write(_ lines: [String], to path: String) throws {
        try AtomicFile.write(lines.flatMap { Array($0.utf8) + [10] }, to: path)
    }
}

package struct DifferentText: Error, CustomStringConvertible {
    package let description: String
}
