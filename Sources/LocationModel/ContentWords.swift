/// A drawing that every host has.
@nonexhaustive public enum WidgetIcon: String, Hashable, Codable, Sendable, CaseIterable {
    case anchor, arrow, battery, bell, bicycle, boat, bolt, bus, calendar, car, check, clock, cloud, compass
    case drop, flag, fog, fuel, gauge, heart, home, info, moon, mountain, person, pin, plane, rain, route
    case snow, star, storm, sun, sunrise, sunset, thermometer, train, walk, warning, wave, wind, work
}

/// A colour by its name; the host has a shade of it for its theme.
@nonexhaustive public enum WidgetTint: String, Hashable, Codable, Sendable, CaseIterable {
    case red, orange, yellow, green, teal, blue, purple, pink, gray
}

/// Something that a host can do for the person, in its own words.
@nonexhaustive public enum WidgetLink: String, Hashable, Codable, Sendable, CaseIterable {
    /// Says why the widget shows what it shows.
    case explain

    /// Shows the form of the widget's configuration.
    case configure

    /// Offers to let the widget's app know the location, or no longer.
    case permission
}
