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
        bytes.append(consumer?.widget?.rawValue ?? 0)
        bytes.append((horizontal68Meters ?? .nan).bitPattern)
        // Where it is a request, its number follows.
        if let request = consumer?.request { bytes.append(request.rawValue) }
        return bytes
    }

    init?(sealedForm bytes: [UInt8], of user: UserIdentifier) {
        var reader = FormReader(bytes)
        guard let date = reader.instant(), let app = reader.text().flatMap({ AppIdentifier($0) }),
            let ground = reader.text().flatMap(Self.ground),
            let accuracy = reader.text().flatMap(AccuracyAuthorization.init),
            let wasTemporary = reader.number(), wasTemporary <= 1, let widget = reader.number(),
            let radius = reader.number().map(Double.init(bitPattern:))
        else { return nil }
        var consumer = widget == 0 ? nil : Consumer.widget(WidgetIdentifier(widget))
        if !reader.isAtEnd {
            guard consumer == nil, let request = reader.number(), reader.isAtEnd else { return nil }
            consumer = .request(LocationRequestIdentifier(request))
        }
        self.init(
            app: AppKey(user: user, app: app),
            consumer: consumer,
            date: date,
            ground: ground,
            wasTemporary: wasTemporary == 1,
            accuracy: accuracy,
            horizontal68Meters: radius.isNaN ? nil : radius
        )
    }

    /// Reads a ground; earlier versions kept the wait for a fix under "always" as a ground of its own.
    private static func ground(_ name: String) -> Ground? {
        name == "alwaysNow" ? .always : Ground(rawValue: name)
    }
}
