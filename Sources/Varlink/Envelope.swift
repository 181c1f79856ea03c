/// The common members of calls and replies.
extension JSONObject {
    static func envelope(_ message: [UInt8], depthLimit: Int) throws(CallError) -> JSONObject {
        do throws(JSONError) {
            return try JSONObject(message, depthLimit: depthLimit)
        } catch { throw CallError(error.description) }
    }

    /// Throws if there are members other than the known ones and vendor extensions, which are objects with a dot in
    /// their name.
    func rejectMembers(except known: [String]) throws(CallError) {
        for member in members(except: known) {
            guard member.name.contains("."), member.value.kind == .object else {
                throw CallError("it has a member that the protocol does not know")
            }
        }
    }

    /// Returns whether a flag is set; absent and `null` count as `false`.
    func flag(_ name: String) throws(CallError) -> Bool {
        guard let member = self[name] else { return false }
        guard case .bool(let value) = member.kind else {
            throw CallError("its '\(name)' is neither true nor false")
        }
        return value
    }

    /// Returns the member `parameters` as an object; absent and `null` count as `{}`.
    func parameters() throws(CallError) -> JSONObject {
        guard let member = self["parameters"] else { return .empty }
        guard let parameters = JSONObject(member) else { throw CallError("its parameters are not an object") }
        return parameters
    }
}
