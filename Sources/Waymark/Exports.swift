// Positions, dates and the person's decisions are in this library's signatures.
@_exported public import LocationModel
// Tests of this package that use the library also use its connection, none of which is public.
@_exported public import ServiceClient
// The values of these interfaces are the library's own.
@_exported public import WaymarkInterfaces

@_exported public import struct FoundationEssentials.Date

extension Date {
    package init(_ instant: UTCInstant) { self.init(timeIntervalSince1970: instant.secondsSince1970) }

    init?(_ text: String) {
        guard let instant = UTCInstant(text) else { return nil }
        self.init(instant)
    }
}

extension UTCInstant {
    /// Creates a time of the service from a date; a distant one becomes about 290 years before or after 1970.
    init(_ date: Date) {
        let nanoseconds = (date.timeIntervalSince1970 * 1e9).rounded()
        self.init(nanosecondsSince1970: Int64(exactly: nanoseconds) ?? (nanoseconds < 0 ? .min : .max))
    }
}

extension Optional {
    /// Returns the value, which the service must have sent; without one, it has broken the protocol.
    func orViolation(_ violation: @autoclosure () -> String) throws(ClientError) -> Wrapped {
        guard let self else { throw .protocolViolation(violation()) }
        return self
    }
}
