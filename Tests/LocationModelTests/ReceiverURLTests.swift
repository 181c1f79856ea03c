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
        "that is invalid throws the precise error",
        arguments: [
            ("", .notAURL("")), ("/a/b", .notAURL("/a/b")), ("nmea:///dev/ttyACM0", .unknownScheme("nmea")),
            ("file://a/b", .remoteFile(host: "a")), ("file://", .noPath(scheme: "file")),
            ("file:///a#b", .fragment), ("file:///a%2", .badEscape("%2")),
            ("file:///a%+1", .badEscape("%+1")), ("file:///a%00", .badEscape("%00")),
            ("file:///%ff", .badEscape("/%ff")), ("file:///a?fast", .unknownOption("fast", scheme: "file")),
            ("file:///a?speed", .badSpeed("")), ("file:///a?speed=0.9", .badSpeed("0.9")),
            ("file:///a?speed=1000001", .badSpeed("1000001")), ("file:///a?speed=nan", .badSpeed("nan")),
            ("file:///a?loop=1", .valueOfLoop("1")), ("gpsd://a:b", .badPort("b")),
            ("gpsd://a:0", .badPort("0")), ("gpsd://a:65536", .badPort("65536")),
            ("gpsd://::1", .bareAddress("::1")), ("gpsd://?user", .noValue(option: "user")),
            ("gpsd://a?from=1.2.3.4", .unknownOption("from", scheme: "gpsd")),
            ("feed://a%20b", .badFeedName("a%20b")), ("feed://a/b", .pathOfHost(scheme: "feed", path: "/b")),
            ("feed://a?source=stated", .badSource("stated")), ("feed://a?rank=10", .badRank("10")),
            ("serial://", .noPath(scheme: "serial")),
            ("serial://dev/ttyUSB0", .hostOfPath(scheme: "serial", host: "dev")),
            ("serial:///dev/a?speed=fast", .badLineSpeed("fast")),
            ("serial:///dev/a?speed=299", .badLineSpeed("299")),
            ("serial:///dev/a?speed=4000001", .badLineSpeed("4000001")),
            ("tcp://:2000", .noHost), ("tcp://a:0", .badPort("0")),
            ("tcp://fe80::1:2000", .bareAddress("fe80::1:2000")), ("udp://?from=boat", .badSender("boat")),
            ("udp://boat:2000", .badAddress("boat")), ("udp://1.2.3.256", .badAddress("1.2.3.256")),
            ("udp://[g::1]", .badAddress("g::1")), ("unix://run/a", .hostOfPath(scheme: "unix", host: "run")),
        ] as [(String, ReceiverURLError)]
    )
    func errors(text: String, expected: ReceiverURLError) {
        #expect(throws: expected) { try ReceiverURL(text) }
    }
}
