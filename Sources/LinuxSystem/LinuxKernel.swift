import CLinux
import Glibc

package final class LinuxKernel: Kernel {
    private let poller: Poller
    private let watches: Watches?

    /// Creates a kernel that watches nothing.
    ///
    /// `signals` are blocked and become notices, as do changes of clock and time zone; with `nil` there are no notices.
    /// Call this before starting other threads, which would receive them.
    package init(signals: [CInt]? = nil) throws(SystemError) {
        let poller = try Poller()
        self.poller = poller
        watches = if let signals { try Watches(signals, poller) } else { nil }
    }

    package var now: ContinuousClock.Instant { .now }

    package var nanosecondsSince1970: Int64 { WallClock.nanosecondsSinceEpoch }

    package func randomNumber() -> UInt64 { .random(in: 0 ... .max) }

    package func watch(_ descriptor: CInt, for interest: Poller.Interest) throws(SystemError) -> Poller.Token
    {
        try poller.watch(descriptor, for: interest)
    }

    package func change(_ token: Poller.Token, to interest: Poller.Interest) throws(SystemError) {
        try poller.change(token, to: interest)
    }

    package func unwatch(_ token: Poller.Token) { poller.unwatch(token) }

    package func wait(until deadline: ContinuousClock.Instant?) throws(SystemError) -> [Poller.Readiness] {
        try poller.wait(until: deadline)
    }

    package func notices(in ready: [Poller.Readiness]) throws(SystemError) -> [KernelNotice] {
        try watches?.notices(in: ready) ?? []
    }

    package func listen(at path: String, permissions: UInt32) throws(ListenFailure) -> any LocalListener {
        try UnixListener(at: path, permissions: permissions)
    }

    package func connect(to path: String) throws(SystemError) -> any LocalStream {
        try UnixStream(connectingTo: path)
    }

    package func process(numbered number: Int32) -> PeerProcess? { PeerProcess(numbered: number) }

    package func contents(ofFile path: String, atMost limit: Int) throws(SystemError) -> [UInt8] {
        try contentsOfFile(path, atMost: limit)
    }
}

/// The descriptors that report signals, and changes of the clock and the time zone.
private final class Watches {
    private let signals: Signals

    /// Becomes readable when the wall clock is set.
    private let clock: FileDescriptor

    /// The file with the rules of the machine's time zone, usually a link to them, of at most some 4 KiB.
    private static let zonePath = "/etc/localtime"
    private let zone: PathWatch
    private var rules: [UInt8]?
    private let tokens: (signals: Poller.Token, clock: Poller.Token, zone: Poller.Token)

    init(_ numbers: [CInt], _ poller: Poller) throws(SystemError) {
        signals = try Signals(numbers)
        clock = try FileDescriptor(of: "timerfd_create", on: "CLOCK_REALTIME", waymark_clock_watch())
        zone = try PathWatch(Self.zonePath)
        rules = Self.readRules()
        tokens = (
            try poller.watch(signals.descriptor.rawValue, for: .readable),
            try poller.watch(clock.rawValue, for: .readable),
            try poller.watch(zone.descriptor.rawValue, for: .readable)
        )
    }

    func notices(in ready: [Poller.Readiness]) throws(SystemError) -> [KernelNotice] {
        var notices: [KernelNotice] = []
        for token in ready.map(\.token) {
            switch token {
            case tokens.signals: while let signal = try signals.next() { notices.append(.signal(signal)) }
            case tokens.clock:
                guard waymark_clock_watch_again(clock.rawValue) == 0 else {
                    throw SystemError("timerfd_settime", on: "CLOCK_REALTIME")
                }
                notices.append(.clockSet)
            case tokens.zone:
                // The tools replace the link; in between there may be none, which is no change of the zone yet.
                guard zone.readEvents(), let new = Self.readRules(), new != rules else { break }
                rules = new
                notices.append(.timeZoneChanged)
            default: break
            }
        }
        return notices
    }

    private static func readRules() -> [UInt8]? { try? contentsOfFile(zonePath, atMost: 64 << 10) }
}
