import LinuxSystem
import LocationModel
import SystemdService
import Varlink
import WaymarkEngine
import WaymarkInterfaces

/// The clients of all connections, and the apps that they claim to be.
struct ClientTable {
    struct Client {
        let caller: Caller

        /// The system's attribution of the program, taken when it connected.
        let attribution: AppAttribution

        /// The app that it last claimed to be, with the evidence.
        var claim: (app: AppKey, verification: AppVerification)?
    }

    let identity: PeerIdentity

    /// The group whose members may show the widgets of every user.
    let hostGroup: UInt32?

    /// The user whose program speaks for the apps of all users; `nil` if there is none.
    let bridgeUser: UserIdentifier?

    /// The user whose program listens for beacons; `nil` if there is none.
    let beaconUser: UserIdentifier?

    /// The users whose programs may report that the machine may have moved.
    let movementUsers: TrustedUsers

    private var clients: [VarlinkServer.ConnectionID: Client] = [:]

    init(_ configuration: Configuration, on kernel: any Kernel) {
        identity = PeerIdentity { path, limit throws(SystemError) in
            try kernel.contents(ofFile: path, atMost: limit)
        }
        hostGroup = UserDatabase.number(ofGroup: configuration.socket.hostGroup)
        bridgeUser = UserDatabase.number(of: configuration.bridge.user).map { UserIdentifier($0) }
        beaconUser = UserDatabase.number(of: configuration.bridge.beaconUser).map { UserIdentifier($0) }
        movementUsers = TrustedUsers(and: configuration.bridge.movementUser.map { [$0] } ?? [])
    }

    subscript(connection: VarlinkServer.ConnectionID) -> Client? {
        get { clients[connection] }
        set { clients[connection] = newValue }
    }

    /// Returns the connections of a user, or with `nil` those of everybody.
    func connections(of user: UserIdentifier?) -> [VarlinkServer.ConnectionID] {
        clients.filter { user == nil || $0.value.caller.user == user }.map(\.key)
    }

    /// Returns the evidence that an app is that app; `nil` if it has no open connection.
    ///
    /// Of several connections the newest counts. One that the system does not confirm counts before all that it does,
    /// because its program may be the one that asks.
    func verification(of app: AppKey) -> AppVerification? {
        let verifications = clients.filter { $0.value.claim?.app == app }.sorted { $0.key > $1.key }
            .compactMap { $0.value.claim?.verification }
        return verifications.first { !$0.isVerified } ?? verifications.first
    }
}

extension Daemon {
    func handle(_ event: VarlinkServer.Event) {
        switch event {
        case .connected(let connection, let peer):
            let attribution = clients.identity.attribution(of: peer)
            let caller = Caller(
                user: UserIdentifier(peer.userID),
                attribution,
                knownTo: engine.catalogue,
                isKiosk: clients.hostGroup.map { peer.isMember(of: $0) } ?? false,
                origin: clients.identity.origin(of: peer)
            )
            clients[connection] = ClientTable.Client(caller: caller, attribution: attribution)
            log.debug("process \(peer.processID) of user \(peer.userID) is \(attribution.text)")
        case .called(let connection, let call): answer(call, from: connection)
        case .drained(let connection):
            guard let stream = streams[connection] else { return }
            stream.flush()
            offerPiece(to: stream)
        case .streamFellSilent(let connection):
            // A client that still reads its first state is itself slow, and might take a keep-alive for its end.
            guard let stream = streams[connection], !stream.hasMore else { return }
            stream.keepAlive()
        case .disconnected(let connection, let departure): forget(connection, departure)
        case .refused(let refused):
            counts.refusedConnections += refused.count
            log.warning(refused.text)
        case .listenerFailed(let error):
            log.error("nobody can connect any more; ends to be started again")
            end(because: error)
        }
    }

    private func forget(_ connection: VarlinkServer.ConnectionID, _ departure: VarlinkServer.Departure) {
        if streams[connection] == nil, let call = calls[connection] {
            calls.remove(call)
            dispatch(.callAbandoned(call))
        }
        // The events that the client did not take are counted for its user.
        endStream(of: connection)
        let user = clients[connection]?.caller.user
        clients[connection] = nil
        guard let fault = departure.fault(server.limits) else { return }
        counts.faultyConnections += 1
        guard let user else { return }
        log(.notice, about: user, "closed a connection of user \(user): \(fault)")
    }

    /// Refuses a call of anybody but the program of the user that a key of `[Bridge]` names; `nil` if there is none.
    func requireUser(_ user: UserIdentifier?, of key: String, for request: Request<some Any>)
        throws(ServiceRefusal)
    {
        let caller = request.caller
        if caller.user == user, !caller.isSandboxed { return }
        let whose = user.map { "is user \($0)" } ?? "does not exist"
        let reason =
            caller.user == user
            ? "its program is in a sandbox"
            : "it is for a program of the user in '\(key)=' of [Bridge], who \(whose)"
        log(.notice, about: caller.user, "refused \(request.call.method) to user \(caller.user): \(reason)")
        throw .permissionDenied
    }

    /// Verifies that a program is the app it claims to be.
    @discardableResult
    func verification(of app: AppIdentifier, for request: Request<some Any>) throws(ServiceRefusal)
        -> AppVerification
    {
        let user = request.caller.user
        do throws(AppMismatch) {
            let verification = try resolve(
                request.client.attribution,
                claim: app,
                of: user,
                in: engine.catalogue
            )
            .get()
            clients[request.connection]?.claim = (AppKey(user: user, app: app), verification)
            return verification
        } catch {
            log(.notice, about: user, "refused a program of user \(user): \(error.text)")
            throw .init(error)
        }
    }

    /// Returns the caller's app of a name, once it is verified.
    func ownApp(_ name: String, _ request: Request<some Any>) throws(ServiceRefusal) -> AppKey {
        let key = try request.appKey(name, of: nil)
        try verification(of: key.app, for: request)
        return key
    }
}

extension VarlinkServer.Departure {
    fileprivate func fault(_ limits: VarlinkServer.Limits) -> String? {
        switch self {
        case .ended(.finished), .hungUp, .closed: nil
        case .ended(.truncated): "it ended within a message"
        case .ended(.violated(let error)): "what it sent is no Varlink call: \(error)"
        case .ended(.messageTooLong):
            "its message is longer than \(limits.conversation.messageBytes) bytes (MaxMessageSize=)"
        case .ended(.messageTooSlow):
            "its message took longer than \(limits.conversation.partialMessage) (MessageTimeout=)"
        case .outputOverflowed: "more than \(limits.outputBytes) bytes wait for it (MaxOutputQueue=)"
        case .outputStalled: "it has not read for \(limits.outputStall) (StallTimeout=)"
        case .failed(let error): "\(error)"
        }
    }
}

extension VarlinkServer.Refused {
    var text: String {
        let user = userID.map { ", the last of user \($0)" } ?? ""
        let cause =
            switch limit {
            case .ofAll(let limit): ": all \(limit) are taken (MaxConnections=)"
            case .ofUser(let limit): ": one user may have \(limit) (MaxConnectionsPerUser=)"
            case .share(let held, let users):
                ": it has \(held), and what is free is kept for others while \(users) users are connected"
            case nil: ""
            }
        return "refused \(count) \(count == 1 ? "connection" : "connections") above the limits\(user)\(cause)"
    }
}
