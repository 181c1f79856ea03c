import CoreLocation
import Foundation
import Testing

@Suite("Core Location's values for ported code")
struct ValueTests {
    private static let place = CLLocation(
        coordinate: CLLocationCoordinate2D(latitude: 52.5, longitude: 13.4),
        altitude: 34,
        horizontalAccuracy: 5,
        verticalAccuracy: 8,
        course: 90,
        speed: 3,
        timestamp: Date(timeIntervalSince1970: 1_800_000_000),
        sourceInfo: CLLocationSourceInformation(
            softwareSimulationState: true,
            andExternalAccessoryState: false
        )
    )

    @Test("keep all of a location in a secure archive, and copies equal it")
    func archive() throws {
        let data = try NSKeyedArchiver.archivedData(withRootObject: Self.place, requiringSecureCoding: true)
        let read = try NSKeyedUnarchiver.unarchivedObject(ofClass: CLLocation.self, from: data)
        #expect(read == Self.place && read?.sourceInformation?.isSimulatedBySoftware == true)
        #expect(Self.place.copy() as? CLLocation == Self.place)
        #expect(Set([Self.place, try #require(read)]).count == 1)
        #expect(read != CLLocation(latitude: 52.5, longitude: 13.4))
    }

    @Test("match errors with their codes, also as NSError")
    func errors() {
        func name(_ error: any Error) -> String {
            switch error {
            case CLError.denied: "denied"
            case CLError.locationUnknown: "unknown"
            default: "other"
            }
        }
        #expect(name(CLError(.denied)) == "denied")
        #expect(name(NSError(domain: kCLErrorDomain, code: 0)) == "unknown")
        #expect(name(NSError(domain: "others", code: 0)) == "other" && name(CancellationError()) == "other")
    }

    @Test("tell whether a coordinate is in a circle, and regions by their identifiers")
    func regions() {
        let center = CLLocationCoordinate2D(latitude: 52.5, longitude: 13.4)
        let region = CLCircularRegion(center: center, radius: 100, identifier: "a")
        #expect(region.contains(center))
        #expect(!region.contains(CLLocationCoordinate2D(latitude: 52.502, longitude: 13.4)))
        #expect(!region.contains(kCLLocationCoordinate2DInvalid))
        #expect(region == CLBeaconRegion(uuid: UUID(), identifier: "a"))
    }
}
