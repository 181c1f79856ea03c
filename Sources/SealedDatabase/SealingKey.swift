import CSodium

/// The secret key under which values are sealed, kept where the kernel does not swap it out.
@safe package final class SealingKey {
    package static let length = Int(crypto_aead_xchacha20poly1305_ietf_KEYBYTES)

    private static let nonceLength = Int(crypto_aead_xchacha20poly1305_ietf_NPUBBYTES)
    private static let tagLength = Int(crypto_aead_xchacha20poly1305_ietf_ABYTES)

    /// The first byte of each sealed value, which would distinguish another cipher.
    private static let form: UInt8 = 1

    private let bytes: UnsafeMutablePointer<UInt8>

    /// Creates a key from its bytes, or `nil` unless there are ``length`` of them.
    package init?(_ key: [UInt8]) {
        guard key.count == Self.length, sodium_init() >= 0,
            let memory = unsafe sodium_malloc(key.count)
        else { return nil }
        unsafe bytes = memory.bindMemory(to: UInt8.self, capacity: key.count)
        unsafe bytes.initialize(from: key, count: key.count)
    }

    /// Overwrites the key before it gives the memory back.
    deinit { unsafe sodium_free(bytes) }

    /// Returns as many random bytes as a key has, or `nil` when the library cannot start.
    static func makeRandomBytes() -> [UInt8]? {
        guard sodium_init() >= 0 else { return nil }
        var bytes = [UInt8](repeating: 0, count: length)
        unsafe randombytes_buf(&bytes, length)
        return bytes
    }

    /// Seals a value: without the key nobody can read it, or change or move it unnoticed.
    package func seal(_ value: [UInt8], at place: SealedPlace) -> SealedBytes {
        let associated = place.bytes
        var sealed = [UInt8](repeating: Self.form, count: 1 + Self.nonceLength + value.count + Self.tagLength)
        unsafe sealed.withUnsafeMutableBufferPointer { sealed in
            guard let nonce = unsafe sealed.baseAddress.map({ unsafe $0 + 1 }) else { return }
            // A random nonce of 24 bytes never repeats, however long the key is used.
            unsafe randombytes_buf(nonce, Self.nonceLength)
            // Sealing has no way to fail.
            unsafe _ = crypto_aead_xchacha20poly1305_ietf_encrypt(
                nonce + Self.nonceLength,
                nil,
                value,
                UInt64(value.count),
                associated,
                UInt64(associated.count),
                nil,
                nonce,
                bytes
            )
        }
        return SealedBytes(sealed)
    }

    /// Opens a sealed value, or returns `nil` when it was sealed with another key or for another place, or changed.
    package func open(_ sealed: [UInt8], at place: SealedPlace) -> [UInt8]? {
        let overhead = 1 + Self.nonceLength + Self.tagLength
        guard sealed.count >= overhead, sealed[0] == Self.form else { return nil }
        let nonce = Array(sealed[1...Self.nonceLength])
        let box = Array(sealed[(1 + Self.nonceLength)...])
        let associated = place.bytes
        var value = [UInt8](repeating: 0, count: sealed.count - overhead)
        let result = unsafe crypto_aead_xchacha20poly1305_ietf_decrypt(
            &value,
            nil,
            nil,
            box,
            UInt64(box.count),
            associated,
            UInt64(associated.count),
            nonce,
            bytes
        )
        return result == 0 ? value : nil
    }
}

package struct SealedBytes: Hashable {
    package let bytes: [UInt8]

    fileprivate init(_ bytes: [UInt8]) { self.bytes = bytes }
}

package struct SealedPlace {
    package let table: String
    package let column: String

    /// The primary key of the row, as text.
    package let row: String

    package init(table: String, column: String, row: String) {
        (self.table, self.column, self.row) = (table, column, row)
    }

    /// The associated data of the seal; the lengths keep `a/bc` and `ab/c` apart.
    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(12 + table.utf8.count + column.utf8.count + row.utf8.count)
        for part in [table, column, row] {
            let count = UInt32(part.utf8.count)
            bytes += (0..<4).map { UInt8(truncatingIfNeeded: count >> ($0 * 8)) }
            bytes += Array(part.utf8)
        }
        return bytes
    }
}
