import CSodium

/// Encryption as OwnTracks uses it: libsodium's secret box, whose key is the text of the secret itself.
package struct SecretBox: Hashable, Sendable {
    private static let nonceLength = Int(crypto_secretbox_NONCEBYTES)
    private static let tagLength = Int(crypto_secretbox_MACBYTES)
    private static let form = CInt(sodium_base64_VARIANT_ORIGINAL)

    /// The largest number of bytes of a secret; OwnTracks would cut a longer one.
    package static let longestSecret = Int(crypto_secretbox_KEYBYTES)

    private let key: [UInt8]

    /// Creates a box from a secret of 1 to 32 bytes; `nil` for another one, or if the library cannot start.
    package init?(secret: [UInt8]) {
        guard (1...Self.longestSecret).contains(secret.count), sodium_init() >= 0 else { return nil }
        key = secret + Array(repeating: 0, count: Self.longestSecret - secret.count)
    }

    /// Returns a new nonce, the tag and the encrypted text.
    package func seal(_ text: [UInt8]) -> [UInt8] {
        var nonce = [UInt8](repeating: 0, count: Self.nonceLength)
        unsafe randombytes_buf(&nonce, nonce.count)
        var sealed = [UInt8](repeating: 0, count: text.count + Self.tagLength)
        unsafe crypto_secretbox_easy(&sealed, text, UInt64(text.count), nonce, key)
        return nonce + sealed
    }

    /// Opens a box: a nonce, a tag and the encrypted text; `nil` if it was made with another key, or changed.
    ///
    /// The time that it takes reveals nothing about the key.
    package func open(_ box: [UInt8]) -> [UInt8]? {
        let overhead = Self.nonceLength + Self.tagLength
        guard box.count >= overhead else { return nil }
        var opened = [UInt8](repeating: 0, count: box.count - overhead)
        let sealed = Array(box[Self.nonceLength...])
        let result = unsafe crypto_secretbox_open_easy(&opened, sealed, UInt64(sealed.count), box, key)
        return result == 0 ? opened : nil
    }

    /// Reads base 64 as OwnTracks writes it; `nil` for anything else.
    package static func bytes(base64 text: String) -> [UInt8]? {
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

    package static func base64(_ bytes: [UInt8]) -> String {
        var text = [CChar](repeating: 0, count: sodium_base64_encoded_len(bytes.count, form))
        unsafe sodium_bin2base64(&text, text.count, bytes, bytes.count, form)
        return String(decoding: text.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}

/// The secret shared by a phone and this machine, with which OwnTracks encrypts its messages.
package struct PhoneKey: Hashable, Sendable {
    // Without l, o, 0 and 1, which are easily mistaken for one another. 32 characters have 160 bits, and are
    // as many as OwnTracks uses.
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
