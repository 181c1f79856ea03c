import Glibc
import LinuxSystem

/// What a test makes each time, kept in `Tests/Kept` so that every change of it is noticed.
///
/// Set `KEEP=1` in the environment, as `make kept` does, to keep what it is now.
package enum KeptText {
    private static let limit = 400

    /// Compares lines with those that are kept in the file `name`, a path in `Tests/Kept`.
    package static func check(_ lines: [String], _ name: String) throws {
        let first = Array(lines.prefix(limit))
        let file = "\(Checkout.root)/Tests/Kept/\(name)"
        if getenv("KEEP") != nil { return try write(first, to: file) }
        let kept = try String(decoding: Checkout.bytes(of: file), as: UTF8.self)
            .split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
        guard kept != first else { return }
        let same = zip(kept, first).prefix { $0.0 == $0.1 }.count
        throw DifferentText(
            description: """
                Tests/Kept/\(name):\(same + 1) is
                    \(same < kept.count ? kept[same] : "not there")
                and would be
                    \(same < first.count ? first[same] : "not there")
                If this is meant, keep it with 'make kept'.
                """
        )
    }

    private static func write(_ lines: [String], to path: String) throws {
        try AtomicFile.write(lines.flatMap { Array($0.utf8) + [10] }, to: path)
    }
}

package struct DifferentText: Error, CustomStringConvertible {
    package let description: String
}
