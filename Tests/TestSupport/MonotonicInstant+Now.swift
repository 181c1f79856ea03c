package import LocationModel

extension MonotonicInstant {
    /// The reading of the clock now.
    package static var now: MonotonicInstant { MonotonicInstant(.now) }
}
