import Glibc
import LinuxSystem

/// A TCP connection to a server of this machine, on which a test writes HTTP itself.
package final class HTTPConnection {
    package struct Answer: Sendable {
        package let status: Int
        package let head: String
        package let body: String
    }

    private let descriptor: FileDescriptor
    private var bytes: [UInt8] = []
    package private(set) var isClosed = false

    package init(to port: UInt16) throws {
        let number = socket(AF_INET, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        descriptor = FileDescriptor(owning: number)
        var address = sockaddr_in(port: port)
        guard address.withGeneric({ connect(number, $0, $1) }) == 0 else { throw SystemError("connect") }
    }

    /// Sends a request, whose headers are all but the length of the body.
    package func send(_ method: String, _ path: String, headers: [String: String], body: String = "") throws {
        var lines = ["\(method) \(path) HTTP/1.1"]
        lines += headers.map { "\($0.key): \($0.value)" }
        if method == "POST" { lines.append("Content-Length: \(body.utf8.count)") }
        try descriptor.send(lines.joined(separator: "\r\n") + "\r\n\r\n" + body)
    }

    package func received() throws -> String {
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while !isClosed {
            let count = recv(descriptor.rawValue, &chunk, chunk.count, CInt(MSG_DONTWAIT))
            if count > 0 {
                bytes += chunk[..<count]
            } else if count < 0, errno == EAGAIN || errno == EINTR {
                break
            } else {
                isClosed = true
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Waits for the answer to a request: until it is as long as it says, or the server closes the connection.
    package func answer() async throws -> Answer {
        try await waiting(for: "an answer") {
            let text = try received()
            guard let end = text.firstRange(of: "\r\n\r\n") else { return nil }
            let head = String(text[..<end.lowerBound])
            let length = head.lowercased().split(separator: "\r\n").first { $0.hasPrefix("content-length:") }
                .flatMap { $0.split(separator: ":").last?.split(separator: " ").first }.flatMap { Int($0) }
            guard isClosed || length.map({ text[end.upperBound...].utf8.count >= $0 }) ?? false else {
                return nil
            }
            let status = head.split(separator: " ").dropFirst().first.flatMap { Int($0) }
            return Answer(status: status ?? 0, head: head, body: String(text[end.upperBound...]))
        }
    }
}
