/// The choice of one device among those that report over one source.
///
/// The device that has a position is followed while it has one, and left at once for another that has one too. A device
/// that misses five epochs, and at least five seconds, has lost it as well; the other takes over a second before that, so
/// that there is a position all the time. Nothing prefers one device to another: two good ones that alternate would look
/// like movement.
package struct DeviceChoice: Sendable {
    /// The epochs and the time without one after which the followed device counts as silent.
    private static let longestSilence = (epochs: Int64(5), nanoseconds: Int64(5_000_000_000))

    /// The longest reporting interval, and the usual one.
    private static let longestInterval: Int64 = 60_000_000_000
    private static let usualInterval: Int64 = 1_000_000_000

    /// What a device that is not followed has reported since the last epoch of the followed one.
    private struct Other {
        var hasFix = false
        var epochs: Int64 = 0
        var since: Int64?
    }

    package private(set) var followed = 0
    package private(set) var hasFix = false

    private var hasReported = false
    private var lastTime: Int64?
    private var interval = usualInterval

    /// Empty while there is one device.
    private var others: [Other] = []

    package init() {}

    /// Records an epoch, and returns whether its device is followed, perhaps from this epoch on.
    ///
    /// Devices are counted from 0. The time is in nanoseconds, of the device's own clock; a time of day is enough.
    package mutating func accepts(hasFix: Bool, from device: Int, at time: Int64?) -> Bool {
        guard device == followed else { return acceptsOther(hasFix: hasFix, from: device, at: time) }
        if !others.isEmpty {
            // One that reported a fix since the last epoch of this device has one now.
            if !hasFix, let other = others.firstIndex(where: { $0.hasFix && $0.epochs > 0 }) {
                follow(other)
                return false
            }
            restartOthers()
        }
        if let time, let lastTime {
            let step = timeStep(from: lastTime, to: time)
            if step > 0, step <= Self.longestInterval { interval = step }
        }
        lastTime = time ?? lastTime
        (self.hasFix, hasReported) = (hasFix, true)
        return true
    }

    private mutating func acceptsOther(hasFix: Bool, from device: Int, at time: Int64?) -> Bool {
        while others.count <= max(device, followed) { others.append(Other()) }
        others[device].hasFix = hasFix
        others[device].epochs += 1
        others[device].since = others[device].since ?? time
        let limit =
            max(Self.longestSilence.nanoseconds, Self.longestSilence.epochs * interval) - Self.usualInterval
        guard silence(until: time, others[device]) >= limit || !hasReported || hasFix && !self.hasFix else {
            return false
        }
        follow(device)
        (self.hasFix, hasReported, lastTime) = (hasFix, true, time)
        return true
    }

    /// Returns the time since the last epoch of the followed device, as another one tells it.
    private func silence(until time: Int64?, _ other: Other) -> Int64 {
        guard let time, let since = other.since else { return other.epochs * Self.usualInterval }
        let heard = timeStep(from: since, to: time)
        // The clocks of two devices may differ, but the last epoch was before the first of the other one.
        let silence = lastTime.map { timeStep(from: $0, to: time) } ?? heard
        return heard...heard + Self.usualInterval ~= silence ? silence : heard
    }

    /// Forgets what a device reported, because it was removed.
    package mutating func forget(_ device: Int) {
        if device == followed { (hasFix, hasReported) = (false, false) }
        if device < others.count { others[device] = Other() }
    }

    private mutating func follow(_ device: Int) {
        followed = device
        // Until its own next epoch tells, whoever has a fix may take its place.
        hasFix = others[device].hasFix
        (lastTime, interval) = (nil, Self.usualInterval)
        others[device] = Other()
        restartOthers()
    }

    private mutating func restartOthers() {
        for index in others.indices { (others[index].epochs, others[index].since) = (0, nil) }
    }
}
