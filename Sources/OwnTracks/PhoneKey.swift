import CSodium

/// The secret that a phone and this machine have in common, with which OwnTracks encrypts what it sends.
package struct PhoneKey: Hashable, Sendable {
    // Without l, o, 0 and 1, which a person who types it takes for one another. 32 of them have 160 bits, and are as many
    // as OwnTracks uses.
    private static let alphabet = Array("abcdefghijkmnpqrstuvwxyz23456789".utf8)

    /// The secret as it is typed into the phone.
    package let text: String
    private let box: SecretBox

    /// Creates a key from its text; `nil` unless it has the form of one.
    package init?(_ text: String) {
        guard text.utf8.count == SecretBox.longestSecret, text.utf8.allSatisfy(Self.alphabet.contains),
            let box = SecretBox(secret: Array(text.utf8))
        else { return nil }
        (self.text, self.box) = (text, box)
    }

    /// Makes a key that nobody can guess; `nil` if the library cannot start.
    package static func makeRandom() -> PhoneKey? {
        guard sodium_init() >= 0 else { return nil }
        let letters = (0..<SecretBox.longestSecret).map { _ in
            alphabet[Int(randombytes_uniform(UInt32(alphabet.count)))]
        }
        return PhoneKey(String(decoding: letters, as: UTF8.self))
    }

    func open(_ box: [UInt8]) -> [UInt8]? { self.box.open(box) }
}
