import LinuxSystem
import Varlink
import WaymarkInterfaces

/// The file from which `waymarkctl relay` reads how much waits, in the runtime directory, which a restart empties.
struct StatusFile {
    /// The time between two changes of the file.
    private static let interval: Duration = .seconds(1)

    private let path: String?
    private var written: RelayStatus?
    private var mayWriteAt = ContinuousClock.now

    /// When a change is written that came too soon after the last one; `nil` if there is none.
    private(set) var deadline: ContinuousClock.Instant?

    /// - Parameter folder: The runtime directory; `nil` if there is none.
    init(in folder: String?) { path = folder.map { "\($0)/\(RelayStatus.fileName)" } }

    mutating func write(_ status: RelayStatus) {
        guard let path, status != written else {
            deadline = nil
            return
        }
        guard mayWriteAt <= .now else {
            deadline = mayWriteAt
            return
        }
        (written, mayWriteAt, deadline) = (status, .now + Self.interval, nil)
        // It only shows what is known elsewhere.
        try? AtomicFile.write(status.json, to: path, permissions: 0o600)
    }
}
