import LocationModel
import Testing

@Suite("A receiver's URL")
struct ReceiverURLTests {
    @Test(
        "names a recording and how to play it",
        arguments: [
            ("file:///a/b.nmea", .recording(path: "/a/b.nmea", pace: .realTime, loops: false)),
            ("FILE://localhost/a", .recording(path: "/a", pace: .realTime, loops: false)),
            ("file:///a?speed=60", .recording(path: "/a", pace: .times(60), loops: false)),
            ("file:///a?speed=1", .recording(path: "/a", pace: .realTime, loops: false)),
            ("file:///a?speed=1.5&loop", .recording(path: "/a", pace: .times(1.5), loops: true)),
            ("file:///a?loop&speed=max", .recording(path: "/a", pace: .unlimited, loops: true)),
            ("file:///a?speed=realtime", .recording(path: "/a", pace: .realTime, loops: false)),
            ("file:///a?", .recording(path: "/a", pace: .realTime, loops: false)),
            (
                "file:///a%20b%3f%25%C3%A9",
                .recording(path: "/a b?%\u{E9}", pace: .realTime, loops: false)
            ),
        ] as [(String, ReceiverURL)]
    )
    func recordings(text: String, expected: ReceiverURL) throws {
        #expect(try ReceiverURL(text) == expected)
    }

    @Test(
        "names a gpsd and one of its devices",
        arguments: [
            ("gpsd://localhost:2947", .gpsd(host: "localhost", port: "2947", device: nil)),
            ("gpsd://", .gpsd(host: "localhost", port: "2947", device: nil)),
            ("gpsd://boat/", .gpsd(host: "boat", port: "2947", device: nil)),
            ("gpsd://:3000", .gpsd(host: "localhost", port: "3000", device: nil)),
            ("gpsd://10.0.0.1:1/dev/ttyACM0", .gpsd(host: "10.0.0.1", port: "1", device: "/dev/ttyACM0")),
            ("gpsd://[::1]:2948/dev/x", .gpsd(host: "::1", port: "2948", device: "/dev/x")),
            ("gpsd://[fe80::1]", .gpsd(host: "fe80::1", port: "2947", device: nil)),
        ] as [(String, ReceiverURL)]
    )
    func gpsd(text: String, expected: ReceiverURL) throws {
        #expect(try ReceiverURL(text) == expected)
    }

    @Test(
        "that is wrong says how",
        arguments: [
            ("", .notAURL("")), ("/a/b", .notAURL("/a/b")), ("://a", .notAURL("://a")),
            ("serial:///dev/ttyACM0", .unknownScheme("serial")),
            ("file://a/b", .remoteFile(host: "a")), ("file:///", .noPath), ("file://", .noPath),
            ("file:///a#b", .fragment), ("file:///a%2", .badEscape("%2")),
            ("file:///a%zz", .badEscape("%zz")),
            ("file:///a%+1", .badEscape("%+1")), ("file:///a%00", .badEscape("%00")),
            ("file:///%ff", .badEscape("/%ff")),
            ("file:///a?fast", .unknownOption("fast", scheme: "file")),
            ("file:///a?Loop", .unknownOption("Loop", scheme: "file")),
            ("file:///a?speed", .badSpeed("")), ("file:///a?speed=", .badSpeed("")),
            ("file:///a?speed=0", .badSpeed("0")), ("file:///a?speed=-1", .badSpeed("-1")),
            ("file:///a?speed=nan", .badSpeed("nan")), ("file:///a?speed=1e9", .badSpeed("1e9")),
            ("file:///a?loop=1", .valueOfLoop("1")), ("gpsd://a:b", .badPort("b")),
            ("gpsd://a:0", .badPort("0")), ("gpsd://a:", .badPort("")), ("gpsd://a:65536", .badPort("65536")),
            ("gpsd://a?speed=2", .unknownOption("speed", scheme: "gpsd")),
        ] as [(String, ReceiverURLError)]
    )
    func errors(text: String, expected: ReceiverURLError) {
        #expect(throws: expected) { try ReceiverURL(text) }
    }

    @Test("that is wrong is told to its writer with what would be right")
    func descriptions() {
        #expect(
            ReceiverURLError.badSpeed("x").description
                == "'x' is not a speed: realtime, max, or a number from 1 to 1000000"
        )
        #expect(
            ReceiverURLError.unknownScheme("tcp").description
                == "no receiver has the scheme 'tcp'; there are file and gpsd"
        )
    }
}
