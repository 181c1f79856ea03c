import CSodium
import Testing

@testable import OwnTracks

/// A phone with OwnTracks, which encrypts as OwnTracks does: with libsodium.
struct TestPhone {
    let name: String
    let key: PhoneKey

    init(_ name: String) throws {
        self.name = name
        key = try #require(PhoneKey.makeRandom())
    }

    func paired(isCarried: Bool = false, mayBePlain: Bool = false) -> PairedPhone {
        var phone = PairedPhone(name: name, key: key)
        (phone.isCarried, phone.mayBePlain) = (isCarried, mayBePlain)
        return phone
    }

    func sealed(_ text: String) -> String { Self.sealed(text, key.text) }

    static func sealed(_ text: String, _ secret: String) -> String {
        let nonceLength = Int(crypto_secretbox_NONCEBYTES)
        let text = Array(text.utf8)
        var nonce = [UInt8](repeating: 0, count: nonceLength)
        randombytes_buf(&nonce, nonceLength)
        var box = [UInt8](repeating: 0, count: text.count + Int(crypto_secretbox_MACBYTES))
        crypto_secretbox_easy(&box, text, UInt64(text.count), nonce, Array(secret.utf8))
        return #"{"_type":"encrypted","data":"\#(SecretBox.base64(nonce + box))"}"#
    }

    static func position(_ seconds: Int64, latitude: Double = 52.5, _ more: String = #""acc":12"#) -> String {
        #"{"_type":"location","lat":\#(latitude),"lon":13.4,"tst":\#(seconds),\#(more)}"#
    }
}
