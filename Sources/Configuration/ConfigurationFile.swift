import Glibc
import LinuxSystem
package import UserInput

/// The configuration file of the daemon and the drop-ins beside it.
package enum ConfigurationFile {
    /// Where the file is unless somebody says otherwise.
    package static let defaultPath = "/etc/waymark/waymarkd.conf"

    /// Far more than anyone writes by hand, and little enough to hold in memory.
    private static let sizeLimit = 1 << 20

    /// Reads a file and its drop-ins over the defaults.
    ///
    /// The drop-ins are the files `*.conf` in the folder that is named like the file with `.d` at its end. They
    /// are read after the file, in the order of their names, and the last assignment of a key counts. An empty
    /// value stands for the default; of a list, for the empty list.
    ///
    /// - Parameters:
    ///   - path: The file; when it and its drop-ins are missing, the defaults remain.
    ///   - isRequired: Whether a missing file is an error, as when a person named it.
    /// - Returns: What the files say.
    /// - Throws: ``INIError`` with every problem of every file.
    package static func load(
        path: String = defaultPath,
        isRequired: Bool
    ) throws(INIError) -> Configuration {
        var reading = INIReading(Configuration(), of: Setting.all)
        do {
            reading.read(try contentsOfFile(path, atMost: sizeLimit), from: path)
        } catch {
            if error.code != ENOENT || isRequired { reading.report(.unreadable("\(error)"), in: path) }
        }
        let folder = path + ".d"
        do {
            for name in try Folder(folder).names(endingWith: ".conf") {
                let path = "\(folder)/\(name)"
                do {
                    reading.read(try contentsOfFile(path, atMost: sizeLimit), from: path)
                } catch {
                    reading.report(.unreadable("\(error)"), in: path)
                }
            }
        } catch {
            if error.code != ENOENT { reading.report(.unreadable("\(error)"), in: folder) }
        }
        return try reading.result()
    }

    /// Reads the text of one file over the defaults.
    ///
    /// - Parameters:
    ///   - text: What the file holds.
    ///   - path: The file that problems are reported for.
    /// - Returns: What the text says.
    /// - Throws: ``INIError`` with every problem of the text.
    package static func parse(_ text: String, path: String) throws(INIError) -> Configuration {
        var reading = INIReading(Configuration(), of: Setting.all)
        reading.read(Array(text.utf8), from: path)
        return try reading.result()
    }
}
