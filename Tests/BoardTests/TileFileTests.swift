import SealedDatabase
import TestSupport
import Testing
import Varlink

@testable import Board

@Suite("A file with the images of a map")
struct TileFileTests: ~Copyable {
    private let folder: TemporaryFolder
    private let path: String

    private static let png = "89504E470D0A1A0A"

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path + "/map.mbtiles"
    }

    private func write(_ statements: String) throws -> TileFile {
        try Database(path: path).execute(statements)
        return try TileFile(path)
    }

    private func image(_ level: Int, _ x: Int, _ y: Int, of file: TileFile) throws -> TileFile.Image? {
        var json = JSONMembers(try JSONObject(Array(#"{"level":\#(level),"x":\#(x),"y":\#(y)}"#.utf8)))
        return file.image(at: try TileFile.Place(&json))
    }

    private static let tables = """
        CREATE TABLE metadata (name TEXT, value TEXT);
        CREATE TABLE tiles (zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_data BLOB);
        """

    @Test("gives the images of its places, which count from the north, with their types")
    func images() throws {
        let file = try write(
            Self.tables + """
                INSERT INTO metadata VALUES ('attribution', '© <a href="https://example.org">Some\u{202E}body</a>');
                INSERT INTO tiles VALUES (3, 4, 5, x'\(Self.png)00'), (4, 0, 15, x'FFD8FFE0'),
                    (4, 1, 15, x'524946460000000057454250'), (4, 2, 15, '<script>'), (4, 3, 15, x'3C7376673E');
                """
        )
        #expect(try image(3, 4, 2, of: file)?.type == "image/png")
        let types = try [0, 1, 2, 3, 9].map { try image(4, $0, 0, of: file)?.type }
        #expect(types == ["image/jpeg", "image/webp", nil, nil, nil])
        var json = JSONWriter()
        file.write(to: &json)
        let told = String(decoding: json.bytes, as: UTF8.self)
        #expect(told.contains(#""largest":4,"least":3"#) && told.contains("© Some"), "\(told)")
        #expect(!told.contains("<") && !told.contains("\u{202E}"), "\(told)")
    }

    @Test("is bounded where the file is not: an endless view, and an image of gigabytes")
    func hostile() throws {
        let endless = """
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
            SELECT 0 AS zoom_level, i AS tile_column, 0 AS tile_row, x'\(Self.png)' AS tile_data FROM n
            """
        #expect(throws: BoardError.self) { try write("CREATE VIEW tiles AS \(endless) WHERE i < 0;") }
        let second = folder.path + "/large.mbtiles"
        try Database(path: second).execute(
            Self.tables + "INSERT INTO tiles VALUES (0, 0, 0, zeroblob(4000000)), (1, 0, 0, x'\(Self.png)');"
        )
        let file = try TileFile(second)
        #expect(try image(0, 0, 0, of: file) == nil)
        #expect(try image(1, 0, 1, of: file)?.bytes.count == 8)
    }

    @Test(
        "is refused if it is something else",
        arguments: ["", "no database at all, but a text of some length"]
    )
    func other(_ text: String) throws {
        try folder.write(text, to: "map.mbtiles")
        #expect(throws: BoardError.self) { try TileFile(path) }
        #expect(throws: BoardError.self) { try TileFile(folder.path + "/absent") }
    }
}
