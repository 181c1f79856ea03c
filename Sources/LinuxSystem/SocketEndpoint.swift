import CLinux
import Glibc

/// A numeric address of a machine: IPv6, or IPv4 mapped into it.
package struct SocketAddress: Hashable, Sendable, CustomStringConvertible {
    /// The bytes that precede the four bytes of an IPv4 address.
    private static let mapping = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF]

    /// The 16 bytes in network order.
    private let bytes: [UInt8]

    /// The interface of a link-local address, or 0.
    private let scope: UInt32

    /// Parses a numeric address, with the interface of a link-local one after `%`; `nil` for anything else.
    package init?(_ text: String) {
        let parts = text.split(separator: "%", maxSplits: 1, omittingEmptySubsequences: false)
        let address = text.contains(":") ? String(parts[0]) : "::ffff:" + text
        var bytes = [UInt8](repeating: 0, count: 16)
        guard unsafe inet_pton(AF_INET6, address, &bytes) == 1 else { return nil }
        scope = parts.count > 1 ? unsafe UInt32(parts[1]) ?? if_nametoindex(String(parts[1])) : 0
        self.bytes = bytes
    }

    fileprivate init(_ endpoint: waymark_endpoint) {
        scope = endpoint.scope
        bytes = unsafe withUnsafeBytes(of: endpoint.address) { unsafe Array($0) }
    }

    /// Creates an address from its 32-bit words, as the kernel's tables show them.
    fileprivate init(words: [UInt32]) {
        scope = 0
        let own = words.flatMap { word in unsafe withUnsafeBytes(of: word) { unsafe Array($0) } }
        bytes = own.count == 16 ? own : Self.mapping + own
    }

    package var isOfThisMachine: Bool {
        var endpoint = endpoint
        return unsafe waymark_is_own_address(&endpoint) != 0
    }

    /// Whether it belongs to another machine in a network of this machine, with no router between them.
    package var isNear: Bool {
        var endpoint = endpoint
        return unsafe waymark_is_near_address(&endpoint) != 0
    }

    private var endpoint: waymark_endpoint {
        var endpoint = waymark_endpoint()
        endpoint.scope = scope
        unsafe withUnsafeMutableBytes(of: &endpoint.address) { unsafe $0.copyBytes(from: bytes) }
        return endpoint
    }

    private var isIPv4: Bool { bytes.starts(with: Self.mapping) }

    var isWildcard: Bool { bytes.dropFirst(isIPv4 ? 12 : 0).allSatisfy { $0 == 0 } }

    /// Returns whether the addresses are equal; the interface does not matter if `other` names none.
    package func matches(_ other: Self) -> Bool {
        hasSameBytes(as: other) && (other.scope == 0 || other.scope == scope)
    }

    /// Returns whether the addresses are equal but for the interface, which the kernel's tables do not show.
    func hasSameBytes(as other: Self) -> Bool { bytes == other.bytes }

    package var description: String {
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        let (family, own) = isIPv4 ? (AF_INET, Array(bytes[12...])) : (AF_INET6, bytes)
        unsafe _ = inet_ntop(family, own, &text, socklen_t(text.count))
        let address = String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
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
