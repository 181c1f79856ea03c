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

    /// Follows the tray of a bus: `changed` is told when one comes or goes, `chosen` what somebody chooses in the menu.
    init(
        on bus: MessageBus,
        changed: @escaping (_ isThere: Bool) -> Void,
        chosen: @escaping (SignContent.Action) -> Void
    ) throws(BusError) {
        self.bus = bus
        self.chosen = chosen
        watcher = try NameOwner(of: Self.watcherName, on: bus) { [unowned self] owner in
            if owner != nil, content != nil { try? register() }
            changed(owner != nil)
        }
    }

    var hasTray: Bool { watcher?.owner != nil }

    /// Shows a content, changes it, or removes the item.
    func show(_ next: SignContent?) throws {
        guard next != content else { return }
        let before = content
        content = next
        guard next != nil else {
            exports = []
            // The tray removes the item of a name that has gone.
            if let name = busName { try? bus.releaseName(name) }
            busName = nil
            return
        }
        guard before != nil else {
            do {
                exports = [
                    try bus.export(self, at: Self.itemPath, as: Self.itemInterface),
                    try bus.export(self, at: Self.menuPath, as: Self.menuInterface),
                ]
                busName = try takeName()
            } catch {
                (content, exports) = (nil, [])
                throw error
            }
            return try register()
        }
        revision &+= 1
        for signal in ["NewTitle", "NewIcon", "NewToolTip"] {
            try bus.emit(signal, of: Self.itemName, at: Self.itemPath, [])
        }
        try bus.emit(
            "LayoutUpdated",
            of: Self.menuName,
            at: Self.menuPath,
            [.uint32(revision), .int32(SignContent.root)]
        )
    }

    /// Takes the first name that is free: a program that does not want to be seen could have taken one before.
    private func takeName() throws -> String {
        let start = "\(Self.itemName)-\(getpid())-"
        var number: UInt32 = 1
        while true {
            let name = "\(start)\(number)"
            do {
                try bus.requestName(name)
                return name
            } catch let taken as MessageBus.NameTaken {
                guard number < 1000 else { throw taken }
                number = number < 8 ? number + 1 : .random(in: 1000...UInt32.max)
            }
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
        try bus.send(method, .string(busName))
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
            let all = Int32.zero...Int32(clamping: content?.entries.count ?? 0)
            var numbers = Self.numbers(arguments.first)
            if numbers.isEmpty { numbers = Array(all) }
            let found = numbers.prefix(all.count).compactMap { number in
                content?.properties(of: number).map { BusValue.structure([.int32(number), $0]) }
            }
            call.reply(.array(of: "(ia{sv})", found))
        case "GetProperty":
            guard case .int32(let number)? = arguments.first, let name = arguments.last?.text,
                let value = content?.properties(of: number)?[key: name]
            else { return call.fail(BusError(.invalidArguments, "there is no such property")) }
            call.reply(.variant(value))
        case "Event":
            if arguments.count == 4 { choose(arguments[0], arguments[1]) }
            call.reply()
        case "EventGroup":
            for event in (arguments.first?.elements ?? []).prefix(16) {
                if let parts = event.elements, parts.count == 4 { choose(parts[0], parts[1]) }
            }
            call.reply(.array(of: "i", []))
        case "AboutToShow": call.reply(.boolean(false))
        case "AboutToShowGroup": call.reply(.array(of: "i", []), .array(of: "i", []))
        default: call.reply()
        }
    }

    private func choose(_ number: BusValue, _ event: BusValue) {
        guard event.text == "clicked", case .int32(let number) = number,
            let action = content?.action(of: number)
        else { return }
        chosen(action)
    }

    private static func numbers(_ value: BusValue?) -> [Int32] {
        (value?.elements ?? []).compactMap { if case .int32(let number) = $0 { number } else { nil } }
    }

    func value(of property: BusProperty) throws(BusError) -> BusValue {
        guard let content else { throw BusError(.unknownObject, "the item has gone") }
        let noIcons = BusValue.array(of: "(iiay)", [])
        return switch (property.interface, property.name) {
        case (Self.menuName, "Version"): .uint32(3)
        case (Self.menuName, "TextDirection"): .string("ltr")
        case (Self.menuName, "Status"): .string("normal")
        case (Self.menuName, _): .array(of: "s", [])
        case (_, "Category"): .string("SystemServices")
        case (_, "Id"): .string("waymark-location")
        case (_, "Title"): .string(content.title)
        case (_, "Status"): .string("Active")
        case (_, "WindowId"): .int32(0)
        case (_, "IconPixmap"): .array(of: "(iiay)", [content.icon(size: 22), content.icon(size: 48)])
        case (_, "OverlayIconPixmap"), (_, "AttentionIconPixmap"): noIcons
        case (_, "ToolTip"):
            // Some trays read it as markup.
            .structure([
                .string(""), noIcons, .string(content.title.inXML),
                .string(content.lines.joined(separator: "\n").inXML),
            ])
        case (_, "ItemIsMenu"): .boolean(true)
        case (_, "Menu"): .path(Self.menuPath)
        default: .string("")
        }
    }

    // MARK: Interfaces

    private static let itemInterface: BusInterface = {
        let place: [BusInterface.Parameter] = [.init("x", "i"), .init("y", "i")]
        let texts = ["Category", "Id", "Title", "Status", "IconName", "OverlayIconName", "AttentionIconName"]
        let pictures = ["IconPixmap", "OverlayIconPixmap", "AttentionIconPixmap"]
        return BusInterface(
            itemName,
            [
                .method("ContextMenu", in: place), .method("Activate", in: place),
                .method("SecondaryActivate", in: place),
                .method("Scroll", in: [.init("delta", "i"), .init("orientation", "s")]),
                .signal("NewTitle"), .signal("NewIcon"), .signal("NewAttentionIcon"),
                .signal("NewOverlayIcon"), .signal("NewToolTip"),
                .signal("NewStatus", [.init("status", "s")]),
                .property("AttentionMovieName", type: "s"), .property("IconThemePath", type: "s"),
                .property("WindowId", type: "i"), .property("ToolTip", type: "(sa(iiay)ss)"),
                .property("ItemIsMenu", type: "b"), .property("Menu", type: "o"),
            ] + texts.map { .property($0, type: "s") } + pictures.map { .property($0, type: "a(iiay)") }
        )
    }()

    private static let menuInterface = BusInterface(
        menuName,
        [
            .method(
                "GetLayout",
                in: [.init("parentId", "i"), .init("recursionDepth", "i"), .init("propertyNames", "as")],
                out: [.init("revision", "u"), .init("layout", "(ia{sv}av)")]
            ),
            .method(
                "GetGroupProperties",
                in: [.init("ids", "ai"), .init("propertyNames", "as")],
                out: [.init("properties", "a(ia{sv})")]
            ),
            .method("GetProperty", in: [.init("id", "i"), .init("name", "s")], out: [.init("value", "v")]),
            .method(
                "Event",
                in: [
                    .init("id", "i"), .init("eventId", "s"), .init("data", "v"), .init("timestamp", "u"),
                ]
            ),
            .method(
                "EventGroup",
                in: [.init("events", "a(isvu)")],
                out: [.init("idErrors", "ai")]
            ),
            .method("AboutToShow", in: [.init("id", "i")], out: [.init("needUpdate", "b")]),
            .method(
                "AboutToShowGroup",
                in: [.init("ids", "ai")],
                out: [.init("updatesNeeded", "ai"), .init("idErrors", "ai")]
            ),
            .signal(
                "ItemsPropertiesUpdated",
                [.init("updatedProps", "a(ia{sv})"), .init("removedProps", "a(ias)")]
            ),
            .signal("LayoutUpdated", [.init("revision", "u"), .init("parent", "i")]),
            .signal("ItemActivationRequested", [.init("id", "i"), .init("timestamp", "u")]),
            .property("Version", type: "u"), .property("TextDirection", type: "s"),
            .property("Status", type: "s"), .property("IconThemePath", type: "as"),
        ]
    )
}
