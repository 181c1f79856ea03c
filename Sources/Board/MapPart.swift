import LocationModel
package import Varlink
package import WorldMap

/// The part of the world that the page draws below a trace, around a place that it was told.
struct MapPart {
    private let origin: Coordinate
    private let metersPerPixel: Double
    private let width: Double
    private let height: Double

    init(_ json: inout JSONMembers) throws(ParameterProblem) {
        guard
            let origin = Coordinate(
                latitudeDegrees: try json["latitudeDegrees"],
                longitudeDegrees: try json["longitudeDegrees"]
            )
        else { throw ParameterProblem(parameter: "latitudeDegrees") }
        self.origin = origin
        metersPerPixel = try json["metersPerPixel"]
        width = try json["width"]
        height = try json["height"]
        // The Earth around is 40,000 km.
        guard (0.001...100_000).contains(metersPerPixel) else {
            throw ParameterProblem(parameter: "metersPerPixel")
        }
        guard (1...8192).contains(width), (1...8192).contains(height) else {
            throw ParameterProblem(parameter: "width")
        }
    }

    /// Returns its paths and names, where the place is at 0, 0.
    func drawn(with tiles: TileFile? = nil) -> [UInt8] {
        let frame = MapPaths.Frame(width: width, height: height)
        let map = MapPaths(around: origin, metersPerUnit: metersPerPixel, frame: frame)
        return JSONWriter.object { json in
            json.member("attribution", WorldMap.attribution)
            json.member("borders", map.borders)
            json.member("coast", map.coast)
            json.member("lakes", map.lakes)
            json.member("land", map.land)
            json.member("names", Array(map.places.prefix(100)))
            json.member("tiles", tiles)
        }
    }
}

extension MapPaths.Place: JSONWritable {
    package func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("isCountry", name.isCountry)
            json.member("text", name.text)
            json.member("x", x)
            json.member("y", y)
        }
    }
}
