import LocationModel
import Regions
import Testing

@Suite("The advertisement of an iBeacon")
struct BeaconFrameTests {
    private static let estimote: [UInt8] = [
        0x02, 0x15, 0xB9, 0x40, 0x7F, 0x30, 0xF5, 0xF8, 0x46, 0x6E, 0xAF, 0xF9, 0x25, 0x55, 0x6B, 0x57, 0xFE,
        0x6D, 0x30, 0x39, 0xD4, 0x31, 0xB6,
    ]

    @Test("is read with its UUID, numbers in network order, and signed power")
    func read() throws {
        let frame = try #require(BeaconFrame(manufacturerData: Self.estimote))
        #expect(frame.identity.uuid.description == "B9407F30-F5F8-466E-AFF9-25556B57FE6D")
        #expect(frame.identity.major == 12345)
        #expect(frame.identity.minor == 54321)
        #expect(frame.powerAtOneMeter == -74)
    }

    @Test("is refused if it is cut, too long, of another type, of another stated length, or empty")
    func refused() {
        var (other, shorter) = (Self.estimote, Self.estimote)
        other[0] = 0x10
        shorter[1] = 0x14
        for bytes in [Array(Self.estimote.dropLast()), Self.estimote + [0], other, shorter, []] {
            #expect(BeaconFrame(manufacturerData: bytes) == nil)
        }
    }

    @Test(
        "has a UUID that is read in letters of either case, and in no other form",
        arguments: [
            ("b9407f30-f5f8-466e-aff9-25556b57fe6d", true), ("B9407F30-F5F8-466E-AFF9-25556B57FE6D", true),
            ("B9407F30F5F8466EAFF925556B57FE6D", false), ("+9407F30-F5F8-466E-AFF9-25556B57FE6D", false),
            ("B9407F30-F5F8-466E-AFF9-25556B57FE6", false), ("", false),
        ]
    )
    func uuid(text: String, isValid: Bool) {
        #expect(BeaconUUID(text)?.description == (isValid ? text.uppercased() : nil))
    }

    @Test(
        "is heard only with a strength and a power that a radio can have",
        arguments: [
            (-60, -59, true), (20.5, -59, false), (-60, -128.5, false), (.nan, -59, false),
        ] as [(Double, Double, Bool)]
    )
    func strengths(rssi: Double, power: Double, isHeard: Bool) throws {
        let uuid = try #require(BeaconUUID("B9407F30-F5F8-466E-AFF9-25556B57FE6D"))
        let beacon = BeaconIdentity(uuid: uuid, major: 1, minor: 2)
        #expect((BeaconSighting(beacon, rssi: rssi, powerAtOneMeter: power) != nil) == isHeard)
    }

    @Test("has a condition that is read from a UUID, and the numbers behind it in their order")
    func condition() throws {
        let text = "B9407F30-F5F8-466E-AFF9-25556B57FE6D"
        let uuid = try #require(BeaconUUID(text))
        #expect(BeaconCondition(text: text) == BeaconCondition(uuid: uuid))
        #expect(BeaconCondition(text: text + ",1") == BeaconCondition(uuid: uuid, major: 1))
        let beacon = BeaconCondition(uuid: uuid, major: 1, minor: .max)
        #expect(BeaconCondition(text: text + ",1,65535") == beacon)
        for wrong in ["", ",1", text + ",", text + ",,1", text + ",1,", text + ",1,65536", text + ",1,2,3"] {
            #expect(BeaconCondition(text: wrong) == nil, "\(wrong)")
        }
    }
}
