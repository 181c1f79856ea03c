import Testing

/// Mistakes that a manifest can have, with their messages.
///
/// Those of any INI file are in `ConfigurationFileTests`.
enum MistakeTable {
    /// A correct manifest with some lines replaced, and the expected messages.
    struct Row: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let lines: [Int: String]
        let expected: [String]

        init(_ description: String, _ lines: [Int: String], _ expected: String...) {
            testDescription = description
            self.lines = lines
            self.expected = expected
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

    static let long = String(repeating: "x", count: 501)

    static let rows: [Row] = [
        // Form
        Row(
            "a misspelt section",
            [20: "[Recogniton]"],
            "20: error: no section is called [Recogniton]; did you mean [Recognition]?"
        ),
        Row(
            "a section with an invalid name",
            [12: "[TemporaryAccuracy far/near]"],
            "12: error: 'far/near' is not a valid name for [TemporaryAccuracy …]; "
                + "use letters, digits, '.', '-' and '_', starting with a letter or digit"
        ),
        Row("a key twice", [4: "Name=Climate"], "4: error: 'Name=' is assigned in line 3 already"),

        // Languages
        Row(
            "a translation without the plain text",
            [7: ""],
            "8: error: 'AlwaysPurpose[de]=' is a translation without an original; "
                + "add 'AlwaysPurpose=', for all other languages"
        ),
        Row(
            "a purpose that is not translated",
            [8: ""],
            "7: warning: 'AlwaysPurpose[de]=' is missing, but other purposes have this translation; "
                + "prompts would mix two languages"
        ),

        // Texts
        Row(
            "a purpose of invisible characters",
            [6: "WhenInUsePurpose[de]=\u{200B}\u{2800}\u{A0}"],
            "6: error: 'WhenInUsePurpose[de]=' is empty; add a text or remove the line"
        ),
        Row(
            "a long purpose",
            [13: "Purpose=\(long)"],
            "13: error: 'Purpose=' has 501 characters; the limit is 500"
        ),
        Row(
            "a control character",
            [7: "AlwaysPurpose=Warns \u{1B}[2Jyou."],
            "7: error: 'AlwaysPurpose=' contains the control character U+001B; remove it"
        ),
        Row(
            "quotes",
            [7: "AlwaysPurpose=\"Warns you.\""],
            "7: warning: the quotation marks around the value of 'AlwaysPurpose=' would be displayed; remove them"
        ),

        // What it says
        Row(
            "no app",
            [
                1: "", 2: "", 3: "", 4: "", 5: "", 6: "", 7: "", 8: "", 9: "", 10: "", 11: "", 12: "",
                13: "", 14: "", 17: "",
            ],
            " error: section [App] is missing"
        ),
        Row(
            "no identifier",
            [2: ""],
            "1: error: 'Identifier=' is missing in [App]: give the app's identifier, such as org.example.Weather"
        ),
        Row(
            "an invalid identifier",
            [2: "Identifier=my weather"],
            "2: error: 'Identifier=' does not accept 'my weather': "
                + "give the app's identifier, such as org.example.Weather"
        ),
        Row(
            "another app's file name",
            [2: "Identifier=org.example.Climate"],
            "2: error: 'Identifier=' is org.example.Climate, but the file is named "
                + "'org.example.Weather.app'; rename it to org.example.Climate.app"
        ),
        Row(
            "always without when in use",
            [5: "", 6: "", 12: "", 13: "", 14: "", 17: ""],
            "7: error: 'AlwaysPurpose=' also requires 'WhenInUsePurpose=', because always includes when in use"
        ),
        Row(
            "widgets that want what the app does not",
            [5: "", 6: "", 7: "", 8: "", 12: "", 13: "", 14: ""],
            "17: error: [Extension forecast] wants the location, but the app cannot ask for it; "
                + "add 'WhenInUsePurpose=' to [App]"
        ),
        Row(
            "an unknown capability",
            [11: "RequiredCapabilities=gsp compass"],
            "11: error: unknown capability 'gsp'; did you mean 'gps'?",
            "11: error: unknown capability 'compass'; use location-services, gps or magnetometer, separated by spaces"
        ),
        Row(
            "a kind twice in one extension",
            [16: "Kinds=today today"],
            "16: error: 'Kinds=' lists 'today' twice"
        ),
        Row(
            "a kind of two extensions",
            [19: "Kinds=moon week"],
            "19: error: the kind 'week' already belongs to [Extension forecast] in line 16; a kind has one extension"
        ),
        Row(
            "a section of a kind that no extension makes",
            [19: "Kinds=moon\n[Kind wek]\nName=Week"],
            "20: error: [Kind wek] describes a kind that no [Extension …] lists in 'Kinds='; did you mean 'week'?"
        ),
        Row(
            "an unknown family",
            [19: "Kinds=moon\n[Kind moon]\nFamilies=smal accessoryCorner small"],
            "21: error: unknown family 'smal'; did you mean 'small'?",
            "21: error: unknown family 'accessoryCorner'; use some of small, medium, large, extraLarge, circular, "
                + "rectangular, inline"
        ),
        Row(
            "mistakes in a schema",
            [
                19: "Kinds=moon\n[Kind moon]\n"
                    + #"Configuration={"properties": {"größe": {"type": "text"}, "a": {"type": "string", "max": 1}}}"#
            ],
            "21:49: error: 'Configuration=': 'type' must be boolean, integer, number or string",
            "21:82: error: 'Configuration=': 'max' is not supported here; use type, title, description, enum, minimum, "
                + "maximum, default"
        ),
        Row(
            "a schema and a placeholder that are no JSON objects",
            [19: "Kinds=moon\n[Kind moon]\n  Configuration = {\"properties\" {}}\nPlaceholder=[]"],
            "21:33: error: 'Configuration=': not JSON from here on; check quotation marks, commas and brackets",
            "22: error: 'Placeholder=': not a JSON object; write {…}"
        ),
        Row(
            "more kinds than an app may have",
            [19: "Kinds=" + (0..<10_000).map { "k\($0)" }.joined(separator: " ")],
            "19: error: more than 256 kinds, the limit for an app"
        ),
        Row(
            "invalid units",
            [21: "Unit=weather weather.timer"],
            "21: error: 'Unit=' does not accept 'weather': "
                + "give services and scopes such as weather.service or weather@.service, separated by spaces",
            "21: error: 'Unit=' does not accept 'weather.timer': "
                + "give services and scopes such as weather.service or weather@.service, separated by spaces"
        ),
        Row(
            "a provider without widgets and events",
            [7: "", 8: "", 15: "", 16: "", 17: "", 18: "", 19: ""],
            "24: warning: [Provider] names a program that nothing can need; "
                + "add an [Extension NAME] with widgets, or 'AlwaysPurpose=' for events"
        ),
    ]
}
