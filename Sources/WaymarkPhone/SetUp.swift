import CQRencode
import Glibc
import OwnTracks
import Varlink

/// The set-up of a phone that sends to this machine, for the phone's camera and for a person.
struct SetUp {
    private let name: String
    private let key: PhoneKey
    private let url: String

    init(of name: String, _ key: PhoneKey, _ configuration: PhoneConfiguration) {
        (self.name, self.key) = (name, key)
        url = (configuration.phoneAddress ?? configuration.address).map { "http://\($0)/" } ?? ""
    }

    /// The link that OwnTracks opens: its configuration, with the mode HTTP, which is 3.
    var link: String {
        var json = JSONWriter()
        json.object { json in
            json.member("_type", "configuration")
            json.member("deviceId", "phone")
            json.member("encryptionKey", key.text)
            json.member("mode", 3)
            json.member("url", url)
            json.member("username", name)
        }
        // In the query of a link, a plus sign may mean a blank.
        let data = SecretBox.base64(json.bytes).replacing("+", with: "%2B").replacing("/", with: "%2F")
        return "owntracks:///config?inline=" + data.replacing("=", with: "%3D")
    }

    /// The printed lines; the code only on a terminal.
    var lines: [String] {
        (isatty(STDOUT_FILENO) == 1 ? Self.code(for: link) : []) + [
            "Open this with the phone, by its camera or as a link, once OwnTracks is installed:", "", link,
            "",
            "Or set in OwnTracks: mode HTTP, URL \(url), user \(name), device phone, and the encryption key",
            "",
            key.text, "",
            "While the phone is to be the receiver, set its monitoring mode to Move: it then sends often enough.",
        ]
    }

    /// Returns a QR code, two rows of it a line; empty if there is none for the text.
    static func code(for text: String) -> [String] {
        guard let code = unsafe QRcode_encodeString8bit(text, 0, QR_ECLEVEL_L) else { return [] }
        defer { unsafe QRcode_free(code) }
        let width = unsafe Int(code.pointee.width)
        func isDark(_ row: Int, _ column: Int) -> Bool {
            let isInside = (0..<width).contains(row) && (0..<width).contains(column)
            return unsafe isInside && code.pointee.data[row * width + column] & 1 == 1
        }
        let cells = ["█", "▀", "▄", " "]
        return stride(from: -2, to: width + 2, by: 2).map { row in
            let line = (-2..<(width + 2)).map { column in
                cells[(isDark(row, column) ? 2 : 0) + (isDark(row + 1, column) ? 1 : 0)]
            }
            // Light on dark, whatever the terminal's colours are.
            return "\u{1B}[40;97m" + line.joined() + "\u{1B}[0m"
        }
    }
}
