public import WaymarkInterfaces

/// The ability of this machine to give apps a feature: its equipment, not the person's permission.
public typealias FeatureAvailability = LocationInterface.FeatureAvailability

extension WaymarkService {
    /// Returns the features that this machine can give apps now: its equipment, not the person's permission.
    ///
    /// The location is `unknown` until a receiver has been reached, because receivers are off while nobody
    /// needs them. The heading is `unknown` until a receiver has given one, or receivers have been on for a
    /// minute without.
    ///
    /// ```swift
    /// let heading = try await WaymarkService().availability().first { $0.feature == .heading }
    /// if heading?.availability == .unavailable { compass.isHidden = true }
    /// ```
    public func availability() async throws(ClientError) -> [FeatureAvailability] {
        try await call(LocationInterface.GetAvailability()).features
    }
}
