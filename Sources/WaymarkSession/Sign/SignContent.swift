import LocationModel
import MessageBus
import UserInput
import WaymarkInterfaces

/// What the sign that apps learn the location shows, and its menu.
struct SignContent: Hashable {
    enum Action: Hashable {
        case pause(hours: Int)
        case openPermissions
    }

    /// An entry of the menu.
    struct Entry: Hashable {
        /// The words; `nil` for a line that separates.
        var label: String?

        /// What it does; `nil` if it only says something.
        var action: Action?

        /// The properties that com.canonical.dbusmenu has of it.
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

    /// Whether an app learns the exact location, and none only the area.
    let isExact: Bool
    let lines: [String]
    let entries: [Entry]

    /// Returns the sign; `nil` while nobody learns anything.
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

    static let root: Int32 = 0

    /// Returns the entry with a number; those rise from 1.
    private func entry(_ number: Int32) -> Entry? {
        (1...entries.count).contains(Int(number)) ? entries[Int(number) - 1] : nil
    }

    func action(of number: Int32) -> Action? { entry(number)?.action }

    /// Returns an entry with its number, its properties and its children.
    func layout(of number: Int32, depth: Int32) -> BusValue? {
        guard let properties = properties(of: number) else { return nil }
        let children: [BusValue] =
            number == Self.root && depth != 0
            ? entries.indices.compactMap { index in
                layout(of: Int32(clamping: index + 1), depth: 0).map { .variant($0) }
            } : []
        return .structure([.int32(number), properties, .array(of: "v", children)])
    }

    func properties(of number: Int32) -> BusValue? {
        number == Self.root
            ? .dictionary(["children-display": .string("submenu")]) : entry(number)?.properties
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
            // An orange that is seen on light and on dark panels, as some trays want it: times the opacity.
            return [0xFF, 0xFF, 0x78, 0x00].map { .byte(UInt8(clamping: covered * $0 / 16)) }
        }
        let side = BusValue.int32(Int32(clamping: size))
        return .structure([side, side, .array(of: "y", bytes)])
    }
}
