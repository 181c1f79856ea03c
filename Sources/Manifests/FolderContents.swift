import Glibc
import LinuxSystem

/// The manifests in one folder.
///
/// Files are read again only if they have changed.
struct FolderContents {
    static let fileLimit = 16_384

    let folder: ManifestFolder

    private struct File {
        /// The file's status when it was read; `nil` if it could not be determined.
        let status: FileStatus?
        let reading: ManifestReading
    }

    private var files: [String: File] = [:]

    init(of folder: ManifestFolder) { self.folder = folder }

    /// The last readings, in the order of the file names.
    var readings: [(fileName: String, reading: ManifestReading)] {
        files.sorted { $0.key < $1.key }.map { ($0.key, $0.value.reading) }
    }

    /// Forces the next ``read()`` to read a file.
    ///
    /// Its status does not reveal a change within the resolution of the file system's timestamps.
    mutating func forget(_ fileName: String) { files[fileName] = nil }

    /// Forces the next ``read()`` to read all files.
    mutating func forgetAll() { files = [:] }

    /// Reads the files that have changed, and returns the mistake in the folder as a whole, if any.
    mutating func read() -> ManifestMistake? {
        var old: [String: File] = [:]
        swap(&old, &files)
        do throws(SystemError) {
            let opened = try Folder(folder.path)
            if let mistake = folder.mistake(in: try opened.status()) {
                return ManifestMistake(file: folder.path, reason: mistake)
            }
            let names = try opened.names(endingWith: ManifestReading.fileSuffix)
            for name in names.prefix(Self.fileLimit) {
                files[name] = file(name, in: opened, before: old[name])
            }
            guard names.count > Self.fileLimit else { return nil }
            let reason = "more than \(Self.fileLimit) manifests; only the first in order of name are read"
            return ManifestMistake(file: folder.path, reason: reason)
        } catch {
            return error.code == ENOENT ? nil : ManifestMistake(file: folder.path, reason: "\(error)")
        }
    }

    /// Reads one file; `nil` if it has just been removed.
    private func file(_ name: String, in opened: borrowing Folder, before: File?) -> File? {
        let path = "\(folder.path)/\(name)"
        // It could lead anywhere.
        let symbolicLink = "symbolic links are not followed; put the file itself here"
        do throws(SystemError) {
            let status = try opened.status(of: name)
            if let before, before.status == status { return before }
            let refuse = { (reason: String) in
                File(status: status, reading: ManifestReading(mistake: reason, in: path))
            }
            if status.isSymbolicLink { return refuse(symbolicLink) }
            guard status.isRegularFile else { return refuse("not a regular file") }
            let descriptor = try opened.open(name)
            // Check and remember the status of the opened file, which may have replaced the one seen before.
            let opened = try FileStatus(of: descriptor, at: path)
            guard opened.isRegularFile else { return refuse("not a regular file") }
            if let mistake = folder.mistake(in: opened) { return refuse(mistake) }
            let bytes = try InputFile(descriptor, path: path).contents(atMost: ManifestReading.sizeLimit)
            return File(status: opened, reading: ManifestReading(bytes, from: path, fileName: name))
        } catch {
            // Without a status, the file is tried again next time.
            let reason: String
            switch error.code {
            case ENOENT: return nil
            case ELOOP: reason = symbolicLink
            case EFBIG: reason = ManifestReading.tooLarge
            default: reason = "\(error)"
            }
            return File(status: nil, reading: ManifestReading(mistake: reason, in: path))
        }
    }
}
