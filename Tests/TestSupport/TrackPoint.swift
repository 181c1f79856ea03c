package import LocationModel

/// One fix with its place on the recording's time line.
package struct TrackPoint: Sendable {
    /// Seconds since the first fix.
    package var seconds: Double
    package var fix: Fix

    package init(seconds: Double, fix: Fix) {
        self.seconds = seconds
        self.fix = fix
    }
}
