import Testing

@testable import OwnTracks

@Suite("A secret box")
struct SecretBoxTests {
    @Test("is the one of NaCl")
    func vector() throws {
        let key = "1b27556473e985d462cd51197a9a46c76009549eac6474f206c4ee0844f68389"
        let nonce = "69696ee955b62b73cd62bda875fc73d68219e0036b7a0b37"
        let box = """
            f3ffc7703f9400e52a7dfb4b3d3305d98e993b9f48681273c29650ba32fc76ce48332ea7164d96a4476fb8c531a1186a\
            c0dfc17c98dce87b4da7f011ec48c97271d2c20f9b928fe2270d6fb863d51738b48eeee314a7cc8ab932164548e526ae\
            90224368517acfeabd6bb3732bc0e9da99832b61ca01b6de56244a9e88d5f9b37973f622a43d14a6599b1f654cb45a74\
            e355a5
            """
        let opened = try #require(SecretBox(secret: bytes(key))).open(bytes(nonce + box))
        #expect(opened?.prefix(8) == bytes("be075fc53c81f2d5")[...])
        #expect(opened?.count == 131)
    }

    @Test("is opened with its secret alone, and is another one each time")
    func seal() throws {
        let box = try #require(SecretBox(secret: Array("secret".utf8)))
        let text = Array("text".utf8)
        var sealed = box.seal(text)
        #expect(box.open(sealed) == text)
        #expect(box.seal(text) != sealed)
        #expect(SecretBox(secret: Array("secret2".utf8))?.open(sealed) == nil)
        sealed[sealed.count - 1] ^= 1
        #expect(box.open(sealed) == nil)
        #expect(box.open(Array(sealed.prefix(39))) == nil)
    }

    @Test("has a secret of 1 to 32 bytes", arguments: [(0, false), (1, true), (32, true), (33, false)])
    func lengths(_ count: Int, _ isOne: Bool) {
        #expect((SecretBox(secret: Array(repeating: 65, count: count)) != nil) == isOne)
    }

    private func bytes(_ hexadecimal: String) -> [UInt8] {
        let digits = Array(hexadecimal)
        return stride(from: 0, to: digits.count, by: 2).compactMap {
            UInt8(String(digits[$0...($0 + 1)]), radix: 16)
        }
    }
}
