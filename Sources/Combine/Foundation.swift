// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Foundation

extension NotificationCenter {
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

        public func autoconnect() -> AnyPublisher<Date, Never> { dates }
    }

    /// Returns a publisher of dates; tolerance and mode have no effect, because the loop delivers in its
    /// common modes.
    public static func publish(
        every interval: TimeInterval,
        tolerance: TimeInterval? = nil,
        on loop: RunLoop,
        in mode: RunLoop.Mode
    ) -> TimerPublisher {
        // An infinite one would make every date due at once.
        let interval = min(max(interval, 0.0001), 1e9)
        let dates = AnyPublisher<Date, Never> { receive in
            Joint.subscription(receive) { joint in
                let (loop, joint, start) = (Unchecked(loop), Unchecked(joint), ContinuousClock.now)
                @Sendable func wait() {
                    let passed = (ContinuousClock.now - start) / .seconds(1)
                    // Dates that are due while the loop is busy are left out.
                    let next = (passed / interval).rounded(.down) * interval + interval
                    loop.value.schedule(after: .seconds(next - passed)) {
                        guard joint.value.isLive else { return }
                        joint.value.tell(.value(Date()))
                        wait()
                    }
                }
                joint.value.add { _ in
                    wait()
                    return AnyCancellable {}
                }
            }
        }
        return TimerPublisher(dates: dates.share())
    }
}
