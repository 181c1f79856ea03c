import LinuxSystem
package import UserInput

/// Reads the daemon's configuration file and its drop-ins.
package enum ConfigurationFile {
    package static let defaultPath = "/etc/waymark/waymarkd.conf"

    /// Reads a file and its drop-ins, and tells where each value was assigned.
    ///
    /// The drop-ins are the files `*.conf` in the folder named like the file with `.d` appended. They are read after
    /// the file, in the order of their names, and the last assignment of a key counts. An empty value restores the
    /// default; for a list, it empties the list.
    ///
    /// If the file and its drop-ins are missing, the defaults apply, unless the file `isRequired`.
    package static func load(
        path: String = defaultPath,
        isRequired: Bool
    ) throws(INIError) -> (configuration: Configuration, origins: INIOrigins) {
        var reading = INIReading(Configuration(), of: Setting.all)
        forEachConfigurationFile(path, isRequired: isRequired) { reading.read($1, from: $0) }
        let origins = reading.origins
        return (try reading.result(), origins)
    }

    package static func parse(_ text: String, path: String) throws(INIError) -> Configuration {
        var reading = INIReading(Configuration(), of: Setting.all)
        reading.read(Array(text.utf8), from: path)
        return try reading.result()
    }
}
