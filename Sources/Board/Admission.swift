import HTTP

struct Admission {
    static let headers = ["Authorization", "Content-Type", "Host", "Origin"]

    private let authorities: Set<String>
    private let plainAuthorities: Set<String>
    private let token: [UInt8]

    init(to page: PageAddress, token: String) {
        authorities = page.authorities
        plainAuthorities = page.plainAuthorities
        self.token = Array(token.utf8)
    }

    /// Returns the refusal of a request that reached the board by another name or from another page; `nil` to go on.
    func refusalOfOrigin(_ request: HTTPRequest) -> HTTPResponse? {
        let host = request.headers["Host"]?.lowercased() ?? ""
        // Programs that fetch figures resolve no names below localhost.
        if request.path == "/metrics", request.headers["Origin"] == nil, plainAuthorities.contains(host) {
            return nil
        }
        guard authorities.contains(host) else {
            return .problem(421, "The board has another address: open it with waymark-board --open.")
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
        return isSame(given, Array("Bearer ".utf8) + token)
            ? nil : .problem(401, "The token is missing or wrong.")
    }
}
