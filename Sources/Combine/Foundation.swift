public import Foundation

extension NotificationCenter {
    /// Returns a publisher of the notifications with a name.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - object: The sender; `nil` for all.
    /// - Returns: The publisher, which has no end.
    public func publisher(
        for name: Notification.Name,
        object: AnyObject? = nil
    ) -> AnyPublisher<Notification, Never> {
        AnyPublisher { receive in
            let receive = Unchecked(receive)
            let token = self.addObserver(forName: name, object: object, queue: nil) {
                receive.value(.value($0))
            }
            return AnyCancellable { self.removeObserver(token) }
        }
    }
}

extension Timer {
    /// A publisher of dates, as soon as it is connected.
    public struct TimerPublisher {
        fileprivate let dates: AnyPublisher<Date, Never>

        /// Returns a publisher of the dates, which are told as long as it has subscribers.
        public func autoconnect() -> AnyPublisher<Date, Never> { dates }
    }

    /// Returns a publisher of the date, again and again.
    ///
    /// - Parameters:
    ///   - interval: The seconds between two dates.
    ///   - tolerance: Has no effect.
    ///   - loop: The loop that tells the dates.
    ///   - mode: Has no effect: the loop tells them in its common modes.
    /// - Returns: What the dates come from once it is connected.
    public static func publish(
        every interval: TimeInterval,
        tolerance: TimeInterval? = nil,
        on loop: RunLoop,
        in mode: RunLoop.Mode
    ) -> TimerPublisher {
        // An infinite one would make every date due at once.
        let interval = min(max(interval, 0.0001), 1e9)
        let dates = AnyPublisher<Date, Never> { receive in
            let (loop, receive, subscription) = (Unchecked(loop), Unchecked(receive), Subscription())
            let start = ContinuousClock.now
            @Sendable func wait() {
                let passed = (ContinuousClock.now - start) / .seconds(1)
                // Dates that are due while the loop is busy are left out.
                let next = (passed / interval).rounded(.down) * interval + interval
                loop.value.schedule(after: .seconds(next - passed)) {
                    guard subscription.isLive else { return }
                    receive.value(.value(Date()))
                    wait()
                }
            }
            wait()
            return AnyCancellable { subscription.end() }
        }
        return TimerPublisher(dates: dates.share())
    }
}
