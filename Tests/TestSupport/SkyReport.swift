/// A SKY report of gpsd and its expected meaning, both from a connection and from a log.
package struct SkyReport: Sendable {
    package let line: String
    package let satellitesUsed: Int?
    package let satellitesInView: Int?
    package let horizontalDilution: Double?

    private init(_ fields: String, used: Int?, inView: Int?, dilution: Double?) {
        line = #"{"class":"SKY","device":"/dev/ttyACM0",\#(fields)}"#
        satellitesUsed = used
        satellitesInView = inView
        horizontalDilution = dilution
    }

    private static let list = #""satellites":[{"PRN":5,"used":true},{"PRN":7,"used":false}]"#

    /// Reports with a list, with counts, and with both, as written by gpsd 3.17 to 3.27.
    package static let ofAnyVersion = [
        SkyReport(#""hdop":0.9,\#(list)"#, used: 1, inView: 2, dilution: 0.9),
        SkyReport(#""hdop":0.9,"nSat":2,"uSat":1,\#(list)"#, used: 1, inView: 2, dilution: 0.9),
        SkyReport(#""hdop":0.9,"nSat":2,"uSat":2,\#(list)"#, used: 1, inView: 2, dilution: 0.9),
        SkyReport(#""hdop":0.9,"uSat":9"#, used: 9, inView: nil, dilution: 0.9),
        SkyReport(#""hdop":0.9"#, used: nil, inView: nil, dilution: 0.9),
        SkyReport(#""hdop":0.9,"nSat":0,"uSat":0"#, used: nil, inView: 0, dilution: 0.9),
        SkyReport(#""nSat":2,"uSat":1,\#(list)"#, used: 1, inView: 2, dilution: nil),
    ]
}
