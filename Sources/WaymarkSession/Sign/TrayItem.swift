import Glibc
import MessageBus
import UserInput

/// A sign in the desktop's tray with its menu: a `StatusNotifierItem`, which is there as long as it has a content.
final class TrayItem: BusObject {
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
            try bus.export(self, at: Self.itemPath, as: Self.itemInterface),
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

    func handle(_ call: BusCall) {
        let arguments = call.message.arguments
        switch call.message.member {
        case "GetLayout":
            guard case .int32(let parent)? = arguments.first, arguments.count == 3,
                case .int32(let depth) = arguments[1],
                let layout = content?.layout(of: parent, depth: depth)
            else { return call.fail(BusError(.invalidArguments, "there is no such entry")) }
            call.reply(.uint32(revision), layout)
        case "GetGroupProperties":
            let asked = Set((arguments.first?.elements ?? []).compactMap(\.integer))
            let numbers = 0...Int32(clamping: content?.entries.count ?? 0)
            let found = numbers.compactMap { number -> BusValue? in
                guard asked.isEmpty || asked.contains(Int(number)) else { return nil }
                return content?.properties(of: number).map { .structure([.int32(number), $0]) }
            }
            call.reply(.array(of: "(ia{sv})", found))
        case "Event":
            call.reply()
            guard case .int32(let number)? = arguments.first, arguments.count == 4,
                arguments[1].text == "clicked", let action = content?.action(of: number)
            else { return }
            chosen(action)
        // A signal tells of each change, so nothing need be read again before the menu is shown.
        default: call.reply(.boolean(false))
        }
    }

    func value(of property: BusProperty) throws(BusError) -> BusValue {
        guard let content else { throw BusError(.unknownObject, "the item has gone") }
        let table = property.interface == Self.menuName ? Self.menuProperties : Self.itemProperties
        return table.first { $0.name == property.name }?.value(content) ?? .string("")
    }

    // MARK: Interfaces

    private typealias Properties = [(name: String, type: String, value: @Sendable (SignContent) -> BusValue)]

    /// Some trays read it as markup.
    private static let toolTip = { @Sendable (content: SignContent) in
        let lines = content.lines.joined(separator: "\n").inXML
        let icons = BusValue.array(of: "(iiay)", [])
        return BusValue.structure([.string(""), icons, .string(content.title.inXML), .string(lines)])
    }

    private static let itemProperties: Properties = [
        ("Category", "s", { _ in .string("SystemServices") }),
        ("Id", "s", { _ in .string("waymark-location") }),
        ("Title", "s", { .string($0.title) }),
        ("Status", "s", { _ in .string("Active") }),
        ("WindowId", "i", { _ in .int32(0) }),
        ("IconPixmap", "a(iiay)", { .array(of: "(iiay)", [$0.icon(size: 22), $0.icon(size: 48)]) }),
        ("ToolTip", "(sa(iiay)ss)", toolTip),
        ("ItemIsMenu", "b", { _ in .boolean(true) }),
        ("Menu", "o", { _ in .path(menuPath) }),
    ]

    private static let menuProperties: Properties = [
        // The next one has calls for several entries at once.
        ("Version", "u", { _ in .uint32(2) }),
        ("Status", "s", { _ in .string("normal") }),
    ]

    private static let itemInterface = BusInterface(
        itemName,
        [.signal("NewTitle"), .signal("NewIcon"), .signal("NewToolTip")]
            + itemProperties.map { .property($0.name, type: $0.type) }
    )

    private static let menuInterface = BusInterface(
        menuName,
        [
            .method("GetLayout", in: "iias", out: "u(ia{sv}av)"),
            .method("GetGroupProperties", in: "aias", out: "a(ia{sv})"),
            .method("Event", in: "isvu"),
            .method("AboutToShow", in: "i", out: "b"),
            .signal("LayoutUpdated", "ui"),
        ] + menuProperties.map { .property($0.name, type: $0.type) }
    )
}
