import LocationModel

/// The processes behind the streams and waiting calls of apps, to find those of a process that begins to serve widgets.
struct AppProcesses: Hashable, Codable, Sendable {
    /// A stream of an app, or a call that waits for a location.
    enum Connection: Hashable, Codable, Comparable {
        case stream(SessionIdentifier)
        case request(LocationRequestIdentifier)
    }

    private struct Process: Hashable, Codable {
        let app: AppKey
        let origin: ProcessOrigin
    }

    private var processes: [Connection: Process] = [:]

    /// Records what has opened a connection, if the system says it.
    mutating func add(_ connection: Connection, of app: AppKey, by caller: Caller) {
        processes[connection] = caller.origin.map { Process(app: app, origin: $0) }
    }

    mutating func remove(_ connection: Connection) { processes[connection] = nil }

    /// Returns the connections of a user that are those of a provider's process, with their apps.
    func connections(
        of process: ProviderProcess,
        _ user: UserIdentifier
    ) -> [(connection: Connection, app: AppKey)] {
        processes.filter { $0.value.app.user == user && process.includes($0.value.origin) }
            .map { ($0.key, $0.value.app) }
            .sorted { $0.connection < $1.connection }
    }
}
