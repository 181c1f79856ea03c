import LocationModel
import MessageBus

final class LocationObject: BusObject {
    private let place: ToldLocation

    init(_ place: ToldLocation) { self.place = place }

    func handle(_ call: BusCall) { call.fail(BusError(.failed, "a location has no methods")) }

    func value(of property: BusProperty) throws(BusError) -> BusValue {
        switch property.name {
        case "Latitude": return .double(place.coordinate.latitudeDegrees)
        case "Longitude": return .double(place.coordinate.longitudeDegrees)
        case "Accuracy": return .double(place.accuracyMeters ?? -1)
        case "Altitude": return .double(place.altitudeMeters ?? -Double.greatestFiniteMagnitude)
        case "Speed": return .double(place.speedMetersPerSecond ?? -1)
        case "Heading": return .double(place.headingDegrees ?? -1)
        case "Description": return .string(place.description)
        default:
            let time = UInt64(max(place.microsecondsSinceEpoch, 0))
            return .structure([.uint64(time / 1_000_000), .uint64(time % 1_000_000)])
        }
    }
}
