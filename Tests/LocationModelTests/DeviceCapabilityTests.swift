import LocationModel
import Testing

@Suite("A required capability")
struct DeviceCapabilityTests {
    @Test(
        "is offered by the receivers together",
        arguments: [
            ([], []),
            ([.position], [.locationServices]),
            ([[.position, .satellites]], [.locationServices, .gps]),
            ([.satellites], []),
            ([.magneticHeading], [.magnetometer]),
            ([.position, .magneticHeading], [.locationServices, .magnetometer]),
            ([[.position, .satellites], .magneticHeading], [.locationServices, .gps, .magnetometer]),
        ] as [([ReceiverAbilities], Set<DeviceCapability>)]
    )
    func offered(receivers: [ReceiverAbilities], expected: Set<DeviceCapability>) {
        #expect(DeviceCapability.offered(by: receivers) == expected)
    }

    @Test("is listed as missing, in order, if the machine lacks it")
    func missing() throws {
        var manifest = AppManifest(identifier: try #require(AppIdentifier("x")), name: LocalizedText("X"))
        #expect(manifest.missingCapabilities(offered: []) == [])
        manifest.requiredCapabilities = [.magnetometer, .gps, .locationServices]
        #expect(manifest.missingCapabilities(offered: []) == [.locationServices, .gps, .magnetometer])
        #expect(manifest.missingCapabilities(offered: [.locationServices, .gps]) == [.magnetometer])
    }
}
