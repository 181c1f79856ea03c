import HTTP

// Who may use the board.
extension BoardSession {
    static let headers = ["Authorization", "Content-Type", "Host", "Origin"]

    /// Returns the refusal of a request that reached the board by another name or from another page; `nil` to go on.
    func refusalOfOrigin(_ request: HTTPRequest) -> HTTPResponse? {
        let host = request.headers["Host"]?.lowercased() ?? ""
        // Programs that fetch figures resolve no names below localhost.
        if request.path == "/metrics", request.headers["Origin"] == nil, page.plainAuthorities.contains(host)
        {
            return nil
        }
        guard page.authorities.contains(host) else {
            return .problem(421, "The board has another address: open it with waymark-board --open.")
        }
        guard let origin = request.headers["Origin"]?.lowercased() else { return nil }
        guard origin.hasPrefix("http://"), page.authorities.contains(String(origin.dropFirst(7))) else {
            return .problem(403, "Another page may not use the board.")
        }
        return nil
    }

    /// Returns the refusal of a request without the token; `nil` to go on.
    func refusalOfToken(_ request: HTTPRequest) -> HTTPResponse? {
        let given = Array((request.headers["Authorization"] ?? "").utf8)
        return isSame(given, Array("Bearer \(token)".utf8))
            ? nil : .problem(401, "The token is missing or wrong.")
    }
}
