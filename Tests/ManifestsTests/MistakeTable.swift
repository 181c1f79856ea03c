import Testing

/// Mistakes that a manifest can have, with their messages.
///
/// Those of any INI file are in `ConfigurationFileTests`.
enum MistakeTable {
    /// A correct manifest with some lines replaced, and the expected messages.
    struct Row: CustomTestStringConvertible, Sendable {
        let testDescription: String
        private(set) var lines: [Int: String] = [:]
        private(set) var expected: [String] = []

        fileprivate init(_ text: Substring) {
            let rows = text.split(separator: "\n")
            testDescription = String(rows[0])
            for row in rows.dropFirst() {
                let parts = row.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
                switch parts[0] {
                case ">": expected.append(String(parts[1]))
                case "without": for number in parts[1].split(separator: " ") { lines[Int(number) ?? 0] = "" }
                default:
                    let number = Int(parts[0]) ?? 0
                    lines[number] = lines[number].map { "\($0)\n\(parts[1])" } ?? String(parts[1])
                }
            }
        }
    }

    /// A correct manifest of 26 lines.
    static let good = """
        [App]
        Identifier=org.example.Weather
        Name=Weather
        Name[de]=Wetter
        WhenInUsePurpose=Shows the forecast for where you are.
        WhenInUsePurpose[de]=Zeigt die Vorhersage für Ihren Ort.
        AlwaysPurpose=Warns you of storms that come your way.
        AlwaysPurpose[de]=Warnt Sie vor Stürmen.
        DefaultAccuracy=reduced
        # RequireServiceSession=no
        RequiredCapabilities=location-services gps
        [TemporaryAccuracy lightning]
        Purpose=Tells how far away lightning has struck.
        Purpose[de]=Sagt, wie weit ein Blitz entfernt war.
        [Extension forecast]
        Kinds=today week
        WantsLocation=yes
        [Extension almanac]
        Kinds=moon
        [Recognition]
        Unit=weather.service weather@.service
        Flatpak=org.example.Weather
        Snap=weather-pro
        [Provider]
        Unit=weather-widgets.service
        Manager=user
        """

    private static let long = String(repeating: "x", count: 501)
    private static let kinds = (0..<10_000).map { "k\($0)" }.joined(separator: " ")
    private static let units = "services and scopes such as weather.service or weather@.service"

    /// For each mistake its name, the lines that have it, with the numbers of those that they replace, and the messages.
    private static let table = """
        # a misspelt section
        20 [Recogniton]
        > 20: error: no section is called [Recogniton]; did you mean [Recognition]?
        # a section with an invalid name
        12 [TemporaryAccuracy far/near]
        > 12: error: 'far/near' is not a valid name for [TemporaryAccuracy …]; \
        use letters, digits, '.', '-' and '_', starting with a letter or digit
        # a key twice
        4 Name=Climate
        > 4: error: 'Name=' is assigned in line 3 already
        # a translation without the plain text
        without 7
        > 8: error: 'AlwaysPurpose[de]=' is a translation without an original; \
        add 'AlwaysPurpose=', for all other languages
        # a purpose of invisible characters
        6 WhenInUsePurpose[de]=\u{200B}\u{2800}\u{A0}
        > 6: error: 'WhenInUsePurpose[de]=' is empty; add a text or remove the line
        # a long purpose
        13 Purpose=\(long)
        > 13: error: 'Purpose=' has 501 characters; the limit is 500
        # a control character
        7 AlwaysPurpose=Warns \u{1B}[2Jyou.
        > 7: error: 'AlwaysPurpose=' contains the control character U+001B; remove it
        # quotes
        7 AlwaysPurpose="Warns you."
        > 7: warning: the quotation marks around the value of 'AlwaysPurpose=' would be displayed; remove them
        # no app
        without 1 2 3 4 5 6 7 8 9 10 11 12 13 14 17
        >  error: section [App] is missing
        # no identifier
        without 2
        > 1: error: 'Identifier=' is missing in [App]: give the app's identifier, such as org.example.Weather
        # an invalid identifier
        2 Identifier=my weather
        > 2: error: 'Identifier=' does not accept 'my weather': \
        give the app's identifier, such as org.example.Weather
        # another app's file name
        2 Identifier=org.example.Climate
        > 2: error: 'Identifier=' is org.example.Climate, but the file is named \
        'org.example.Weather.app'; rename it to org.example.Climate.app
        # always without when in use
        without 5 6 12 13 14 17
        > 7: error: 'AlwaysPurpose=' also requires 'WhenInUsePurpose=', because always includes when in use
        # widgets that want what the app does not
        without 5 6 7 8 12 13 14
        > 17: error: [Extension forecast] wants the location, but the app cannot ask for it; \
        add 'WhenInUsePurpose=' to [App]
        # an unknown capability
        11 RequiredCapabilities=gps compass
        > 11: error: 'RequiredCapabilities=' does not accept 'compass': \
        give some of location-services, gps, magnetometer, separated by spaces
        # a kind twice in one extension
        16 Kinds=today today
        > 16: error: 'Kinds=' lists 'today' twice
        # a kind of two extensions
        19 Kinds=moon week
        > 19: error: the kind 'week' already belongs to [Extension forecast] in line 16; \
        a kind has one extension
        # a section of a kind that no extension makes
        19 Kinds=moon
        19 [Kind wek]
        19 Name=Week
        > 20: error: [Kind wek] describes a kind that no [Extension …] lists in 'Kinds='; did you mean 'week'?
        # an unknown family
        19 Kinds=moon
        19 [Kind moon]
        19 Families=accessoryCorner small
        > 21: error: 'Families=' does not accept 'accessoryCorner': \
        give some of small, medium, large, extraLarge, circular, rectangular, inline, separated by spaces
        # mistakes in a schema
        19 Kinds=moon
        19 [Kind moon]
        19 Configuration={"properties": {"größe": {"type": "text"}, "a": {"type": "string", "max": 1}}}
        > 21:49: error: 'Configuration=': 'type' must be boolean, integer, number or string
        > 21:82: error: 'Configuration=': 'max' is not supported here; \
        use type, title, description, enum, minimum, maximum, default
        # a schema and a placeholder that are no JSON objects
        19 Kinds=moon
        19 [Kind moon]
        19   Configuration = {"properties" {}}
        19 Placeholder=[]
        > 21:33: error: 'Configuration=': not JSON from here on; check quotation marks, commas and brackets
        > 22: error: 'Placeholder=': not a JSON object; write {…}
        # more kinds than an app may have
        19 Kinds=\(kinds)
        > 19: error: more than 256 kinds, the limit for an app
        # invalid units
        21 Unit=weather weather.timer
        > 21: error: 'Unit=' does not accept 'weather': give \(units), separated by spaces
        > 21: error: 'Unit=' does not accept 'weather.timer': give \(units), separated by spaces
        # a provider without widgets and events
        without 7 8 15 16 17 18 19
        > 24: warning: [Provider] names a program that nothing can need; \
        add an [Extension NAME] with widgets, or 'AlwaysPurpose=' for events
        """

    static let rows = table.dropFirst(2).split(separator: "\n# ").map { Row($0) }
}
