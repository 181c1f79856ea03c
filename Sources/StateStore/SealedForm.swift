import LocationModel
import WaymarkEngine

/// The bytes inside a seal: little-endian numbers, lengths before texts, an angle as the bits of its `Double`.
extension NotifiedPlace {
    var sealedForm: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(coordinate.latitudeDegrees.bitPattern)
        bytes.append(coordinate.longitudeDegrees.bitPattern)
        bytes.append(UInt64(bitPattern: notifiedAt.nanosecondsSince1970))
        return bytes
    }

    init?(sealedForm bytes: [UInt8]) {
        var reader = FormReader(bytes)
        guard let latitude = reader.number(), let longitude = reader.number(), let time = reader.number(),
            reader.isAtEnd,
            let coordinate = Coordinate(
                latitudeDegrees: Double(bitPattern: latitude),
                longitudeDegrees: Double(bitPattern: longitude)
            )
        else { return nil }
        self.init(
            coordinate: coordinate,
            notifiedAt: UTCInstant(nanosecondsSince1970: Int64(bitPattern: time))
        )
    }
}

extension Timeline {
    private static let atEnd: UInt64 = 0
    private static let after: UInt64 = 1
    private static let never: UInt64 = 2

    var sealedForm: [UInt8] {
        var bytes: [UInt8] = []
        switch policy {
        case .atEnd: bytes.append(Self.atEnd)
        case .after(let date):
            bytes.append(Self.after)
            bytes.append(UInt64(bitPattern: date.nanosecondsSince1970))
        case .never: bytes.append(Self.never)
        }
        for entry in entries {
            bytes.append(UInt64(bitPattern: entry.date.nanosecondsSince1970))
            bytes.append(UInt64(entry.content.utf8.count))
            bytes.append(contentsOf: entry.content.utf8)
        }
        return bytes
    }

    init?(sealedForm bytes: [UInt8]) {
        var reader = FormReader(bytes)
        let policy: ReloadPolicy
        switch reader.number() {
        case Self.atEnd: policy = .atEnd
        case Self.after:
            guard let date = reader.number() else { return nil }
            policy = .after(UTCInstant(nanosecondsSince1970: Int64(bitPattern: date)))
        case Self.never: policy = .never
        default: return nil
        }
        var entries: [TimelineEntry] = []
        while !reader.isAtEnd {
            guard let date = reader.number(), let content = reader.text() else { return nil }
            let instant = UTCInstant(nanosecondsSince1970: Int64(bitPattern: date))
            entries.append(TimelineEntry(date: instant, content: content))
        }
        guard let timeline = try? Timeline(entries: entries, policy: policy) else { return nil }
        self = timeline
    }
}

extension [UInt8] {
    fileprivate mutating func append(_ number: UInt64) {
        for shift in stride(from: 0, to: 64, by: 8) { append(UInt8(truncatingIfNeeded: number >> shift)) }
    }
}

private struct FormReader {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var isAtEnd: Bool { position == bytes.count }

    mutating func number() -> UInt64? {
        guard bytes.count - position >= 8 else { return nil }
        defer { position += 8 }
        return bytes[position..<position + 8].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    mutating func text() -> String? {
        guard let count = number(), count <= UInt64(bytes.count - position) else { return nil }
        defer { position += Int(count) }
        return String(validating: bytes[position..<position + Int(count)], as: UTF8.self)
    }
}
