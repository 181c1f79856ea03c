import LocationModel
import MessageBus

/// A location object of a client.
final class LocationObject: BusObject {
    private let client: Client
    private let place: ToldLocation

    init(_ place: ToldLocation, of client: Client) {
        self.place = place
        self.client = client
    }

    func handle(_ call: BusCall) { call.fail(.notYours) }

    func value(of property: BusProperty) throws(BusError) -> BusValue {
        guard property.sender == client.peer.name else { throw .notYours }
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
