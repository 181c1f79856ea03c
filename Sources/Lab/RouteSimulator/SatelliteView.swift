/// The azimuth, elevation and signal strength of a satellite, for GSV.
///
/// Nothing else depends on them, so plausible motion is enough: integers computed from the satellite number and the
/// time instead of orbits.
struct SatelliteView {
    let number: Int
    let elevationDegrees: Int
    let azimuthDegrees: Int

    /// The carrier-to-noise density; `nil` while the satellite is not received.
    let signalDecibels: Int?

    /// Creates the view of a satellite, counted in the order of use, at a time in whole minutes.
    init(_ constellation: Constellation, _ index: Int, isUsed: Bool, minutes: Int) {
        number = constellation.satelliteNumber(index)
        // Rises and sets within some five hours, and is never within five degrees of the horizon.
        let phase = (number * 53 + minutes) % 160
        elevationDegrees = 5 + (phase < 80 ? phase : 160 - phase)
        azimuthDegrees = (number * 137 + minutes / 2) % 360
        signalDecibels =
            isUsed ? 30 + elevationDegrees / 6 + number % 4 : index % 2 == 0 ? 12 + number % 9 : nil
    }
}
