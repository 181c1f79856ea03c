/// The sentences that ModemManager has of a modem's receiver: the latest of each type, in any order.
///
/// ModemManager keeps them when the receiver falls silent, so an answer may repeat old ones. During a burst
/// of the receiver, an answer has sentences of two instants.
package struct SentenceTrace: Hashable, Sendable {
    /// The most bytes that the service accepts.
    private static let limit = 32_768

    private var sentences: [String] = []

    /// Splits an answer into its sentences; other lines are dropped.
    package init(_ text: String = "") {
        var length = 0
        for line in text.utf8.split(whereSeparator: { $0 == 13 || $0 == 10 })
        where line.first == UInt8(ascii: "$") && line.allSatisfy({ (32..<127).contains($0) }) {
            length += line.count + 2
            guard length <= Self.limit else { break }
            sentences.append(String(Substring(line)))
        }
    }

    /// Returns what to send after an earlier answer; `nil` if nothing has changed.
    ///
    /// First come the sentences with a new time, then all without a time, which belong to them. If the times
    /// differ, `isMixed` is true.
    package func news(since last: SentenceTrace) -> (text: String, isMixed: Bool)? {
        let changed = sentences.filter { !last.sentences.contains($0) }
        guard !changed.isEmpty else { return nil }
        let timed = changed.filter { Self.time(of: $0) != nil }
        let untimed = sentences.filter { Self.time(of: $0) == nil }
        let text = (timed + untimed).map { $0 + "\r\n" }.joined()
        return (text, Set(timed.map { Self.time(of: $0) }).count > 1)
    }

    /// Returns the time of day in a sentence; `nil` if it has none, as GSA and GSV.
    private static func time(of sentence: String) -> Substring? {
        let fields = sentence.split(separator: ",", omittingEmptySubsequences: false)
        let types = ["RMC": 1, "GGA": 1, "GNS": 1, "GST": 1, "GBS": 1, "GRS": 1, "ZDA": 1, "GLL": 5]
        guard let index = types[String(fields[0].dropFirst(3))], index < fields.count else { return nil }
        return fields[index].isEmpty ? nil : fields[index]
    }
}
