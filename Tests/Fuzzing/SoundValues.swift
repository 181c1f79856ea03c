import LocationModel

/// Traps unless the values of an epoch are within their documented ranges.
func check(_ epoch: Epoch) {
    guard case .fix(let fix) = epoch else { return }
    // Without an array, because this runs millions of times.
    precondition((fix.altitudeMeters ?? 0).isFinite && (fix.geoidSeparationMeters ?? 0).isFinite)
    precondition((fix.horizontalDilution ?? 0).isFinite && (fix.accuracy?.vertical68Meters ?? 0).isFinite)
    precondition((fix.speedMetersPerSecond ?? 0).isFinite && (fix.localDatum?.shiftMeters ?? 0).isFinite)
    precondition((-90...90).contains(fix.coordinate.latitudeDegrees))
    precondition((-180...180).contains(fix.coordinate.longitudeDegrees))
    precondition(fix.speedMetersPerSecond ?? 0 >= 0)
    precondition((0..<360).contains(fix.courseDegrees ?? 0))
    precondition(fix.accuracy?.vertical68Meters ?? 1 > 0)
    precondition(fix.satellitesUsed ?? 0 >= 0)
    precondition(fix.localDatum?.shiftMeters ?? 0 >= 0)
    guard let accuracy = fix.accuracy else { return }
    precondition(accuracy.horizontal68Meters > 0)
    precondition(accuracy.horizontal95Meters > accuracy.horizontal68Meters)
    precondition(accuracy.horizontal95Meters.isFinite)
}

/// Traps unless the angles of a heading are within their ranges and consistent.
func check(_ heading: Heading) {
    precondition(heading.trueDegrees != nil || heading.magneticDegrees != nil)
    precondition((0..<360).contains(heading.trueDegrees ?? 0))
    precondition((0..<360).contains(heading.magneticDegrees ?? 0))
    precondition((-180...180).contains(heading.variationDegrees ?? 0))
    precondition((-180...180).contains(heading.deviationDegrees ?? 0))
    guard let degrees = heading.trueDegrees, let magnetic = heading.magneticDegrees else { return }
    let variation = (degrees - magnetic).remainder(dividingBy: 360)
    let difference = variation - (heading.variationDegrees ?? 0)
    precondition(abs(difference.remainder(dividingBy: 360)) < 1e-9)
}
