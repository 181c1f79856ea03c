/// Where a satellite stands and how well it is heard, for the sentences that list them.
///
/// Nothing else is made from it, so that an orbit need not be more than something that moves plausibly: whole numbers
/// out of the satellite's number and the time.
struct SatelliteView {
    let number: Int
    let elevationDegrees: Int
    let azimuthDegrees: Int

    /// Carrier to noise density; `nil` while the satellite is not heard.
    let signalDecibels: Int?

    /// Creates the view of the satellite with a place in the order of use; the time is whole `minutes`.
    init(_ constellation: Constellation, _ index: Int, isUsed: Bool, minutes: Int) {
        number = constellation.satelliteNumber(index)
        // Up and down again within some five hours, never in the horizon's last five degrees.
        let phase = (number * 53 + minutes) % 160
        elevationDegrees = 5 + (phase < 80 ? phase : 160 - phase)
        azimuthDegrees = (number * 137 + minutes / 2) % 360
        signalDecibels =
            isUsed ? 30 + elevationDegrees / 6 + number % 4 : index % 2 == 0 ? 12 + number % 9 : nil
    }
}
