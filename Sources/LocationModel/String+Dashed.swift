extension String {
    /// The word as people type it, with dashes instead of capitals: `allowOnce` is `allow-once`.
    package var dashed: String {
        reduce(into: "") { text, letter in
            if letter.isUppercase, !text.isEmpty { text += "-" }
            text += letter.lowercased()
        }
    }
}
