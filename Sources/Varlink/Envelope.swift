/// What calls and replies have in common: a few known members around an object of parameters.
extension JSONObject {
    static func envelope(_ message: [UInt8], depthLimit: Int) throws(CallError) -> JSONObject {
        do throws(JSONError) {
            return try JSONObject(message, depthLimit: depthLimit)
        } catch { throw .malformed(error) }
    }

    /// Throws at members that are neither known nor a vendor's, which have a dot in their name and are objects.
    func rejectMembers(except known: Set<String>) throws(CallError) {
        for member in members where !known.contains(member.name) {
            guard member.name.contains("."), member.value.kind == .object else {
                throw .unknownMember(member.name)
            }
        }
    }

    /// Whether a flag is set; absent and `null` are as good as `false`.
    func flag(_ name: String) throws(CallError) -> Bool {
        guard let member = self[name] else { return false }
        guard case .bool(let value) = member.kind else { throw .flagNotBoolean(name) }
        return value
    }

    /// The member `parameters` as an object; absent and `null` are as good as `{}`.
    func parameters() throws(CallError) -> JSONObject {
        guard let member = self["parameters"] else { return .empty }
        guard let parameters = JSONObject(member) else { throw .parametersNotAnObject }
        return parameters
    }
}
