/// What gpsd says of the sky, and what is to be understood: live by libgps and from a log alike.
package struct SkyReport: Sendable {
    /// The JSON object.
    package let line: String

    /// How many satellites the fix is made of.
    package let satellitesUsed: Int?

    /// The dilution of the horizontal position.
    package let horizontalDilution: Double?

    private init(_ fields: String, used: Int?, dilution: Double?) {
        line = #"{"class":"SKY","device":"/dev/ttyACM0",\#(fields)}"#
        satellitesUsed = used
        horizontalDilution = dilution
    }

    /// With a list, with counts, and with both, as gpsd of 3.17 to 3.27 writes them.
    package static let ofAnyVersion = [
        SkyReport(
            #""hdop":0.9,"satellites":[{"PRN":5,"used":true},{"PRN":7,"used":false}]"#,
            used: 1,
            dilution: 0.9
        ),
        SkyReport(
            #""hdop":0.9,"nSat":2,"uSat":1,"satellites":[{"PRN":5,"used":true},{"PRN":7,"used":false}]"#,
            used: 1,
            dilution: 0.9
        ),
        SkyReport(
            #""hdop":0.9,"nSat":2,"uSat":2,"satellites":[{"PRN":5,"used":true},{"PRN":7,"used":false}]"#,
            used: 1,
            dilution: 0.9
        ),
        SkyReport(#""hdop":0.9,"uSat":9"#, used: 9, dilution: 0.9),
        SkyReport(#""hdop":0.9"#, used: nil, dilution: 0.9),
        SkyReport(#""hdop":0.9,"nSat":0,"uSat":0"#, used: nil, dilution: 0.9),
        SkyReport(#""nSat":1,"uSat":1,"satellites":[{"PRN":5,"used":true}]"#, used: 1, dilution: nil),
    ]
}
