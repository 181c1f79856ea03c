import Glibc
import LinuxSystem
import LocationModel
import MessageBus
import ServiceClient
import SystemdService
import UserInput
import WaymarkInterfaces

/// The sign in the desktop's tray that apps learn the location, with its menu: a `StatusNotifierItem` that
/// exists while one does.
///
/// Without a tray the service is not asked.
final class UseSign: SessionJob {
    private static let itemName = "org.kde.StatusNotifierItem"
    private static let watcherName = "org.kde.StatusNotifierWatcher"
    private static let menuName = "com.canonical.dbusmenu"
    private static let itemPath = "/StatusNotifierItem"
    private static let menuPath = "/StatusNotifierItem/Menu"

    /// Opens the permissions page, as the entry in the desktop's menu does; its argument is the board's program.
    ///
    /// `$$` is a `$` to systemd.
    private static let opening = """
        systemctl --user start waymark-board.service && page=$$("$$0" --permissions) && exec xdg-open "$$page"
        """

    private let socket: String
    private let log: Log
    private let bus: MessageBus
    private let feed: LocationUseFeed
    private var watcher: NameOwner?
    private var busName: String?
    private var exports: [BusSubscription] = []
    private var revision: UInt32 = 0
    private var content: SignContent?

    init(_ socket: String, _ loop: BusLoop, _ log: Log) throws(BusError) {
        self.socket = socket
        self.log = log
        bus = loop.bus
        feed = LocationUseFeed(of: Int(geteuid()), from: socket, loop.poller) { log.info($0) }
        watcher = try NameOwner(of: Self.watcherName, on: bus) { [unowned self] owner in
            if owner != nil { try? register() }
        }
    }

    var deadlines: [ContinuousClock.Instant?] { [feed.deadline] }

    func step(at now: ContinuousClock.Instant) throws -> Bool {
        guard watcher?.owner != nil else {
            feed.close()
            try show(nil)
            return false
        }
        feed.open()
        // Without the service nobody is known to learn anything.
        guard (try? feed.next()) ?? true else { return false }
        let content = SignContent(feed.use, hasPermissionsPage: Self.board != nil) {
            WallClock.localTime($0.nanosecondsSince1970)
        }
        try show(content)
        return true
    }

    func end() { try? show(nil) }

    private func show(_ next: SignContent?) throws(BusError) {
        guard next != content else { return }
        let isNew = content == nil
        content = next
        if next == nil {
            exports = []
            // The tray removes the item of a name that has gone.
            if let name = busName { try? bus.releaseName(name) }
            busName = nil
        } else if isNew {
            // Only now, because trays also look for such objects of programs that have registered none.
            exports = [
                try bus.exportAll(below: Self.itemPath, as: Self.itemInterface) { [unowned self] path, _ in
                    path == Self.itemPath ? content : nil
                },
                try bus.export(self, at: Self.menuPath, as: Self.menuInterface),
            ]
            // Random, because a program that wants to hide could have taken a name that it can guess.
            let name = "\(Self.itemName)-\(getpid())-\(UInt32.random(in: 1...UInt32.max))"
            try bus.requestName(name)
            busName = name
            try register()
        } else {
            revision &+= 1
            for signal in ["NewTitle", "NewIcon", "NewToolTip"] {
                try bus.emit(signal, of: Self.itemName, at: Self.itemPath, [])
            }
            let menu: [BusValue] = [.uint32(revision), .int32(0)]
            try bus.emit("LayoutUpdated", of: Self.menuName, at: Self.menuPath, menu)
        }
    }

    private func register() throws(BusError) {
        guard let busName else { return }
        let method = MessageBus.Method(
            "RegisterStatusNotifierItem",
            of: Self.watcherName,
            at: "/StatusNotifierWatcher",
            of: Self.watcherName,
            startsProgram: false
        )
        try bus.send(method, [.string(busName)])
    }

    // MARK: The tray

    private static let itemInterface = BusInterface<SignContent>(
        itemName,
        [
            .signal("NewTitle"), .signal("NewIcon"), .signal("NewToolTip"),
            .property("Category", "s") { _ in .string("SystemServices") },
            .property("Id", "s") { _ in .string("waymark-location") },
            .property("Title", "s") { .string($0.title) },
            .property("Status", "s") { _ in .string("Active") },
            .property("WindowId", "i") { _ in .int32(0) },
            .property("IconPixmap", "a(iiay)") {
                .array(of: "(iiay)", [$0.icon(size: 22), $0.icon(size: 48)])
            },
            .property("ToolTip", "(sa(iiay)ss)") {
                // Some trays read it as markup.
                let lines = $0.lines.joined(separator: "\n").inXML
                let icons = BusValue.array(of: "(iiay)", [])
                return .structure([.string(""), icons, .string($0.title.inXML), .string(lines)])
            },
            .property("ItemIsMenu", "b") { _ in .boolean(true) },
            .property("Menu", "o") { _ in .path(menuPath) },
        ]
    )

    private static let menuInterface = BusInterface<UseSign>(
        menuName,
        [
            .method("GetLayout", in: "iias", out: "u(ia{sv}av)") { sign, call throws(BusError) in
                guard call.message.arguments[0].integer == 0, let content = sign.content else {
                    throw BusError(.invalidArguments, "there is no such submenu")
                }
                call.reply(.uint32(sign.revision), content.layout)
            },
            .method("GetGroupProperties", in: "aias", out: "a(ia{sv})") { sign, call in
                let asked = call.message.arguments[0].elements ?? []
                let all = (sign.content?.properties ?? []).enumerated().map { number, properties in
                    BusValue.structure([.int32(Int32(number)), properties])
                }
                let found = all.filter { asked.isEmpty || asked.contains($0.elements?[0] ?? $0) }
                call.reply(.array(of: "(ia{sv})", found))
            },
            .method("Event", in: "isvu") { sign, call in
                call.reply()
                guard call.message.arguments[1].text == "clicked",
                    let number = call.message.arguments[0].integer,
                    let action = sign.content?.action(of: number)
                else { return }
                sign.carryOut(action)
            },
            // A signal announces each change, so the menu need not be read again before it is shown.
            .method("AboutToShow", in: "i", out: "b") { _, call in call.reply(.boolean(false)) },
            .signal("LayoutUpdated", "ui"),
            // The next one has calls for several entries at once.
            .property("Version", "u") { _ in .uint32(2) },
            .property("Status", "s") { _ in .string("normal") },
        ]
    )

    // MARK: The menu

    private func carryOut(_ action: SignContent.Action) {
        switch action {
        case .pause(let hours):
            let end = UTCInstant.now.advanced(by: .seconds(3600 * hours))
            do throws(ClientError) {
                let call = SettingsInterface.Pause(until: end.description)
                _ = try ServiceConnection(to: socket).call(call)
            } catch { log.warning("the location is not paused: \(error)") }
        case .openPermissions:
            // A new unit each time: if no browser runs yet, it lasts as long as the one that it starts.
            let unit = UnitName("waymark-permissions-\(UInt32.random(in: 1...UInt32.max)).service")
            guard let board = Self.board, let unit else { return }
            do throws(BusError) {
                let command = ["/bin/sh", "-c", Self.opening, board]
                let manager = ServiceManager(on: bus)
                try manager.start(command, in: unit, "The permissions of apps, for a person")
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
