import CSystemd
import Glibc

/// The service manager that started the daemon, told how the daemon is doing.
///
/// Without a service manager - in a terminal, in a test - nobody is told and nothing fails.
package enum ServiceManager {
    /// Tells that start-up or a reload is complete and clients may come.
    ///
    /// - Parameter status: What the daemon is doing, for `systemctl status`.
    package static func notifyReady(status: String) { send("READY=1\nSTATUS=\(oneLine(status))") }

    /// Tells that the configuration is being read again; ``notifyReady(status:)`` ends that.
    package static func notifyReloading() {
        // The manager of Type=notify-reload tells a new reload from an old one by the time.
        var now = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &now)
        let microseconds = Int64(now.tv_sec) * 1_000_000 + Int64(now.tv_nsec) / 1000
        send("RELOADING=1\nMONOTONIC_USEC=\(microseconds)")
    }

    /// Tells that the daemon is on its way out.
    package static func notifyStopping() { send("STOPPING=1") }

    /// Tells what the daemon is doing, for `systemctl status`.
    package static func notifyStatus(_ status: String) { send("STATUS=\(oneLine(status))") }

    /// Tells that the daemon is alive; due every ``watchdogInterval``.
    package static func notifyWatchdog() { send("WATCHDOG=1") }

    /// How often to call ``notifyWatchdog()``, or `nil` when nobody watches: half of what the manager allows.
    package static var watchdogInterval: Duration? {
        var microseconds: UInt64 = 0
        guard unsafe sd_watchdog_enabled(0, &microseconds) > 0 else { return nil }
        return .microseconds(Int64(clamping: microseconds / 2))
    }

    private static func send(_ message: String) { unsafe _ = sd_notify(0, message) }

    /// A line end would begin another assignment.
    private static func oneLine(_ text: String) -> String {
        String(text.map { $0.isNewline ? " " : $0 })
    }
}
