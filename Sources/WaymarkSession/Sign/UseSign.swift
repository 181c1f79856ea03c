import Glibc
import LinuxSystem
import LocationModel
import MessageBus
import SystemdService
import UserInput
import Waymark
import WaymarkInterfaces

/// Shows in the desktop's tray which apps learn the location, while one does; without a tray the service is not asked.
final class UseSign: SessionJob {
    /// Opens the permissions page, as the entry in the desktop's menu does; its argument is the board's program.
    ///
    /// `$$` is a `$` to systemd.
    private static let opening = """
        systemctl --user start waymark-board.service && page=$$("$$0" --permissions) && exec xdg-open "$$page"
        """

    private let options: Options
    private let log: Log
    private let feed: LocationUseFeed
    private let manager: ServiceManager
    private var item: TrayItem?

    init(_ options: Options, _ bus: MessageBus, _ poller: Poller, _ log: Log) throws(BusError) {
        self.options = options
        self.log = log
        feed = LocationUseFeed(of: Int(geteuid()), from: options.socket, poller) { log.info($0) }
        manager = ServiceManager(on: bus) { _, _ in }
        item = try TrayItem(on: bus) { [unowned self] in carryOut($0) }
    }

    var nextDeadline: ContinuousClock.Instant? { feed.deadline }

    func step(at now: ContinuousClock.Instant) throws -> Bool {
        guard let item, item.hasTray else {
            feed.close()
            try item?.show(nil)
            return false
        }
        feed.open()
        // Without the service nobody is known to learn anything.
        guard (try? feed.next()) ?? true else { return false }
        let content = SignContent(feed.use, hasPermissionsPage: Self.board != nil) {
            WallClock.localTime($0.nanosecondsSince1970)
        }
        try item.show(content)
        return true
    }

    func end() { try? item?.show(nil) }

    private func carryOut(_ action: SignContent.Action) {
        switch action {
        case .pause(let hours):
            let end = UTCInstant.now.advanced(by: .seconds(3600 * hours))
            do throws(ClientError) {
                let call = SettingsInterface.Pause(until: end.description)
                _ = try ServiceConnection(to: options.socket).call(call)
            } catch { log.warning("the location is not paused: \(error)") }
        case .openPermissions:
            // Another one each time: where no browser runs, it lasts as long as the one that it starts.
            let unit = UnitName("waymark-permissions-\(UInt32.random(in: 1...UInt32.max)).service")
            guard let board = Self.board, let unit else { return }
            do throws(BusError) {
                try manager.start(
                    ["/bin/sh", "-c", Self.opening, board],
                    in: unit,
                    description: "The permissions of apps, for a person",
                    endsWithSession: false
                )
            } catch { log.warning("the permissions page is not opened: \(LaunchProblem(error).message)") }
        }
    }

    /// The board, which has the permissions page; `nil` if it is not installed beside this program.
    private static var board: String? {
        guard let path = unsafe realpath("/proc/self/exe", nil) else { return nil }
        defer { unsafe free(path) }
        let own = unsafe String(cString: path)
        let board = own.prefix(through: own.lastIndex(of: "/") ?? own.startIndex) + "waymark-board"
        return unsafe access(String(board), X_OK) == 0 ? String(board) : nil
    }
}
