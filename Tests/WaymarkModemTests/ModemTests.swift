import LocationModel
import MessageBus
import Modems
import Testing

@testable import WaymarkModem

@Suite("What ModemManager says of a modem")
struct ModemTests {
    private static let interface = "org.freedesktop.ModemManager1.Modem"

    private func modem(_ modem: [String: BusValue], _ location: [String: BusValue]? = nil) -> Modem? {
        var interfaces = [BusValue.entry(key: .string(Self.interface), .dictionary(modem))]
        if let location {
            interfaces.append(.entry(key: .string(Self.interface + ".Location"), .dictionary(location)))
        }
        return Modem("/1", .array(of: "{sa{sv}}", interfaces))
    }

    @Test("is read")
    func whole() {
        let found = modem(
            [
                "Manufacturer": .string("Quectel"), "Model": .string("EC25"), "State": .int32(-1),
                "EquipmentIdentifier": .string("8676"), "StateFailedReason": .uint32(2),
                "UnlockRequired": .uint32(2),
            ],
            [
                "Capabilities": .uint32(0x15), "Enabled": .uint32(5), "SignalsLocation": .boolean(true),
                "SupportedAssistanceData": .uint32(1),
            ]
        )
        var expected = Modem(path: "/1", identity: "8676", name: "Quectel EC25", state: -1)
        (expected.failure, expected.lock) = (2, 2)
        expected.capabilities = LocationSources(rawValue: 0x15)
        expected.enabled = LocationSources(rawValue: 5)
        (expected.signalsLocation, expected.takesAssistance) = (true, true)
        #expect(found == expected)
    }

    @Test("needs a modem, and nothing else")
    func least() {
        #expect(Modem("/1", .array(of: "{sa{sv}}", [])) == nil)
        #expect(modem([:]) == Modem(path: "/1", identity: "/1", name: "the modem", state: 0))
        let unnamed = ["EquipmentIdentifier": "", "DeviceIdentifier": "d"].mapValues { BusValue.string($0) }
        #expect(modem(unnamed)?.identity == "d")
    }

    @Test(
        "may have any type",
        arguments: [
            .boolean(true), .byte(255), .int64(.min), .uint64(.max), .double(.nan), .string("é\u{7}"),
            .array(of: "s", []), .structure([]), .variant(.variant(.uint32(4))),
        ] as [BusValue]
    )
    func types(_ value: BusValue) {
        let names = [
            "Manufacturer", "Model", "State", "EquipmentIdentifier", "StateFailedReason", "UnlockRequired",
            "Capabilities", "Enabled", "SignalsLocation", "SupportedAssistanceData",
        ]
        let all = Dictionary(uniqueKeysWithValues: names.map { ($0, value) })
        let found = modem(all, all)
        #expect(found?.path == "/1")
        #expect(found?.problem != "" && Modem("/1", value) == nil)
    }
}
