extension Dictionary where Key: Comparable {
    @inlinable
    package func sortedKeys(where isIncluded: (Value) -> Bool) -> [Key] {
        // A filtered dictionary would be made and hashed even where nothing meets the condition, as it is for most events.
        var keys: [Key] = []
        for (key, value) in self where isIncluded(value) { keys.append(key) }
        keys.sort()
        return keys
    }
}
