package import LocationModel

extension MonotonicInstant {
    package static var now: MonotonicInstant { MonotonicInstant(.now) }
}
