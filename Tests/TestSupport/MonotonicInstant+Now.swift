package import LocationModel

extension MonotonicInstant {
    /// The current time.
    package static var now: MonotonicInstant { MonotonicInstant(.now) }
}
