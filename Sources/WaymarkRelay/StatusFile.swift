import Coding
import LinuxSystem
import WaymarkInterfaces

/// The file from which `waymarkctl relay` reads how much waits, in the runtime directory, which a restart empties.
struct StatusFile {
    /// The time between two looks whether something has changed.
    private static let interval: Duration = .seconds(1)

    private let path: String?
    private var written: RelayStatus?
    private var nextLook = ContinuousClock.now

    /// When a change is written that came too soon after the last look; `nil` if there was none.
    private(set) var deadline: ContinuousClock.Instant?

    /// - Parameter folder: The runtime directory; `nil` if there is none.
    init(in folder: String?) { path = folder.map { "\($0)/\(RelayStatus.fileName)" } }

    mutating func update(_ status: () -> RelayStatus) {
        guard let path else { return }
        guard nextLook <= .now else {
            deadline = nextLook
            return
        }
        (nextLook, deadline) = (.now + Self.interval, nil)
        let status = status()
        guard status != written else { return }
        written = status
        // It only shows what is known elsewhere.
        try? AtomicFile.write(CodedEncoder.plainJSON(status), to: path, permissions: 0o600)
    }
}
