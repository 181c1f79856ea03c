package import LocationModel
package import Regions
import SealedDatabase
import Varlink
package import WaymarkEngine

// Values that are stored unencrypted: keys, and the contents of a few kinds of row. All conforming types are
// in this file, and none tells where a person is or was. A type belongs here only if anybody who finds the
// disk may read it.

/// A value that is stored unencrypted, as text; a key is also the cursor of a list, after which its next page begins.
///
/// Few types conform. Quantities and bytes do not, and a text only as a word of an enumeration, an identifier or a
/// manifest.
package protocol PlainValue: Sendable {
    var plainText: String { get }

    init?(plainText: String)
}

extension PlainValue where Self: RawRepresentable<String> {
    package var plainText: String { rawValue }
    package init?(plainText: String) { self.init(rawValue: plainText) }
}

extension PlainValue where Self: PlainName {
    package var plainText: String { rawValue }
    package init?(plainText: String) { self.init(plainText) }
}

package protocol PlainNumber: PlainValue {
    associatedtype Number: FixedWidthInteger
    var rawValue: Number { get }
    init(_ rawValue: Number)
}

extension PlainNumber {
    package var plainText: String { String(rawValue) }
    package init?(plainText: String) {
        guard let number = Number(plainText) else { return nil }
        self.init(number)
    }
}

extension AccuracyAuthorization: PlainValue {}
extension AppIdentifier: PlainValue {}
extension AuthorizationChoice: PlainValue {}
extension HostKey: PlainValue {}
extension MonitorEventKind: PlainValue {}
extension MonitoredService: PlainValue {}
extension RegionNumber: PlainNumber {}
extension TicketIdentifier: PlainNumber {}
extension UserIdentifier: PlainNumber {}
extension WidgetGrant: PlainValue {}
extension WidgetKind: PlainValue {}

extension Bool: PlainValue {
    package var plainText: String { description }
    package init?(plainText: String) { self.init(plainText) }
}

// These two are extensions of the protocol, so that `init` as a function of a text is that of the type itself.

extension WidgetIdentifier: PlainNumber {}

extension PlainNumber where Self == WidgetIdentifier {
    /// Reads a number; one that is too great to count further widgets is damage.
    package init?(plainText: String) {
        guard let number = UInt64(plainText), number < 1 << 62 else { return nil }
        self.init(number)
    }
}

extension UTCInstant: PlainValue {}

extension PlainValue where Self == UTCInstant {
    package var plainText: String { String(self.nanosecondsSince1970) }
    package init?(plainText: String) {
        guard let number = Int64(plainText) else { return nil }
        self.init(nanosecondsSince1970: number)
    }
}

/// The text of a manifest, which says what an app is.
struct ManifestText: PlainValue {
    let plainText: String
}

/// The number of an access, with leading zeros, so that the order of keys is that of the numbers.
package struct AccessNumber: PlainNumber {
    package let rawValue: UInt64

    package var plainText: String {
        let digits = String(rawValue)
        return String(repeating: "0", count: 20 - digits.utf8.count) + digits
    }

    package init(_ rawValue: UInt64) { self.rawValue = rawValue }
}

struct UserOrEverybody: PlainValue {
    private static let everybody = "everybody"

    let user: UserIdentifier?

    init(_ user: UserIdentifier?) { self.user = user }

    var plainText: String { user?.plainText ?? Self.everybody }
    init?(plainText: String) {
        user = UserIdentifier(plainText: plainText)
        if user == nil, plainText != Self.everybody { return nil }
    }
}

// MARK: Keys

/// The key of one of several things that an owner has.
package struct Item<Owner: PlainValue, Name: PlainValue>: PlainValue {
    package let owner: Owner
    package let name: Name

    package init(_ name: Name, of owner: Owner) { (self.owner, self.name) = (owner, name) }

    package var plainText: String { "\(owner.plainText)/\(name.plainText)" }
    package init?(plainText: String) {
        // No part but the owner has a slash in it.
        guard let slash = plainText.utf8.lastIndex(of: UInt8(ascii: "/")),
            let owner = Owner(plainText: String(plainText[..<slash])),
            let name = Name(plainText: String(plainText[plainText.utf8.index(after: slash)...]))
        else { return nil }
        self.init(name, of: owner)
    }
}

extension AppKey: PlainValue {
    package var plainText: String { Item(app, of: user).plainText }
    package init?(plainText: String) {
        guard let item = Item<UserIdentifier, AppIdentifier>(plainText: plainText) else { return nil }
        self.init(user: item.owner, app: item.name)
    }
}

extension KindKey: PlainValue {
    package var plainText: String { Item(kind, of: app).plainText }
    package init?(plainText: String) {
        guard let item = Item<AppKey, WidgetKind>(plainText: plainText) else { return nil }
        self.init(app: item.owner, kind: item.name)
    }
}

struct OnlyRow: PlainValue {
    let plainText = ""
    init() {}
    init?(plainText: String) { guard plainText.isEmpty else { return nil } }
}

// MARK: Contents

protocol PlainRow: Sendable {
    var fields: PlainFields { get }
    init(fields: PlainFields) throws(InvalidRow)
}

struct InvalidRow: Error {}

/// Plain values by name, stored as a JSON object of texts; what is `nil` is absent.
struct PlainFields: ExpressibleByDictionaryLiteral {
    private var texts: [String: String] = [:]

    init(dictionaryLiteral elements: (String, (any PlainValue)?)...) {
        for (name, value) in elements { texts[name] = value?.plainText }
    }

    init(json: String) throws(InvalidRow) {
        guard let object = try? JSONObject(Array(json.utf8)) else { throw InvalidRow() }
        for member in object.members {
            guard let text = member.value.text else { throw InvalidRow() }
            texts[member.name] = text
        }
    }

    var json: String { String(decoding: texts.json, as: UTF8.self) }

    func find<Value: PlainValue>(_ name: String) throws(InvalidRow) -> Value? {
        guard let text = texts[name] else { return nil }
        guard let value = Value(plainText: text) else { throw InvalidRow() }
        return value
    }

    func value<Value: PlainValue>(_ name: String) throws(InvalidRow) -> Value {
        guard let value: Value = try find(name) else { throw InvalidRow() }
        return value
    }
}

/// A content without values: only the key counts.
struct KeyOnly: PlainRow {
    let fields: PlainFields = [:]
    init() {}
    init(fields: PlainFields) {}
}

struct Single<Value: PlainValue>: PlainRow {
    let value: Value

    init(_ value: Value) { self.value = value }

    var fields: PlainFields { ["value": value] }

    init(fields: PlainFields) throws(InvalidRow) { value = try fields.value("value") }
}

extension Grant: PlainRow {
    var fields: PlainFields {
        [
            "status": status, "widgets": widgets, "accuracy": accuracy, "isProvisional": isProvisional,
            "alwaysWasAsked": alwaysWasAsked, "alwaysConfirmedAt": alwaysConfirmedAt,
            "since": span?.beganAt, "until": span?.until, "isOfRoot": isOfRoot,
        ]
    }

    init(fields: PlainFields) throws(InvalidRow) {
        self.init(status: try fields.value("status"), widgets: try fields.value("widgets"))
        accuracy = try fields.find("accuracy")
        isProvisional = try fields.find("isProvisional") ?? false
        alwaysWasAsked = try fields.find("alwaysWasAsked") ?? false
        alwaysConfirmedAt = try fields.find("alwaysConfirmedAt")
        isOfRoot = try fields.find("isOfRoot") ?? false
        if let since: UTCInstant = try fields.find("since") {
            span = DatedSpan(beganAt: since, until: try fields.value("until"))
        }
    }
}

/// The data of a widget that is known when it is placed.
struct Placement: PlainRow {
    let kind: KindKey
    let hostKey: HostKey?

    init(_ kind: KindKey, _ hostKey: HostKey?) { (self.kind, self.hostKey) = (kind, hostKey) }

    var fields: PlainFields {
        ["uid": kind.app.user, "app": kind.app.app, "kind": kind.kind, "hostKey": hostKey]
    }

    init(fields: PlainFields) throws(InvalidRow) {
        let app = AppKey(user: try fields.value("uid"), app: try fields.value("app"))
        self.init(KindKey(app: app, kind: try fields.value("kind")), try fields.find("hostKey"))
    }
}

extension BoundValue {
    init(_ fields: PlainFields) { self.init(storedKey: .text(fields.json)) }
    init(_ key: some PlainValue) { self.init(storedKey: .text(key.plainText)) }
}
