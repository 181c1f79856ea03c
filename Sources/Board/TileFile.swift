import SealedDatabase
import UserInput
import Varlink

/// The images of a map in a file of its owner, in the form MBTiles: squares of the Mercator projection.
///
/// Nothing in the file is believed: lookups and images are bounded, and only images are given to the page.
struct TileFile: JSONWritable, Sendable {
    struct Place {
        let level: Int
        let x: Int
        let y: Int

        init(_ json: inout JSONMembers) throws(ParameterProblem) {
            level = try json["level"]
            x = try json["x"]
            y = try json["y"]
            guard (0...TileFile.levels).contains(level) else { throw ParameterProblem(parameter: "level") }
            guard (0..<1 << level).contains(x) else { throw ParameterProblem(parameter: "x") }
            guard (0..<1 << level).contains(y) else { throw ParameterProblem(parameter: "y") }
        }
    }

    struct Image {
        let type: String
        let bytes: [UInt8]

        /// Takes what begins as an image does that every browser draws; `nil` if it is anything else.
        fileprivate init?(_ bytes: [UInt8]) {
            if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
                type = "image/png"
            } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
                type = "image/jpeg"
            } else if bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WEBP".utf8) {
                type = "image/webp"
            } else {
                return nil
            }
            self.bytes = bytes
        }
    }

    private static let levels = 22

    private let path: String
    private let least: Int
    private let largest: Int

    /// The maker of the map, in the words of the file, without its markup.
    private let attribution: String

    /// Opens a file once, to see whether it has images.
    init(_ path: String) throws {
        self.path = path
        do throws(DatabaseError) {
            let file = try Self.open(path)
            let levels = "SELECT zoom_level FROM tiles ORDER BY zoom_level"
            least = Int(clamping: try file.integer("\(levels) LIMIT 1") ?? 99)
            largest = min(Int(clamping: try file.integer("\(levels) DESC LIMIT 1") ?? 0), Self.levels)
            let row = try? file.rows("SELECT value FROM metadata WHERE name = 'attribution' LIMIT 1").first
            let text = (row?.first?.text ?? "").replacing(#/<[^>]*>/#, with: "").harmless
            attribution = String(text.unicodeScalars.prefix(60))
        } catch { throw Self.problem(path, error.message) }
        guard least <= largest else { throw Self.problem(path, "it has none") }
    }

    private static func problem(_ path: String, _ reason: String) -> BoardError {
        BoardError(
            "cannot read the images of \(path): \(reason); give --tiles an MBTiles file of PNG, JPEG or WebP images"
        )
    }

    /// Reads an image; each time anew, because several are read at once.
    func image(at place: Place) -> Image? {
        let lookup = "SELECT tile_data FROM tiles WHERE zoom_level = ? AND tile_column = ? AND tile_row = ?"
        // Its rows count from the south.
        let values = [place.level, place.x, (1 << place.level) - 1 - place.y].map { BoundValue(Int64($0)) }
        let rows = try? Self.open(path).rows("\(lookup) LIMIT 1", values)
        return rows?.first?.first?.blob.flatMap(Image.init)
    }

    /// A lookup with an index takes some hundred steps, and an image has some ten thousand bytes.
    private static func open(_ path: String) throws(DatabaseError) -> Database {
        try Database(foreign: path, steps: 5_000_000, bytes: 1 << 20)
    }

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("attribution", attribution)
            json.member("largest", largest)
            json.member("least", least)
        }
    }
}
