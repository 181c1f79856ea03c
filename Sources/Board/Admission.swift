import HTTPServer

/// Decides which requests the board answers.
struct Admission {
    /// The headers that it reads.
    static let headers = ["Authorization", "Content-Type", "Host", "Origin"]

    private let authorities: Set<String>
    private let token: [UInt8]

    init(to address: ListenAddress, token: String) {
        authorities = address.authorities
        self.token = Array(token.utf8)
    }

    /// Returns the refusal of a request that reached the board by another name or from another page; `nil` to go on.
    func refusalOfOrigin(_ request: HTTPRequest) -> HTTPResponse? {
        guard let host = request.headers["Host"]?.lowercased(), authorities.contains(host) else {
            return .problem(421, "The board has another address.")
        }
        guard let origin = request.headers["Origin"]?.lowercased() else { return nil }
        guard origin.hasPrefix("http://"), authorities.contains(String(origin.dropFirst(7))) else {
            return .problem(403, "Another page may not use the board.")
        }
        return nil
    }

    /// Returns the refusal of a request without the token; `nil` to go on.
    func refusalOfToken(_ request: HTTPRequest) -> HTTPResponse? {
        let given = Array((request.headers["Authorization"] ?? "").utf8)
        let wanted = Array("Bearer ".utf8) + token
        // The time of the comparison must not tell how much of a guess was right.
        var difference = given.count ^ wanted.count
        for (left, right) in zip(given, wanted) { difference |= Int(left ^ right) }
        return difference == 0 ? nil : .problem(401, "The token is missing or wrong.")
    }
}
