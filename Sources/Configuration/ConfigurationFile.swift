import Glibc
import LinuxSystem
package import UserInput

/// Reads the daemon's configuration file and its drop-ins.
package enum ConfigurationFile {
    /// The default path of the file.
    package static let defaultPath = "/etc/waymark/waymarkd.conf"

    /// The largest file that is read: far more than anyone writes by hand.
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
    /// - Returns: The defaults with the settings of the files.
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
    ///   - text: The content of the file.
    ///   - path: The file that problems are reported for.
    /// - Returns: The defaults with the settings of the text.
    /// - Throws: ``INIError`` with every problem of the text.
    package static func parse(_ text: String, path: String) throws(INIError) -> Configuration {
        var reading = INIReading(Configuration(), of: Setting.all)
        reading.read(Array(text.utf8), from: path)
        return try reading.result()
    }
}
