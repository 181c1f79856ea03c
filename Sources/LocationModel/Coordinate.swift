/// A position on the WGS-84 ellipsoid.
public struct Coordinate: Hashable, Codable, Sendable {
    /// Degrees north of the equator, in `-90...90`.
    public let latitudeDegrees: Double

    /// Degrees east of Greenwich, in `-180...180`.
    public let longitudeDegrees: Double

    /// Creates a coordinate, or `nil` if either angle is out of range or not a number.
    public init?(latitudeDegrees: Double, longitudeDegrees: Double) {
        guard (-90...90).contains(latitudeDegrees), (-180...180).contains(longitudeDegrees) else {
            return nil
        }
        self.latitudeDegrees = latitudeDegrees
        self.longitudeDegrees = longitudeDegrees
    }

    /// - Throws: `DecodingError` if either angle is absent, out of range or not a number.
    public init(from decoder: any Decoder) throws {
        let angles = try decoder.container(keyedBy: CodingKeys.self)
        let coordinate = Coordinate(
            latitudeDegrees: try angles.decode(Double.self, forKey: .latitudeDegrees),
            longitudeDegrees: try angles.decode(Double.self, forKey: .longitudeDegrees)
        )
        guard let coordinate else {
            throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "no place on Earth"))
        }
        self = coordinate
    }
}
