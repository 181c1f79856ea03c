/// What calls and replies have in common: a few known members around an object of parameters.
extension JSONObject {
    /// The object without members.
    package static let empty = JSONObject(bytes: Array("{}".utf8), members: [])

    private init(bytes: [UInt8], members: [Member]) {
        self.bytes = bytes
        self.members = members
    }

    static func envelope(_ message: [UInt8], depthLimit: Int) throws(CallError) -> JSONObject {
        do throws(JSONError) {
            return try JSONObject(message, depthLimit: depthLimit)
        } catch { throw .malformed(error) }
    }

    /// Throws at members that are neither known nor a vendor's, which have a dot in their name and are objects.
    func rejectMembers(except known: Set<String>) throws(CallError) {
        for member in members where !known.contains(member.name) {
            guard member.name.contains("."), member.kind == .object else { throw .unknownMember(member.name) }
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
        guard member.kind == .object else { throw .parametersNotAnObject }
        do throws(JSONError) {
            // Scanned again, within itself, for the places of its members; it cannot fail a second time.
            return try JSONObject(value(of: member))
        } catch { throw .malformed(error) }
    }
}
