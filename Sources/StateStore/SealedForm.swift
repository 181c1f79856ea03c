import LocationModel
import WaymarkEngine

/// The bytes inside a seal: little-endian numbers, lengths before texts, a quantity as the bits of its `Double`.
extension NotifiedPlace {
    var sealedForm: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(coordinate.latitudeDegrees.bitPattern)
        bytes.append(coordinate.longitudeDegrees.bitPattern)
        bytes.append(notifiedAt)
        // Last because it may be unknown: then it is absent.
        if let horizontal95Meters { bytes.append(horizontal95Meters.bitPattern) }
        return bytes
    }

    init?(sealedForm bytes: [UInt8]) {
        var reader = FormReader(bytes)
        guard let latitude = reader.number(), let longitude = reader.number(), let time = reader.instant(),
            let coordinate = Coordinate(
                latitudeDegrees: Double(bitPattern: latitude),
                longitudeDegrees: Double(bitPattern: longitude)
            )
        else { return nil }
        let horizontal95 = reader.isAtEnd ? nil : reader.number().map(Double.init(bitPattern:))
        guard reader.isAtEnd, horizontal95.map({ $0.isFinite && $0 >= 0 }) ?? true else { return nil }
        self.init(coordinate: coordinate, horizontal95Meters: horizontal95, notifiedAt: time)
    }
}

extension DeliveredTimeline {
    private static let atEnd: UInt64 = 0
    private static let after: UInt64 = 1
    private static let never: UInt64 = 2

    var sealedForm: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(deliveredAt)
        bytes.append(knewLocation ? 1 : 0 as UInt64)
        switch timeline.policy {
        case .atEnd: bytes.append(Self.atEnd)
        case .after(let date):
            bytes.append(Self.after)
            bytes.append(date)
        case .never: bytes.append(Self.never)
        }
        for entry in timeline.entries {
            bytes.append(entry.date)
            bytes.append(entry.content)
        }
        return bytes
    }

    init?(sealedForm bytes: [UInt8]) {
        var reader = FormReader(bytes)
        guard let deliveredAt = reader.instant(), let knewLocation = reader.number(), knewLocation <= 1 else {
            return nil
        }
        let policy: ReloadPolicy
        switch reader.number() {
        case Self.atEnd: policy = .atEnd
        case Self.after:
            guard let date = reader.instant() else { return nil }
            policy = .after(date)
        case Self.never: policy = .never
        default: return nil
        }
        var entries: [TimelineEntry] = []
        while !reader.isAtEnd {
            guard let date = reader.instant(), let content = reader.text() else { return nil }
            entries.append(TimelineEntry(date: date, content: content))
        }
        guard let timeline = try? Timeline(entries: entries, policy: policy) else { return nil }
        self.init(timeline: timeline, deliveredAt: deliveredAt, knewLocation: knewLocation == 1)
    }
}
