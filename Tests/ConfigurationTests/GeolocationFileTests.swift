import Daemon
import LocationModel
import TestSupport
import Testing
import UserInput
import WaymarkEngine

@Suite("The file of GeoClue's static source")
struct GeolocationFileTests {
    @Test("gives the place in its four lines, without comments")
    func example() throws {
        let place = try GeolocationFile.parse(
            """
            # The statue
            40.6893129   # latitude
            -74.0445531  # longitude

            96           # altitude
            1.83         # accuracy radius
            """,
            path: "/x"
        )
        #expect(place.coordinate.latitudeDegrees == 40.6893129)
        #expect(place.coordinate.longitudeDegrees == -74.0445531)
        #expect(place.altitudeMeters == 96 && place.accuracyMeters == 1.83 && place.origin == .file)
    }

    @Test(
        "is told what is wrong with it, and where",
        arguments: [
            ("", "/x: it has 0 values instead of 4: "),
            ("1\n2\n3\n4\n5\n", "/x: it has 5 values instead of 4: "),
            ("91\n2\n3\n4\n", "/x:1: '91' does not stand for the latitude, from -90 to 90 degrees: "),
            ("1\n\n181\n3\n4\n", "/x:3: '181' does not stand for the longitude, "),
            ("1\n2\n3\n-4\n", "/x:4: '-4' does not stand for the accuracy, "),
            ("1,5\n2\n3\n4\n", "/x:1: '1,5' does not stand for the latitude, "),
        ]
    )
    func mistakes(text: String, beginning: String) {
        let problem = #expect(throws: OwnersProblem.self) { try GeolocationFile.parse(text, path: "/x") }
        let words = problem?.description ?? ""
        #expect(words.hasPrefix(beginning), "\(words)")
    }

    @Test("need not exist, and an exact place has a radius all the same")
    func files() throws {
        let folder = try TemporaryFolder()
        #expect(try GeolocationFile.read(folder.path + "/none") == nil)
        try folder.write("1\n2\n3\n0\n", to: "geolocation")
        #expect(try GeolocationFile.read(folder.path + "/geolocation")?.accuracyMeters == 1)
    }

    @Test("is one way to state a place; the section [Place] is the other, and refuses values that are wrong")
    func section() throws {
        let text = "[Place]\nPosition=-33.9, 18.4,12m\nAccuracy=1km\nFile=none\nAfter=1min\n"
        let configuration = try ConfigurationFile.parse(text, path: "test.conf")
        let place = configuration.place
        #expect(place.position?.latitudeDegrees == -33.9 && place.position?.longitudeDegrees == 18.4)
        #expect(place.position?.altitudeMeters == 12 && place.accuracyMeters == 1000)
        #expect(place.file == nil && configuration.engine.statedPlaceAfter == .seconds(60))
        #expect(try ConfigurationFile.parse("[Place]\nFile=\n", path: "").place.file == "/etc/geolocation")
        for wrong in ["Position=91,0", "Position=1", "Position=1,2,x", "Accuracy=0", "File=geolocation"] {
            #expect(throws: (any Error).self) {
                try ConfigurationFile.parse("[Place]\n\(wrong)\n", path: "test.conf")
            }
        }
    }
}
