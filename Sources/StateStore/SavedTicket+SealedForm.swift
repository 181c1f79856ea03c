import LocationModel
import WaymarkEngine

// A ticket is sealed because it tells when a widget was made anew, and so when somebody looked at it. Its bytes are built
// as in SealedForm.swift.
extension SavedTicket: SealedContent {
    private static let waits: UInt64 = 0
    private static let isDone: UInt64 = 1
    private static let isRemoved: UInt64 = 2

    var sealedForm: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(widget.rawValue)
        bytes.append(UInt64(kind.app.user.rawValue))
        bytes.append(kind.app.app.rawValue)
        bytes.append(kind.kind.rawValue)
        bytes.append(reason.rawValue)
        bytes.append(askedAt)
        bytes.append(UInt64(failures))
        switch end {
        case nil: bytes.append(Self.waits)
        case .done(let request, let date):
            bytes.append(Self.isDone)
            bytes.append(request.rawValue)
            bytes.append(date)
        case .removed(let date):
            bytes.append(Self.isRemoved)
            bytes.append(date)
        }
        return bytes
    }

    init?(sealedForm bytes: [UInt8], of key: TicketIdentifier) {
        var reader = FormReader(bytes)
        guard let widget = reader.number(), let user = reader.number().flatMap(UInt32.init(exactly:)),
            let app = reader.text().flatMap({ AppIdentifier($0) }),
            let kind = reader.text().flatMap({ WidgetKind($0) }),
            let reason = reader.text().flatMap(ReloadReason.init(rawValue:)), let askedAt = reader.instant(),
            let failures = reader.number().flatMap(UInt32.init(exactly:)), let end = reader.number()
        else { return nil }
        self.init(
            widget: WidgetIdentifier(widget),
            kind: KindKey(app: AppKey(user: UserIdentifier(user), app: app), kind: kind),
            reason: reason,
            askedAt: askedAt
        )
        self.failures = failures
        switch end {
        case Self.waits: break
        case Self.isDone:
            guard let request = reader.number(), let date = reader.instant() else { return nil }
            self.end = .done(RequestIdentifier(request), at: date)
        case Self.isRemoved:
            guard let date = reader.instant() else { return nil }
            self.end = .removed(at: date)
        default: return nil
        }
        guard reader.isAtEnd else { return nil }
    }
}
