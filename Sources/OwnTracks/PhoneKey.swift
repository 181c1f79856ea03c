import CSodium

/// The secret that a phone and this machine have in common, with which OwnTracks encrypts what it sends.
package struct PhoneKey: Hashable, Sendable {
    // Without l, o, 0 and 1, which a person who types it takes for one another. 32 of them have 160 bits, and are as many
    // as OwnTracks uses.
    private static let alphabet = Array("abcdefghijkmnpqrstuvwxyz23456789".utf8)
    private static let length = Int(crypto_secretbox_KEYBYTES)
    private static let nonceLength = Int(crypto_secretbox_NONCEBYTES)
    private static let form = CInt(sodium_base64_VARIANT_ORIGINAL)

    /// The secret as it is typed into the phone.
    package let text: String

    /// Creates a key from its text; `nil` unless it has the form of one.
    package init?(_ text: String) {
        guard text.utf8.count == Self.length, text.utf8.allSatisfy(Self.alphabet.contains), sodium_init() >= 0
        else { return nil }
        self.text = text
    }

    /// Makes a key that nobody can guess; `nil` if the library cannot start.
    package static func makeRandom() -> PhoneKey? {
        guard sodium_init() >= 0 else { return nil }
        let letters = (0..<length).map { _ in alphabet[Int(randombytes_uniform(UInt32(alphabet.count)))] }
        return PhoneKey(String(decoding: letters, as: UTF8.self))
    }

    /// Opens a box: a nonce, a tag and the encrypted text; `nil` if it was made with another key, or changed.
    ///
    /// How long it takes tells nothing of the key.
    func open(_ box: [UInt8]) -> [UInt8]? {
        let overhead = Self.nonceLength + Int(crypto_secretbox_MACBYTES)
        guard box.count >= overhead else { return nil }
        var opened = [UInt8](repeating: 0, count: box.count - overhead)
        let sealed = Array(box[Self.nonceLength...])
        // As OwnTracks uses it, the text itself is the key.
        let key = Array(text.utf8)
        let result = unsafe crypto_secretbox_open_easy(&opened, sealed, UInt64(sealed.count), box, key)
        return result == 0 ? opened : nil
    }

    /// Reads base 64 as OwnTracks writes it; `nil` for anything else.
    static func box(base64 text: String) -> [UInt8]? {
        let characters = text.utf8.map { CChar(bitPattern: $0) }
        var box = [UInt8](repeating: 0, count: characters.count)
        var length = 0
        let result = unsafe sodium_base642bin(
            &box,
            box.count,
            characters,
            characters.count,
            "\r\n",
            &length,
            nil,
            form
        )
        return result == 0 ? Array(box[..<length]) : nil
    }

    /// Writes base 64 as OwnTracks reads it.
    package static func base64(_ bytes: [UInt8]) -> String {
        var text = [CChar](repeating: 0, count: sodium_base64_encoded_len(bytes.count, form))
        unsafe sodium_bin2base64(&text, text.count, bytes, bytes.count, form)
        return String(decoding: text.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
