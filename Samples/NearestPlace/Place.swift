import Waymark

/// A place with a name.
struct Place {
    let name: String
    let coordinate: Coordinate

    private init(_ name: String, _ latitudeDegrees: Double, _ longitudeDegrees: Double) {
        self.name = name
        guard
            let coordinate = Coordinate(latitudeDegrees: latitudeDegrees, longitudeDegrees: longitudeDegrees)
        else { preconditionFailure("\(name) is nowhere") }
        self.coordinate = coordinate
    }

    /// The bundled list.
    static let all = [
        Place("Freiburg", 47.9990, 7.8421), Place("Kirchzarten", 47.9647, 7.9544),
        Place("Basel", 47.5596, 7.5886), Place("Strasbourg", 48.5734, 7.7521),
        Place("Berlin", 52.5200, 13.4050), Place("London", 51.5074, -0.1278),
        Place("Paris", 48.8566, 2.3522), Place("New York", 40.7128, -74.0060),
        Place("Tokyo", 35.6762, 139.6503), Place("Sydney", -33.8688, 151.2093),
    ]

    /// Returns the place of the list that is nearest to a coordinate.
    static func nearest(to coordinate: Coordinate) -> Place {
        let nearest = all.min {
            coordinate.distanceMeters(to: $0.coordinate) < coordinate.distanceMeters(to: $1.coordinate)
        }
        guard let nearest else { preconditionFailure("the list has places") }
        return nearest
    }
}
