import LocationModel
import MessageBus
import UserInput
import WaymarkInterfaces

/// The content of the sign that apps learn the location, and its menu.
struct SignContent: Hashable {
    enum Action: Hashable {
        case pause(hours: Int)
        case openPermissions
    }

    /// An entry of the menu.
    struct Entry: Hashable {
        /// The words; `nil` for a line that separates.
        var label: String?

        /// Its action; `nil` if it is only text.
        var action: Action?

        /// Its properties in com.canonical.dbusmenu.
        fileprivate var properties: BusValue {
            guard let label else { return .dictionary(["type": .string("separator")]) }
            // A single underscore would mark a key.
            let escaped = BusValue.string(label.replacing("_", with: "__"))
            return .dictionary(["label": escaped, "enabled": .boolean(action != nil)])
        }
    }

    /// The most apps that have a line; the last line says how many more there are.
    private static let lineLimit = 10

    let title: String

    /// Whether at least one app learns the exact location.
    let isExact: Bool
    let lines: [String]
    let entries: [Entry]

    /// Creates the content; `nil` while no app learns the location.
    init?(_ use: LocationUse, hasPermissionsPage: Bool, _ time: (UTCInstant) -> String) {
        guard let first = use.learners.first else { return nil }
        let count = use.learners.count
        title = count == 1 ? "\(first.name) knows the location" : "\(count) apps know the location"
        isExact = use.learners.contains(where: \.isExact)
        let words = use.learners.map { $0.words(time) }
        let rest = count - Self.lineLimit
        lines = words.prefix(Self.lineLimit) + (rest > 0 ? ["and \(rest) more"] : [])
        entries =
            lines.map { Entry(label: $0) } + [
                Entry(), Entry(label: "Pause for 1 hour", action: .pause(hours: 1)),
                Entry(label: "Pause for 8 hours", action: .pause(hours: 8)),
            ] + (hasPermissionsPage ? [Entry(label: "Permissions…", action: .openPermissions)] : [])
    }

    // MARK: The menu, as com.canonical.dbusmenu has it

    /// Returns the action of an entry; the entries have the numbers from 1.
    func action(of number: Int) -> Action? {
        (1...entries.count).contains(number) ? entries[number - 1].action : nil
    }

    /// The properties of the menu, which has the number 0, and of its entries.
    var properties: [BusValue] {
        [.dictionary(["children-display": .string("submenu")])] + entries.map(\.properties)
    }

    var layout: BusValue {
        let items = properties.enumerated().map { (BusValue.int32(Int32($0.offset)), $0.element) }
        let children = items.dropFirst().map { number, properties in
            BusValue.variant(.structure([number, properties, .array(of: "v", [])]))
        }
        return .structure([items[0].0, items[0].1, .array(of: "v", children)])
    }

    // MARK: The icon

    /// Returns an arrow, hollow for the area, as `org.kde.StatusNotifierItem` has pictures.
    func icon(size: Int) -> BusValue {
        let arrow = [(0.94, 0.06), (0.06, 0.46), (0.48, 0.52), (0.54, 0.94)]
        let hole = [(0.80, 0.20), (0.34, 0.41), (0.56, 0.44), (0.59, 0.66)]
        let edges = (isExact ? [arrow] : [arrow, hole]).flatMap { zip($0, $0.dropFirst() + $0.prefix(1)) }
        /// Returns whether a point has an odd number of edges on its right.
        func isCovered(_ x: Double, _ y: Double) -> Bool {
            let crossed = edges.count { from, to in
                guard (from.1 > y) != (to.1 > y) else { return false }
                return x < (to.0 - from.0) * (y - from.1) / (to.1 - from.1) + from.0
            }
            return crossed % 2 == 1
        }
        let bytes = (0..<size * size).flatMap { pixel -> [BusValue] in
            // Sixteen points of each pixel, so that the edges are smooth.
            let covered = (0..<16).count { point in
                let (x, y) = (pixel % size * 4 + point % 4, pixel / size * 4 + point / 4)
                return isCovered((Double(x) + 0.5) / Double(size * 4), (Double(y) + 0.5) / Double(size * 4))
            }
            // An orange that is visible on light and dark panels, multiplied by the opacity, as some trays
            // want it.
            return [0xFF, 0xFF, 0x78, 0x00].map { .byte(UInt8(clamping: covered * $0 / 16)) }
        }
        let side = BusValue.int32(Int32(clamping: size))
        return .structure([side, side, .array(of: "y", bytes)])
    }
}
