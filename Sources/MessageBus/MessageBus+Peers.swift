package import LinuxSystem

extension MessageBus {
    /// Returns the identifier of the bus itself, which no other bus has, nor the same one after its restart.
    package func identifier() throws(BusError) -> String {
        guard let identifier = try call(.ofBus("GetId")).first?.text else {
            throw BusError(.failed, "the bus has no identifier")
        }
        return identifier
    }

    /// Returns the user and the process of a program on the bus, as the bus knows them.
    package func peer(named name: String) throws(BusError) -> PeerCredentials {
        guard let known = try call(.ofBus("GetConnectionCredentials"), .string(name)).first,
            let user = known[key: "UnixUserID"]?.integer, let userID = UInt32(exactly: user)
        else { throw BusError(.failed, "the bus does not know the user of \(name)") }
        let groups = (known[key: "UnixGroupIDs"]?.elements ?? []).compactMap(\.integer)
            .compactMap { UInt32(exactly: $0) }
        let processID = known[key: "ProcessID"]?.integer.flatMap { Int32(exactly: $0) }
        var process = processID.flatMap { PeerProcess(numbered: $0) }
        // Newer buses pass the process itself, which no later process can be confused with.
        if case .descriptor(let descriptor)? = known[key: "ProcessFD"] {
            process = PeerProcess(duplicating: descriptor.number) ?? process
        }
        return PeerCredentials(
            userID: userID,
            groupID: groups.first ?? .max,
            supplementaryGroups: Set(groups),
            processID: processID ?? 0,
            process: process
        )
    }
}
