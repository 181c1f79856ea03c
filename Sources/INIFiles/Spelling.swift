/// The word of a list that somebody most likely meant.
package enum Spelling {
    /// Returns the word nearest to `text`, or `nil` when none is near enough to be a slip of the keyboard.
    package static func nearest(to text: String, among words: [String]) -> String? {
        let scored = words.map { (word: $0, distance: distance(text.lowercased(), $0.lowercased())) }
        guard let best = scored.min(by: { $0.distance < $1.distance }),
            best.distance <= max(1, best.word.count / 3)
        else { return nil }
        return best.word
    }

    /// Counts the letters to insert, remove, replace or swap with a neighbour to turn one word into the other.
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
