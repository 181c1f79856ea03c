import CSystemd
import Glibc
import LinuxSystem

/// Notifies the service manager of the daemon's state, see sd_notify(3).
///
/// Without a service manager, as in a terminal or a test, notifications do nothing.
package enum ServiceManager {
    /// Reports that start-up or a reload is complete, with the state to show in `systemctl status`.
    package static func notifyReady(status: String) { send("READY=1\nSTATUS=\(oneLine(status))") }

    /// Reports that the configuration is being reloaded, until ``notifyReady(status:)``.
    package static func notifyReloading() {
        // With Type=notify-reload, the manager distinguishes reloads by this time.
        var now = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &now)
        let microseconds = Int64(now.tv_sec) * 1_000_000 + Int64(now.tv_nsec) / 1000
        send("RELOADING=1\nMONOTONIC_USEC=\(microseconds)")
    }

    package static func notifyStopping() { send("STOPPING=1") }

    /// Gives the service manager a copy of a descriptor, which it passes to the next process of the service.
    ///
    /// It keeps as many as the unit's `FileDescriptorStoreMax=` says. The caller keeps its own descriptor.
    package static func store(_ descriptor: CInt, named name: String) {
        var descriptor = descriptor
        unsafe _ = sd_pid_notify_with_fds(0, 0, "FDSTORE=1\nFDNAME=\(name)", &descriptor, 1)
    }

    /// Makes the service manager close the descriptors that it was given under a name.
    package static func removeStored(named name: String) { send("FDSTOREREMOVE=1\nFDNAME=\(name)") }

    /// Reports that the daemon is alive.
    ///
    /// Call it every ``watchdogInterval``.
    package static func notifyWatchdog() { send("WATCHDOG=1") }

    /// The interval for calling ``notifyWatchdog()``: half the watchdog timeout; `nil` without a watchdog.
    package static var watchdogInterval: Duration? {
        var microseconds: UInt64 = 0
        guard unsafe sd_watchdog_enabled(0, &microseconds) > 0 else { return nil }
        return .microseconds(Int64(clamping: microseconds / 2))
    }

    private static func send(_ message: String) { unsafe _ = sd_notify(0, message) }

    /// Replaces line breaks, which would start another assignment.
    private static func oneLine(_ text: String) -> String {
        String(text.map { $0.isNewline ? " " : $0 })
    }
}
