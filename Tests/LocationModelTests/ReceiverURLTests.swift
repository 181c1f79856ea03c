import LocationModel
import Testing

@Suite("A receiver URL")
struct ReceiverURLTests {
    @Test(
        "names a recording and how to play it, a gpsd, a serial device, or a source of sentences",
        arguments: [
            ("file:///a/b.nmea", .recording(path: "/a/b.nmea", pace: .realTime, loops: false)),
            ("FILE://localhost/a", .recording(path: "/a", pace: .realTime, loops: false)),
            ("file:///a?speed=60", .recording(path: "/a", pace: .times(60), loops: false)),
            ("file:///a?speed=1.5&loop", .recording(path: "/a", pace: .times(1.5), loops: true)),
            ("file:///a?loop&speed=max", .recording(path: "/a", pace: .unlimited, loops: true)),
            ("file:///a%20b%3f%25%C3%A9", .recording(path: "/a b?%\u{E9}", pace: .realTime, loops: false)),
            ("gpsd://", .gpsd(host: "localhost", port: "2947", device: nil)),
            ("gpsd://:3000", .gpsd(host: "localhost", port: "3000", device: nil)),
            ("gpsd://10.0.0.1:1/dev/ttyACM0", .gpsd(host: "10.0.0.1", port: "1", device: "/dev/ttyACM0")),
            ("gpsd://[::1]:2948/dev/x", .gpsd(host: "::1", port: "2948", device: "/dev/x")),
            ("gpsd://?user=kay", .gpsd(host: "localhost", port: "2947", device: nil, user: "kay")),
            ("serial:///dev/ttyUSB0", .serial(path: "/dev/ttyUSB0", speed: nil)),
            ("serial:///dev/ttyUSB0?speed=auto", .serial(path: "/dev/ttyUSB0", speed: nil)),
            ("serial:///dev/ttyS1?speed=4800", .serial(path: "/dev/ttyS1", speed: 4800)),
            ("Serial://localhost/dev/x?speed=4000000", .serial(path: "/dev/x", speed: 4_000_000)),
            ("tcp://192.0.2.7/", .tcp(host: "192.0.2.7", port: 10110)),
            ("tcp://[2001:db8::7]:65535", .tcp(host: "2001:db8::7", port: 65535)),
            ("tcp://[fe80::7%25eth0]", .tcp(host: "fe80::7%eth0", port: 10110)),
            ("tcp://localhost?user=kay", .tcp(host: "localhost", port: 10110, user: "kay")),
            ("udp://:2000?from=192.0.2.7", .udp(address: nil, port: 2000, sender: "192.0.2.7")),
            (
                "udp://127.0.0.1?from=fe80::7%25eth0&user=kay",
                .udp(address: "127.0.0.1", port: 10110, sender: "fe80::7%eth0", user: "kay")
            ),
            ("udp://", .udp(address: nil, port: 10110)),
            ("udp://239.192.0.4:60004", .udp(address: "239.192.0.4", port: 60004)),
            ("udp://[ff02::1%25eth0]:2000", .udp(address: "ff02::1%eth0", port: 2000)),
            ("unix:///run/nmea%20out.sock", .unix(path: "/run/nmea out.sock")),
        ] as [(String, ReceiverURL)]
    )
    func sources(text: String, expected: ReceiverURL) throws {
        #expect(try ReceiverURL(text) == expected)
    }

    @Test(
        "names a feed, who may bring it, where its positions come from, and its rank",
        arguments: [
            ("feed://cabin", "cabin", nil, .receiver, 0),
            ("FEED://Modem-1?source=modem&rank=-9", "Modem-1", nil, .modem, -9),
            ("feed://phone?user=kay&source=phone&rank=9", "phone", "kay", .phone, 9),
        ] as [(String, String, String?, LocationSource, Int)]
    )
    func feed(text: String, name: String, user: String?, source: LocationSource, rank: Int) throws {
        var feed = try #require(ReceiverFeed(name))
        (feed.user, feed.source, feed.rank) = (user, source, rank)
        #expect(try ReceiverURL(text) == .feed(feed) && ReceiverURL(text).rank == rank)
    }

    @Test(
        "that is invalid has an error that says what is wrong",
        arguments: [
            ("", "'' is not a receiver's URL"), ("/a/b", "'/a/b' is not a receiver's URL"),
            ("nmea:///dev/ttyACM0", "no receiver has the scheme 'nmea'"),
            ("file://a/b", "'a' is read as the name of another"),
            ("file://", "the path is missing: file:///path"),
            ("file:///a#b", "'#' must be written as %23"), ("file:///a%2", "'%2' is not a valid escape"),
            ("file:///a%+1", "'%+1' is not a valid escape"), ("file:///a%00", "'%00' is not a valid escape"),
            ("file:///%ff", "'/%ff' is not a valid escape"),
            ("file:///a?fast", "file:// has no option 'fast'; it has speed, loop"),
            ("file:///a?speed", "'' is not a playback speed"),
            ("file:///a?speed=0.9", "'0.9' is not a playback speed"),
            ("file:///a?speed=1000001", "'1000001' is not a playback speed"),
            ("file:///a?speed=nan", "'nan' is not a playback speed"),
            ("file:///a?loop=1", "loop takes no value, but was given '1'"),
            ("gpsd://a:b", "'b' is not a port number"), ("gpsd://a:0", "'0' is not a port number"),
            ("gpsd://a:65536", "'65536' is not a port number"),
            ("gpsd://::1", "write the IPv6 address in brackets, not as '::1'"),
            ("gpsd://?user", "the option 'user' needs a value"),
            ("gpsd://a?from=1.2.3.4", "gpsd:// has no option 'from'"),
            ("feed://a%20b", "'a%20b' is not the name of a feed"),
            ("feed://a/b", "'/b' is not allowed after the name of a feed"),
            ("feed://a?source=stated", "'stated' is not where positions of a feed come from"),
            ("feed://a?rank=10", "'10' is not a rank"),
            ("serial://", "the path is missing: serial:///dev/ttyUSB0"),
            ("serial://dev/ttyUSB0", "'dev' is read as the name of another"),
            ("serial:///dev/a?speed=fast", "'fast' is not a line speed"),
            ("serial:///dev/a?speed=299", "'299' is not a line speed"),
            ("serial:///dev/a?speed=4000001", "'4000001' is not a line speed"),
            ("tcp://:2000", "the server is missing"), ("tcp://a:0", "'0' is not a port number"),
            ("tcp://fe80::1:2000", "in brackets, not as 'fe80::1:2000'"),
            ("udp://?from=boat", "'boat' is not a numeric address to read datagrams from"),
            ("udp://boat:2000", "'boat' is not a numeric address of this machine"),
            ("udp://1.2.3.256", "'1.2.3.256' is not a numeric address"),
            ("udp://[g::1]", "'g::1' is not a numeric address"),
            ("unix://run/a", "'run' is read as the name of another"),
        ]
    )
    func errors(text: String, expected: String) throws {
        let error = try #require(throws: ReceiverURLError.self) { try ReceiverURL(text) }
        #expect(error.description.contains(expected), "\(error)")
    }
}
