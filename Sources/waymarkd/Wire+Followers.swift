import LocationModel
import WaymarkEngine
import WaymarkInterfaces

// The elements of streams, as types of io.waymark.Location.

extension LocationInterface.FollowLocation.Reply {
    init(_ update: LocationUpdate) {
        self.init(
            sequence: 0,
            event: .update,
            location: update.fix.map { .init($0, age: update.age) },
            diagnostics: update.diagnostics.isEmpty ? nil : update.diagnostics,
            absence: update.cause.map { .init(.locationUnknown($0)) },
            text: update.diagnostics.isEmpty ? nil : LiveDiagnostic.text(update.diagnostics, update.cause)
        )
    }
}

extension LocationInterface.FollowHeading.Reply {
    init(_ update: HeadingUpdate) {
        self.init(
            sequence: 0,
            event: .update,
            heading: update.heading.map { .init($0) },
            diagnostics: update.diagnostics.isEmpty ? nil : update.diagnostics,
            text: update.diagnostics.isEmpty ? nil : LiveDiagnostic.text(update.diagnostics)
        )
    }
}

extension LocationInterface.FollowBeacons.Reply {
    init(_ update: BeaconUpdate) {
        self.init(
            sequence: 0,
            event: .update,
            beacons: update.diagnostics.isEmpty ? update.beacons.map { .init($0) } : nil,
            diagnostics: update.diagnostics.isEmpty ? nil : update.diagnostics,
            text: update.diagnostics.isEmpty ? nil : LiveDiagnostic.text(update.diagnostics)
        )
    }
}

extension LocationInterface.Beacon {
    fileprivate init(_ beacon: RangedBeacon) {
        self.init(
            uuid: beacon.identity.uuid.description,
            major: Int(beacon.identity.major),
            minor: Int(beacon.identity.minor),
            proximity: beacon.proximity,
            accuracyMeters: beacon.accuracyMeters,
            rssi: beacon.rssi
        )
    }
}

extension LocationInterface.HoldSession.Reply {
    init(_ lacks: [LiveDiagnostic]) {
        self.init(
            sequence: 0,
            event: .update,
            diagnostics: lacks.isEmpty ? nil : lacks,
            text: lacks.isEmpty ? nil : LiveDiagnostic.text(lacks)
        )
    }
}

extension LocationInterface.Heading {
    fileprivate init(_ heading: LocationModel.Heading) {
        self.init(
            trueDegrees: heading.trueDegrees,
            magneticDegrees: heading.magneticDegrees,
            variationDegrees: heading.variationDegrees,
            accuracyDegrees: heading.accuracyDegrees,
            origin: Origin(rawValue: heading.origin.rawValue),
            compass: heading.compass.flatMap { .init(rawValue: $0.rawValue) }
        )
    }
}
