import LocationModel
import WaymarkEngine

// The bytes inside the seals of what apps monitor, built as in SealedForm.swift.

/// A sealed value of which there may be one for each app, beside one for everybody.
///
/// A type can be sealed under one kind of key only, so the place that an app was told has a type of its own.
struct ToldPlace: SealedContent {
    let place: NotifiedPlace

    var sealedForm: [UInt8] { place.sealedForm }

    init(_ place: NotifiedPlace) { self.place = place }

    init?(sealedForm bytes: [UInt8], of key: AppKey) {
        guard let place = NotifiedPlace(sealedForm: bytes) else { return nil }
        self.place = place
    }
}

extension SavedStay: SealedContent {
    var sealedForm: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(center)
        bytes.append(horizontal68Meters.bitPattern)
        bytes.append(firstPresence)
        bytes.append(lastPresence)
        bytes.append(arrivalIsKnown ? 1 : 0 as UInt64)
        bytes.append(isVisit ? 1 : 0 as UInt64)
        return bytes
    }

    init?(sealedForm bytes: [UInt8], of key: StayName) {
        var reader = FormReader(bytes)
        guard let center = reader.coordinate(), let radius = reader.radius(), let radius,
            let first = reader.instant(), let last = reader.instant(),
            let arrivalIsKnown = reader.truth(), let isVisit = reader.truth(), reader.isAtEnd
        else { return nil }
        self.init(
            center: center,
            horizontal68Meters: radius,
            firstPresence: first,
            lastPresence: last,
            arrivalIsKnown: arrivalIsKnown,
            isVisit: isVisit
        )
    }
}

extension MonitorEvent: SealedContent {
    // The kind is in the row's key, to which the seal binds the event.
    var sealedForm: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(identifier.rawValue)
        bytes.append(date)
        bytes.append(ground.rawValue)
        bytes.append(isHeld ? 1 : 0 as UInt64)
        bytes.append(content.coordinate)
        bytes.append((content.horizontal68Meters ?? .nan).bitPattern)
        switch content {
        case .significantChange(let place):
            bytes.append((place.horizontal95Meters ?? .nan).bitPattern)
            bytes.append(place.date)
        case .arrival(let visit), .departure(let visit):
            // What may be unknown is preceded by whether it is known.
            for date in [visit.arrival, visit.departure] {
                bytes.append(date == nil ? 0 : 1 as UInt64)
                bytes.append(date ?? UTCInstant(nanosecondsSince1970: 0))
            }
        }
        return bytes
    }

    init?(sealedForm bytes: [UInt8], of key: MonitorEventKey) {
        var reader = FormReader(bytes)
        guard let number = reader.number(), let date = reader.instant(),
            let ground = reader.text().flatMap(Ground.init), let isHeld = reader.truth(),
            let coordinate = reader.coordinate(), let radius = reader.radius()
        else { return nil }
        let content: Content
        switch key.kind {
        case .significantChange:
            guard let radius95 = reader.radius(), let placeDate = reader.instant() else { return nil }
            content = .significantChange(
                MonitoredPlace(
                    coordinate: coordinate,
                    horizontal68Meters: radius,
                    horizontal95Meters: radius95,
                    date: placeDate
                )
            )
        case .arrival, .departure:
            guard let radius, let hasArrival = reader.truth(), let arrival = reader.instant(),
                let hasDeparture = reader.truth(), let departure = reader.instant()
            else { return nil }
            let visit = Visit(
                center: coordinate,
                horizontal68Meters: radius,
                arrival: hasArrival ? arrival : nil,
                departure: hasDeparture ? departure : nil
            )
            content = key.kind == .arrival ? .arrival(visit) : .departure(visit)
        // A region keeps its event itself.
        case .region: return nil
        }
        guard reader.isAtEnd else { return nil }
        self.init(
            content,
            identifier: MonitorEventIdentifier(number),
            date: date,
            ground: ground,
            isHeld: isHeld
        )
    }
}

extension [UInt8] {
    fileprivate mutating func append(_ coordinate: Coordinate) {
        append(coordinate.latitudeDegrees.bitPattern)
        append(coordinate.longitudeDegrees.bitPattern)
    }
}

extension FormReader {
    fileprivate mutating func coordinate() -> Coordinate? {
        guard let latitude = number(), let longitude = number() else { return nil }
        return Coordinate(
            latitudeDegrees: Double(bitPattern: latitude),
            longitudeDegrees: Double(bitPattern: longitude)
        )
    }

    /// Reads a radius, `.some(nil)` where it is unknown; `nil` if there is none.
    fileprivate mutating func radius() -> Double?? {
        guard let radius = number().map(Double.init(bitPattern:)) else { return nil }
        if radius.isNaN { return .some(nil) }
        return radius.isFinite && radius >= 0 ? radius : nil
    }
}
