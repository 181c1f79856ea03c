import LocationModel
import Regions
import WaymarkEngine
import WaymarkInterfaces

/// A place in a list, after which the next page begins; clients know it as a cursor.
///
/// A client can hand back anything: what is missing, out of its range or one word too many makes no place.
protocol PagePlace {
    init?(words: [String])

    var words: [any CustomStringConvertible] { get }
}

extension PagePlace {
    /// Creates a place from its cursor; `nil` if the text is none.
    init?(cursor: String) {
        self.init(words: cursor.split(separator: "/", omittingEmptySubsequences: false).map(String.init))
    }

    var cursor: String { words.map { "\($0)" }.joined(separator: "/") }
}

/// Returns the place after which a client wants its page; `nil` for the first page.
func pagePlace<Place: PagePlace>(_ cursor: String?) throws(ServiceRefusal) -> Place? {
    try parsed(cursor, as: "after", Place.init(cursor:))
}

/// A place that is one word.
protocol PageWord: PagePlace, CustomStringConvertible {
    init?(_ word: String)
}

extension PageWord {
    init?(words: [String]) {
        guard words.count == 1 else { return nil }
        self.init(words[0])
    }

    var words: [any CustomStringConvertible] { [self] }
}

extension AppIdentifier: PageWord {}
extension WidgetIdentifier: PageWord {}

extension RegionNumber: PagePlace {
    init?(words: [String]) {
        guard words.count == 1, let number = UInt64(words[0]) else { return nil }
        self.init(number)
    }

    var words: [any CustomStringConvertible] { [rawValue] }
}

extension AppKey: PagePlace {
    init?(words: [String]) {
        guard words.count == 2, let user = UInt32(words[0]), let app = AppIdentifier(words[1]) else {
            return nil
        }
        self.init(user: UserIdentifier(user), app: app)
    }

    var words: [any CustomStringConvertible] { [user.rawValue, app] }
}

extension KindKey: PagePlace {
    init?(words: [String]) {
        guard let app = AppKey(words: words.dropLast()), let kind = words.last.flatMap(WidgetKind.init) else {
            return nil
        }
        self.init(app: app, kind: kind)
    }

    var words: [any CustomStringConvertible] { app.words + [kind] }
}

extension AccessPlace: PagePlace {
    init?(words: [String]) {
        guard words.count == 3, let user = UInt32(words[0]), let number = UInt64(words[1]),
            let nanoseconds = Int64(words[2])
        else { return nil }
        self.init(
            user: UserIdentifier(user),
            number: number,
            date: UTCInstant(nanosecondsSince1970: nanoseconds)
        )
    }

    var words: [any CustomStringConvertible] { [user.rawValue, number, date.nanosecondsSince1970] }
}
