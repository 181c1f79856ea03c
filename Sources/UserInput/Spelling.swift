package enum Spelling {
    /// Returns the word nearest to `text`; `nil` if none is near enough to be a typing error.
    package static func nearest(to text: String, among words: [String]) -> String? {
        // The text may have any length, so words of a very different length are skipped.
        let near = words.filter { abs($0.utf8.count - text.utf8.count) <= tolerance(for: $0) }
        let scored = near.map { (word: $0, distance: distance(text.lowercased(), $0.lowercased())) }
        guard let best = scored.min(by: { $0.distance < $1.distance }),
            best.distance <= tolerance(for: best.word)
        else { return nil }
        return best.word
    }

    /// Returns the end of a message, a question for the nearest word; empty if none is near.
    package static func suggestion(for text: String, among words: [String]) -> String {
        nearest(to: text, among: words).map { "; did you mean '\($0)'?" } ?? ""
    }

    private static func tolerance(for word: String) -> Int { max(1, word.utf8.count / 3) }

    /// Returns the edit distance: the letters to insert, remove, replace or swap with a neighbour.
    private static func distance(_ left: String, _ right: String) -> Int {
        let left = Array(left.utf8)
        let right = Array(right.utf8)
        var beforePrevious: [Int] = []
        var previous = Array(0...right.count)
        for row in left.indices {
            var current = [row + 1]
            for column in right.indices {
                var cost = min(
                    previous[column] + (left[row] == right[column] ? 0 : 1),
                    previous[column + 1] + 1,
                    current[column] + 1
                )
                if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
                    cost = min(cost, beforePrevious[column - 1] + 1)
                }
                current.append(cost)
            }
            beforePrevious = previous
            previous = current
        }
        return previous[right.count]
    }
}
