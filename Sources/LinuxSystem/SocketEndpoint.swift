import CLinux
import Glibc

/// A numeric address of a machine: IPv6, or IPv4 mapped into it.
package struct SocketAddress: Hashable, Sendable {
    /// The 16 bytes in network order.
    private let high: UInt64
    private let low: UInt64

    /// The interface of a link-local address, or 0.
    private let scope: UInt32

    /// Parses a numeric address, with the interface of a link-local one after `%`; `nil` if it is none.
    package init?(_ text: String) {
        let parts = text.split(separator: "%", maxSplits: 1, omittingEmptySubsequences: false)
        let address = text.contains(":") ? String(parts[0]) : "::ffff:" + text
        var bytes = in6_addr()
        guard unsafe inet_pton(AF_INET6, address, &bytes) == 1 else { return nil }
        scope = parts.count > 1 ? unsafe UInt32(parts[1]) ?? if_nametoindex(String(parts[1])) : 0
        (high, low) = unsafe withUnsafeBytes(of: bytes) { unsafe Self.words($0) }
    }

    fileprivate init(_ endpoint: waymark_endpoint) {
        scope = endpoint.scope
        (high, low) = unsafe withUnsafeBytes(of: endpoint.address) { unsafe Self.words($0) }
    }

    /// Creates an address from its 32-bit words, as the kernel's tables show them.
    fileprivate init(words: [UInt32]) {
        func pair(_ first: UInt32, _ second: UInt32) -> UInt64 {
            UInt64(UInt32(bigEndian: first)) << 32 | UInt64(UInt32(bigEndian: second))
        }
        scope = 0
        if words.count == 4 {
            (high, low) = (pair(words[0], words[1]), pair(words[2], words[3]))
        } else {
            (high, low) = (0, 0xFFFF << 32 | UInt64(UInt32(bigEndian: words[0])))
        }
    }

    package var isOfThisMachine: Bool {
        var endpoint = endpoint
        return unsafe waymark_is_own_address(&endpoint) != 0
    }

    /// Whether another machine has it, in a network that this machine is in, too: no router is between them.
    package var isNear: Bool {
        var endpoint = endpoint
        return unsafe waymark_is_near_address(&endpoint) != 0
    }

    private var endpoint: waymark_endpoint {
        var endpoint = waymark_endpoint()
        endpoint.scope = scope
        unsafe withUnsafeMutableBytes(of: &endpoint.address) { bytes in
            unsafe bytes.storeBytes(of: high.bigEndian, as: UInt64.self)
            unsafe bytes.storeBytes(of: low.bigEndian, toByteOffset: 8, as: UInt64.self)
        }
        return endpoint
    }

    var isWildcard: Bool { high == 0 && (low == 0 || low == 0xFFFF << 32) }

    /// Whether two addresses are equal, or but for the interface if the other one names none.
    package func matches(_ other: Self) -> Bool {
        hasSameBytes(as: other) && (other.scope == 0 || other.scope == scope)
    }

    /// Whether two addresses are equal but for the interface, which the kernel's tables do not show.
    func hasSameBytes(as other: Self) -> Bool { high == other.high && low == other.low }

    private static func words(_ bytes: UnsafeRawBufferPointer) -> (UInt64, UInt64) {
        func word(_ range: Range<Int>) -> UInt64 {
            unsafe bytes[range].reduce(0) { $0 << 8 | UInt64($1) }
        }
        return (word(0..<8), word(8..<16))
    }
}

extension SocketAddress: CustomStringConvertible {
    package var description: String {
        var words = (high.bigEndian, low.bigEndian)
        let isIPv4 = high == 0 && low >> 32 == 0xFFFF
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        unsafe withUnsafeBytes(of: &words) { bytes in
            let bytes = unsafe isIPv4 ? UnsafeRawBufferPointer(rebasing: bytes[12...]) : bytes
            unsafe _ = inet_ntop(
                isIPv4 ? AF_INET : AF_INET6,
                bytes.baseAddress,
                &text,
                socklen_t(text.count)
            )
        }
        let address = String(
            decoding: text.lazy.map { UInt8(bitPattern: $0) }.prefix { $0 != 0 },
            as: UTF8.self
        )
        return scope == 0 ? address : "\(address)%\(scope)"
    }
}

/// One end of a connection, or the sender of a datagram.
package struct SocketEndpoint: Hashable, Sendable {
    package let address: SocketAddress
    package let port: UInt16

    package init(address: SocketAddress, port: UInt16) {
        self.address = address
        self.port = port
    }

    package init?(_ address: String, port: UInt16) {
        guard let address = SocketAddress(address) else { return nil }
        self.init(address: address, port: port)
    }

    init(_ endpoint: waymark_endpoint) {
        address = SocketAddress(endpoint)
        port = endpoint.port
    }

    /// Reads the hexadecimal form of the kernel's tables; `nil` if it has another form.
    init?(hexadecimal text: ArraySlice<UInt8>) {
        guard let colon = text.firstIndex(of: UInt8(ascii: ":")), [8, 32].contains(colon - text.startIndex),
            let port = UInt16(String(decoding: text[(colon + 1)...], as: UTF8.self), radix: 16)
        else { return nil }
        var words: [UInt32] = []
        for start in stride(from: text.startIndex, to: colon, by: 8) {
            guard let word = UInt32(String(decoding: text[start..<(start + 8)], as: UTF8.self), radix: 16)
            else { return nil }
            words.append(word)
        }
        self.init(address: SocketAddress(words: words), port: port)
    }
}

extension SocketEndpoint: CustomStringConvertible {
    package var description: String {
        let address = address.description
        return address.contains(":") ? "[\(address)]:\(port)" : "\(address):\(port)"
    }
}
