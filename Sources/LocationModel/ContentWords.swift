/// An icon that every host can draw.
@nonexhaustive public enum WidgetIcon: String, Hashable, Codable, Sendable, CaseIterable {
    case anchor, arrow, battery, bell, bicycle, boat, bolt, bus, calendar, car, check, clock, cloud, compass
    case drop, flag, fog, fuel, gauge, heart, home, info, moon, mountain, person, pin, plane, rain, route
    case snow, star, storm, sun, sunrise, sunset, thermometer, train, walk, warning, wave, wind, work
}

/// A named colour; the host chooses the shade for its theme.
@nonexhaustive public enum WidgetTint: String, Hashable, Codable, Sendable, CaseIterable {
    case red, orange, yellow, green, teal, blue, purple, pink, gray
}

/// An action that the host carries out for the person, with its own texts.
@nonexhaustive public enum WidgetLink: String, Hashable, Codable, Sendable, CaseIterable {
    /// Explains why the widget shows its present content.
    case explain

    /// Shows the form of the widget's configuration.
    case configure

    /// Offers to grant the widget's app the location, or to revoke it.
    case permission
}
