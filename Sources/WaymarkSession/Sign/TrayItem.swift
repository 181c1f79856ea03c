import Glibc
import MessageBus
import UserInput

/// A sign in the desktop's tray with its menu: a `StatusNotifierItem`, which is there as long as it has a content.
final class TrayItem {
    private static let itemName = "org.kde.StatusNotifierItem"
    private static let watcherName = "org.kde.StatusNotifierWatcher"
    private static let menuName = "com.canonical.dbusmenu"
    private static let itemPath = "/StatusNotifierItem"
    private static let menuPath = "/StatusNotifierItem/Menu"

    private let bus: MessageBus
    private var busName: String?
    private let chosen: (SignContent.Action) -> Void
    private var watcher: NameOwner?
    private var exports: [BusSubscription] = []
    private var revision: UInt32 = 0
    private(set) var content: SignContent?

    /// Follows the tray of a bus; `chosen` is told what somebody chooses in the menu.
    init(on bus: MessageBus, chosen: @escaping (SignContent.Action) -> Void) throws(BusError) {
        self.bus = bus
        self.chosen = chosen
        watcher = try NameOwner(of: Self.watcherName, on: bus) { [unowned self] owner in
            if owner != nil { try? register() }
        }
    }

    var hasTray: Bool { watcher?.owner != nil }

    func show(_ next: SignContent?) throws {
        guard next != content else { return }
        let isNew = content == nil
        content = next
        guard next != nil else {
            exports = []
            // The tray removes the item of a name that has gone.
            if let name = busName { try? bus.releaseName(name) }
            busName = nil
            return
        }
        guard isNew else { return try announce() }
        // Only now, because trays also look for such objects of programs that have registered none.
        exports = [
            try bus.exportAll(below: Self.itemPath, as: Self.itemInterface) { [unowned self] path, _ in
                path == Self.itemPath ? content : nil
            },
            try bus.export(self, at: Self.menuPath, as: Self.menuInterface),
        ]
        // Drawn, because a program that does not want to be seen could have taken a name that it can guess.
        let name = "\(Self.itemName)-\(getpid())-\(UInt32.random(in: 1...UInt32.max))"
        try bus.requestName(name)
        busName = name
        try register()
    }

    private func announce() throws(BusError) {
        revision &+= 1
        for signal in ["NewTitle", "NewIcon", "NewToolTip"] {
            try bus.emit(signal, of: Self.itemName, at: Self.itemPath, [])
        }
        let menu: [BusValue] = [.uint32(revision), .int32(SignContent.root)]
        try bus.emit("LayoutUpdated", of: Self.menuName, at: Self.menuPath, menu)
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

    // MARK: What the tray asks

    private func tellLayout(_ call: BusCall) throws(BusError) {
        let arguments = call.message.arguments
        guard case .int32(let parent)? = arguments.first, case .int32(let depth) = arguments[1],
            let layout = content?.layout(of: parent, depth: depth)
        else { throw BusError(.invalidArguments, "there is no such entry") }
        call.reply(.uint32(revision), layout)
    }

    private func tellProperties(_ call: BusCall) {
        let asked = Set((call.message.arguments.first?.elements ?? []).compactMap(\.integer))
        let numbers = 0...Int32(clamping: content?.entries.count ?? 0)
        let found = numbers.compactMap { number -> BusValue? in
            guard asked.isEmpty || asked.contains(Int(number)) else { return nil }
            return content?.properties(of: number).map { .structure([.int32(number), $0]) }
        }
        call.reply(.array(of: "(ia{sv})", found))
    }

    private func takeEvent(_ call: BusCall) {
        call.reply()
        let arguments = call.message.arguments
        guard case .int32(let number)? = arguments.first, arguments[1].text == "clicked",
            let action = content?.action(of: number)
        else { return }
        chosen(action)
    }

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

    private static let menuInterface = BusInterface<TrayItem>(
        menuName,
        [
            .method("GetLayout", in: "iias", out: "u(ia{sv}av)") { item, call throws(BusError) in
                try item.tellLayout(call)
            },
            .method("GetGroupProperties", in: "aias", out: "a(ia{sv})") { $0.tellProperties($1) },
            .method("Event", in: "isvu") { $0.takeEvent($1) },
            // A signal tells of each change, so nothing need be read again before the menu is shown.
            .method("AboutToShow", in: "i", out: "b") { _, call in call.reply(.boolean(false)) },
            .signal("LayoutUpdated", "ui"),
            // The next one has calls for several entries at once.
            .property("Version", "u") { _ in .uint32(2) },
            .property("Status", "s") { _ in .string("normal") },
        ]
    )
}
