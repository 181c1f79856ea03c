import LocationModel
import WaymarkEngine

extension AccessRecord {
    /// The bytes inside the seal; the user is in the row's key, which the seal binds it to.
    var sealedForm: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(date)
        bytes.append(app.app.rawValue)
        bytes.append(ground.rawValue)
        bytes.append(accuracy.rawValue)
        bytes.append(wasTemporary ? 1 : 0 as UInt64)
        // What may be unknown: zero for no widget, which none has as its number, and NaN for no radius.
        bytes.append(widget?.rawValue ?? 0)
        bytes.append((horizontal68Meters ?? .nan).bitPattern)
        return bytes
    }

    init?(sealedForm bytes: [UInt8], of user: UserIdentifier) {
        var reader = FormReader(bytes)
        guard let date = reader.instant(), let app = reader.text().flatMap({ AppIdentifier($0) }),
            let ground = reader.text().flatMap(ReceiverNeed.Ground.init),
            let accuracy = reader.text().flatMap(AccuracyAuthorization.init),
            let wasTemporary = reader.number(), wasTemporary <= 1, let widget = reader.number(),
            let radius = reader.number().map(Double.init(bitPattern:)), reader.isAtEnd
        else { return nil }
        self.init(
            app: AppKey(user: user, app: app),
            widget: widget == 0 ? nil : WidgetIdentifier(widget),
            date: date,
            ground: ground,
            wasTemporary: wasTemporary == 1,
            accuracy: accuracy,
            horizontal68Meters: radius.isNaN ? nil : radius
        )
    }
}
