import LocationModel
import Regions
import WaymarkEngine

/// The text after which the next page of a list begins, as a client hands it back.
///
/// A client can hand back anything: what is missing, out of its range or one word too many makes no place.
struct PageCursor {
    private var words: ArraySlice<Substring>

    fileprivate init(_ text: String) {
        words = text.split(separator: "/", omittingEmptySubsequences: false)[...]
    }

    /// Returns the value of the next word; `nil` if there is none, or it has another form.
    mutating func next<Value>(_ parse: (String) -> Value?) -> Value? {
        words.popFirst().flatMap { parse(String($0)) }
    }

    fileprivate var isAtEnd: Bool { words.isEmpty }
}

/// A place in a list, which clients know as a cursor.
protocol PagePlace {
    /// Reads a place; `nil` if the cursor has none.
    init?(reading cursor: inout PageCursor)

    var words: [any CustomStringConvertible] { get }
}

extension PagePlace {
    /// Creates a place from its cursor; `nil` if the text is none.
    init?(cursor: String) {
        var reader = PageCursor(cursor)
        self.init(reading: &reader)
        guard reader.isAtEnd else { return nil }
    }

    var cursor: String { words.map { "\($0)" }.joined(separator: "/") }
}

/// Returns the place after which a client wants its page; `nil` for the first page.
func pagePlace<Place: PagePlace>(_ cursor: String?) throws(CallFailure) -> Place? {
    try parsed(cursor, as: "after", Place.init(cursor:))
}

extension WidgetIdentifier: PagePlace {
    init?(reading cursor: inout PageCursor) {
        guard let widget = cursor.next(WidgetIdentifier.init) else { return nil }
        self = widget
    }

    var words: [any CustomStringConvertible] { [self] }
}

extension AppIdentifier: PagePlace {
    init?(reading cursor: inout PageCursor) {
        guard let app = cursor.next(AppIdentifier.init) else { return nil }
        self = app
    }

    var words: [any CustomStringConvertible] { [self] }
}

extension RegionNumber: PagePlace {
    init?(reading cursor: inout PageCursor) {
        guard let number = cursor.next(UInt64.init) else { return nil }
        self.init(number)
    }

    var words: [any CustomStringConvertible] { [rawValue] }
}

extension AppKey: PagePlace {
    init?(reading cursor: inout PageCursor) {
        guard let user = cursor.next(UInt32.init), let app = cursor.next(AppIdentifier.init) else {
            return nil
        }
        self.init(user: UserIdentifier(user), app: app)
    }

    var words: [any CustomStringConvertible] { [user.rawValue, app] }
}

/// The place of a kind in the list of one user's kinds.
struct KindPlace: PagePlace {
    let app: AppIdentifier
    let kind: WidgetKind

    init(_ kind: KindKey) {
        app = kind.app.app
        self.kind = kind.kind
    }

    init?(reading cursor: inout PageCursor) {
        guard let app = cursor.next(AppIdentifier.init), let kind = cursor.next(WidgetKind.init) else {
            return nil
        }
        self.app = app
        self.kind = kind
    }

    var words: [any CustomStringConvertible] { [app, kind] }
}

extension AccessPlace: PagePlace {
    private static let nanosecondsPerMillisecond: Int64 = 1_000_000

    init?(reading cursor: inout PageCursor) {
        guard let user = cursor.next(UInt32.init), let number = cursor.next(UInt64.init),
            let milliseconds = cursor.next(Int64.init)
        else { return nil }
        let (date, overflow) = milliseconds.multipliedReportingOverflow(by: Self.nanosecondsPerMillisecond)
        guard !overflow else { return nil }
        self.init(
            user: UserIdentifier(user),
            number: number,
            date: UTCInstant(nanosecondsSince1970: date)
        )
    }

    var words: [any CustomStringConvertible] {
        [user.rawValue, number, date.nanosecondsSince1970 / Self.nanosecondsPerMillisecond]
    }
}
