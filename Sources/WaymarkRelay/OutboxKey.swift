import CSodium
import Glibc
import LinuxSystem

/// The secret key under which events wait, in a file beside them or in a credential of systemd.
struct OutboxKey {
    static let credentialName = "waymark-relay-key"

    private static let length = Int(crypto_aead_xchacha20poly1305_ietf_KEYBYTES)
    private static let nonceLength = Int(crypto_aead_xchacha20poly1305_ietf_NPUBBYTES)
    private static let tagLength = Int(crypto_aead_xchacha20poly1305_ietf_ABYTES)

    private let bytes: [UInt8]

    /// Reads the key, or makes one where there is no outbox yet.
    init(in folder: String, credentials: String?, mayMake: Bool) throws {
        guard sodium_init() >= 0 else { throw OwnersProblem("libsodium cannot start") }
        let credential = credentials.map { "\($0)/\(Self.credentialName)" }
        let isGiven = credential.map { unsafe access($0, F_OK) == 0 } ?? false
        let path = isGiven ? credential ?? "" : folder + "/key"
        if unsafe access(path, F_OK) == 0 {
            bytes = try contentsOfFile(path, atMost: 4096)
        } else {
            guard mayMake else {
                throw OwnersProblem(
                    "\(path): the key of the outbox is missing; put it back, or move the folder away"
                )
            }
            bytes = Self.random(Self.length)
            // Complete or absent: with half a key nobody could read what waits.
            try AtomicFile.write(bytes, to: path, permissions: 0o600)
        }
        guard bytes.count == Self.length else {
            throw OwnersProblem("\(path): a key has \(Self.length) bytes, and this one has \(bytes.count)")
        }
        guard !isGiven else { return }
        var status = stat()
        guard unsafe stat(path, &status) == 0, status.st_uid == geteuid(), status.st_mode & 0o077 == 0 else {
            throw OwnersProblem("\(path): others can read the key: chmod 600 \(path)")
        }
    }

    /// Returns a name that nobody else has: 16 letters and digits.
    static func randomName() -> String {
        random(8).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    private static func random(_ count: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        unsafe randombytes_buf(&bytes, count)
        return bytes
    }

    /// Seals a value for one place: without the key nobody can read it, or change or move it unnoticed.
    func seal(_ value: [UInt8], at number: Int64) -> [UInt8] {
        let nonce = Self.random(Self.nonceLength)
        let place = Array("\(number)".utf8)
        var sealed = [UInt8](repeating: 0, count: value.count + Self.tagLength)
        // Sealing has no way to fail.
        unsafe _ = crypto_aead_xchacha20poly1305_ietf_encrypt(
            &sealed,
            nil,
            value,
            UInt64(value.count),
            place,
            UInt64(place.count),
            nil,
            nonce,
            bytes
        )
        return nonce + sealed
    }

    /// Opens a sealed value; `nil` if it was sealed with another key or for another place, or changed.
    func open(_ sealed: [UInt8], at number: Int64) -> [UInt8]? {
        guard sealed.count >= Self.nonceLength + Self.tagLength else { return nil }
        let box = Array(sealed[Self.nonceLength...])
        let place = Array("\(number)".utf8)
        var value = [UInt8](repeating: 0, count: box.count - Self.tagLength)
        let result = unsafe crypto_aead_xchacha20poly1305_ietf_decrypt(
            &value,
            nil,
            nil,
            box,
            UInt64(box.count),
            place,
            UInt64(place.count),
            sealed,
            bytes
        )
        return result == 0 ? value : nil
    }
}

/// What only the owner can change.
struct OwnersProblem: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
