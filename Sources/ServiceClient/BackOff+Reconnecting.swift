package import LocationModel

extension BackOff {
    /// The pauses of a client that the service has left.
    ///
    /// A restart takes a fraction of a second. The first pause is drawn from a whole one, so that not all clients come
    /// back at the same instant.
    ///
    /// - Parameter longest: The longest pause.
    /// - Returns: The pauses.
    package static func reconnecting(longest: Duration = .seconds(10)) -> BackOff {
        BackOff(first: .milliseconds(Int64.random(in: 50...1000)), longest: longest)
    }
}
