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

    @Test("keep all of a region in a secure archive, also of a subclass, and nothing of one that is broken")
    func archivedRegions() throws {
        func kept<Region: CLRegion>(_ region: Region) throws -> Region {
            let data = try NSKeyedArchiver.archivedData(withRootObject: region, requiringSecureCoding: true)
            return try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: Region.self, from: data))
        }
        let shop = Shop("Main", center: CLLocationCoordinate2D(latitude: 52.5, longitude: 13.4))
        shop.notifyOnExit = false
        let read = try kept(shop)
        #expect(read.street == "Main" && read.identifier == "shop" && read.contains(shop.center))
        #expect(read.radius == 50 && read.notifyOnEntry && !read.notifyOnExit)

        let owner = UUID()
        let beacons = try kept(CLBeaconRegion(uuid: owner, major: 1, minor: 2, identifier: "b"))
        #expect(beacons.uuid == owner && beacons.major == 1 && beacons.minor == 2 && beacons.notifyOnExit)

        let nowhere = CLCircularRegion(center: kCLLocationCoordinate2DInvalid, radius: 1, identifier: "n")
        #expect(!CLLocationCoordinate2DIsValid(try kept(nowhere).center))

        let empty = NSKeyedArchiver(requiringSecureCoding: true)
        let reader = try NSKeyedUnarchiver(forReadingFrom: empty.encodedData)
        #expect(CLCircularRegion(coder: reader) == nil && CLBeaconRegion(coder: reader) == nil)
    }
}

/// A region with more than the module keeps of it; an archive holds only classes that are not nested.
final class Shop: CLCircularRegion, @unchecked Sendable {
    let street: String

    init(_ street: String, center: CLLocationCoordinate2D) {
        self.street = street
        super.init(center: center, radius: 50, identifier: "shop")
    }

    required init?(coder: NSCoder) {
        street = coder.decodeObject(of: NSString.self, forKey: "street").map { $0 as String } ?? ""
        super.init(coder: coder)
    }

    override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(street as NSString, forKey: "street")
    }
}
