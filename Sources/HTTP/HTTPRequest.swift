package struct HTTPRequest: Sendable {
    package var method: String

    /// The path, percent-decoded, without the query.
    package var path: String

    /// The headers that ``HTTPServer`` was told to read, by their names.
    package var headers: [String: String]

    /// The body; `nil` if it was longer than the server permits.
    package var body: [UInt8]?

    package init(method: String, path: String, headers: [String: String] = [:], body: [UInt8]? = []) {
        self.method = method
        self.path = path
        self.headers = headers
        self.body = body
    }
}

package struct HTTPResponse: Hashable, Sendable {
    /// The status code, such as 200.
    package var status: Int

    /// The headers, alternating names and values.
    package var headers: [String]

    package var body: [UInt8]

    package init(status: Int, headers: [String] = [], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}
