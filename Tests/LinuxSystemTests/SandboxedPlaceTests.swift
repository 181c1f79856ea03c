import Testing

@testable import LinuxSystem

@Suite("A path in a service's sandbox")
struct SandboxedPlaceTests {
    /// The mounts of a service with ProtectHome=, PrivateTmp=, PrivateDevices= and InaccessiblePaths=, under systemd
    /// 252.
    private static let service = """
        341 288 0:40 / / ro,nosuid,relatime shared:69 master:1 - ext4 /dev/vda rw,discard
        342 341 0:43 / /tmp rw,nosuid,nodev shared:86 master:2 - tmpfs tmpfs rw,size=2468412k
        368 341 0:47 / /run rw,nosuid,nodev shared:109 master:6 - tmpfs tmpfs rw,mode=755
        426 341 0:61 / /dev ro,nosuid,noexec shared:123 - tmpfs tmpfs rw,size=4096k,nr_inodes=65536,mode=755
        427 426 0:48 / /dev/pts rw,nosuid,noexec,relatime shared:124 master:8 - devpts devpts rw,gid=5,mode=620
        364 341 0:47 /systemd/inaccessible/dir /home ro,nosuid,nodev,noexec shared:128 - tmpfs tmpfs rw,mode=755
        365 341 0:47 /systemd/inaccessible/dir /root ro,nosuid,nodev,noexec shared:129 - tmpfs tmpfs rw,mode=755
        366 341 0:47 /systemd/inaccessible/dir /opt/own ro,nosuid,nodev,noexec shared:133 - tmpfs tmpfs rw,mode=755
        376 368 0:47 /host/inaccessible/dir /run/user ro,nosuid,nodev,noexec shared:121 - tmpfs tmpfs rw,mode=755
        378 342 0:43 /systemd-private-40d2-waymarkd.service-zMc3Jf/tmp /tmp rw,nosuid,nodev - tmpfs tmpfs rw
        391 341 0:40 /var/tmp/systemd-private-40d2-waymarkd.service-K0hF57/tmp /var/tmp rw - ext4 /dev/vda rw
        """

    @Test(
        "is recognized, with the setting that hides it",
        arguments: [
            ("/root/drive.nmea", "the service cannot access /root (ProtectHome=)"),
            ("/home", "the service cannot access /home (ProtectHome=)"),
            ("/run/user/1000/nmea.sock", "the service cannot access /run/user (ProtectHome=)"),
            ("/opt/own/x", "the service cannot access /opt/own (InaccessiblePaths=)"),
            ("/tmp/drive.nmea", "the service has its own /tmp (PrivateTmp=)"),
            ("/var/tmp/drive.nmea", "the service has its own /var/tmp (PrivateTmp=)"),
            ("/dev/ttyUSB0", "the service cannot access devices (PrivateDevices=)"),
            ("/dev/serial/by-id/usb-gps", "the service cannot access devices (PrivateDevices=)"),
            ("/dev/pts/3", nil), ("/devices", nil), ("/homes/x", nil), ("/run/nmea.sock", nil),
            ("/srv/x", nil),
        ] as [(String, String?)]
    )
    func service(path: String, text: String?) {
        #expect(SandboxedPlace.of(path, mounts: Array(Self.service.utf8)) == text)
    }

    @Test(
        "is not recognized where devices can be added",
        arguments: [
            "25 1 0:5 / /dev rw,nosuid,relatime shared:2 - devtmpfs udev rw,size=4096k",
            "25 1 0:5 / /dev rw,nosuid - tmpfs tmpfs rw,mode=755", "", "nonsense", "25 1 0:5 /",
        ]
    )
    func devices(mounts: String) {
        #expect(SandboxedPlace.of("/dev/ttyUSB0", mounts: Array(mounts.utf8)) == nil)
    }
}
