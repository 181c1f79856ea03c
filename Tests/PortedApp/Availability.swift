// What code for Apple's platforms names beside the programs that the tests run: that it compiles is the test.
import CoreLocation
import os

private let log = Logger(subsystem: "org.example.ported", category: "names")

/// What an app may offer, asked before each service starts.
struct Offer {
    var shops = CLLocationManager.isMonitoringAvailable(for: CLBeaconRegion.self)
    var older = CLLocationManager.authorizationStatus() == .authorized
}

/// Follows the location with its screen locked, and geofences.
@available(iOS 17.0, watchOS 10, *)
@Observable final class Follower: NSObject, CLLocationManagerDelegate {
    var place: CLLocation?
    var fences: Set<CLRegion> = []
    @ObservationIgnored private let manager = CLLocationManager()
    @ObservationIgnored private var background: CLBackgroundActivitySession?

    func start() {
        manager.delegate = self
        manager.allowsBackgroundLocationUpdates = true
        manager.pausesLocationUpdatesAutomatically = false
        manager.showsBackgroundLocationIndicator = true
        manager.desiredAccuracy = kCLLocationAccuracyReduced
        manager.activityType = .maritime
        manager.headingOrientation = .landscapeLeft
        background = CLBackgroundActivitySession()
        manager.startUpdatingLocation()
    }

    func stop() {
        background?.invalidate()
        manager.dismissHeadingCalibrationDisplay()
        manager.stopUpdatingLocation()
    }

    func fence(_ center: CLLocationCoordinate2D, _ name: String) {
        let radius = min(150, manager.maximumRegionMonitoringDistance)
        let region = CLCircularRegion(center: center, radius: radius, identifier: name)
        region.notifyOnExit = false
        guard region.radius > 100, region.contains(center) else { return }
        manager.startMonitoring(for: CLBeaconRegion(uuid: UUID(), major: 1, minor: 2, identifier: "beacon"))
    }

    func locationManager(_ manager: CLLocationManager, didEnterRegion region: CLRegion) {
        fences.insert(region)
        log.info("entered \(region.identifier, privacy: .public)")
        log.log(level: .error, "\(fences.count)")
    }

    func locationManager(_ manager: CLLocationManager, didExitRegion region: CLRegion) {
        manager.stopMonitoring(for: region)
        fences.remove(region)
    }

    func locationManagerShouldDisplayHeadingCalibration(_ manager: CLLocationManager) -> Bool { true }

    func locationManagerDidPauseLocationUpdates(_ manager: CLLocationManager) {}
}

func describe(_ error: Error) -> String {
    do { throw error } catch CLError.locationUnknown { return "later" } catch {
        guard let code = (error as? CLError)?.code else { return "\((error as NSError).code)" }
        switch code {
        case .geocodeFoundNoResult, .geocodeFoundPartialResult, .geocodeCanceled: return "no address"
        case .deferredFailed, .deferredCanceled, .deferredAccuracyTooLow: return "not deferred"
        case .historicalLocationError, .rangingFailure: return "other"
        default: return NSError(domain: kCLErrorDomain, code: CLError.denied.rawValue).localizedDescription
        }
    }
}

/// A model of before iOS 17: Core Location alone brings what it needs of Combine, as on Apple's platforms.
final class Compass: NSObject, ObservableObject, CLLocationManagerDelegate {
    @Published private(set) var heading: CLHeading?

    func locationManager(_ manager: CLLocationManager, didUpdateHeading newHeading: CLHeading) {
        heading = newHeading
    }
}

@available(iOS 17.0, *)
func describe(_ event: CLMonitor.Event) -> [Bool] {
    [
        event.state.rawValue == 1, event.authorizationDenied, event.authorizationDeniedGlobally,
        event.authorizationRestricted, event.authorizationRequestInProgress, event.insufficientlyInUse,
        event.accuracyLimited, event.persistenceUnavailable, event.serviceSessionRequired,
        event.refinement == nil,
    ]
}

final class Stop: NSObject, NSSecureCoding {
    static var supportsSecureCoding: Bool { true }
    let place: CLLocation

    init(_ place: CLLocation) { self.place = place.copy() as? CLLocation ?? place }

    required init?(coder: NSCoder) {
        guard let place = coder.decodeObject(of: CLLocation.self, forKey: "place") else { return nil }
        self.place = place
    }

    func encode(with coder: NSCoder) { coder.encode(place, forKey: "place") }

    override var description: String { "\(place.coordinate) on floor \(place.floor?.level ?? 0)" }
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension CLLocationCoordinate2D: Hashable {
    public static func == (left: Self, right: Self) -> Bool { left.latitude == right.latitude }
    public func hash(into hasher: inout Hasher) { hasher.combine(latitude) }
}

// MARK: What tests of such code replace

protocol Positioning: AnyObject {
    var delegate: CLLocationManagerDelegate? { get set }
    var location: CLLocation? { get }
    var authorizationStatus: CLAuthorizationStatus { get }
    func requestLocation()
}

extension CLLocationManager: Positioning {}

final class ScriptedManager: CLLocationManager, @unchecked Sendable {
    var answers: [CLLocation] = []

    override class func headingAvailable() -> Bool { true }
    override class func locationServicesEnabled() -> Bool { true }
    override var authorizationStatus: CLAuthorizationStatus { .authorizedWhenInUse }
    override var accuracyAuthorization: CLAccuracyAuthorization { .fullAccuracy }
    override var location: CLLocation? { answers.last }
    override func requestLocation() { delegate?.locationManager(self, didUpdateLocations: answers) }
    override func startUpdatingLocation() { requestLocation() }
    override func stopUpdatingLocation() {}
    override func startMonitoring(for region: CLRegion) {
        delegate?.locationManager(self, didEnterRegion: region)
    }
    override func startMonitoringVisits() { delegate?.locationManager(self, didVisit: ScriptedVisit()) }
    override func requestWhenInUseAuthorization() { delegate?.locationManagerDidChangeAuthorization(self) }
}

final class ScriptedVisit: CLVisit, @unchecked Sendable {
    override var coordinate: CLLocationCoordinate2D { CLLocationCoordinate2D(latitude: 1, longitude: 2) }
    override var arrivalDate: Date { Date(timeIntervalSince1970: 0) }
}

final class ScriptedHeading: CLHeading, @unchecked Sendable {
    override var trueHeading: CLLocationDirection { 90 }
}

final class ScriptedLocation: CLLocation, @unchecked Sendable {
    override var course: CLLocationDirection { 180 }
}
