import Glibc
import LinuxSystem

/// What the files of one folder say, read again only where they have changed.
struct FolderContents {
    /// Far more apps than any machine has.
    static let fileLimit = 16_384

    /// The folder.
    let folder: ManifestFolder

    private struct File {
        /// What the file was like when it was read; `nil` where that could not be told.
        let status: FileStatus?
        let reading: ManifestReading
    }

    private var files: [String: File] = [:]

    init(of folder: ManifestFolder) { self.folder = folder }

    /// What was read last, by the names of the files.
    var readings: [(fileName: String, reading: ManifestReading)] {
        files.sorted { $0.key < $1.key }.map { ($0.key, $0.value.reading) }
    }

    /// Has the next ``read()`` read a file in any case: its status need not tell that it has changed within the
    /// grain of the file system's clock.
    mutating func forget(_ fileName: String) { files[fileName] = nil }

    /// Has the next ``read()`` read everything.
    mutating func forgetAll() { files = [:] }

    /// Reads what has changed, and returns what is wrong with the folder as a whole.
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
            return ManifestMistake(file: folder.path, reason: .tooManyFiles(limit: Self.fileLimit))
        } catch {
            return error.code == ENOENT ? nil : ManifestMistake(file: folder.path, reason: .unreadable(error))
        }
    }

    /// Reads one file; `nil` for one that has just been removed.
    private func file(_ name: String, in opened: borrowing Folder, before: File?) -> File? {
        let path = "\(folder.path)/\(name)"
        do throws(SystemError) {
            let status = try opened.status(of: name)
            if let before, before.status == status { return before }
            let refuse = { (reason: ManifestMistake.Reason) in
                File(status: status, reading: ManifestReading(mistake: reason, in: path))
            }
            if status.isSymbolicLink { return refuse(.symbolicLink) }
            guard status.isRegularFile else { return refuse(.notAFile) }
            let descriptor = try opened.open(name)
            // What was opened is judged, and remembered: it may have taken the place of the other meanwhile.
            let opened = try FileStatus(of: descriptor, at: path)
            guard opened.isRegularFile else { return refuse(.notAFile) }
            if let mistake = folder.mistake(in: opened) { return refuse(mistake) }
            let bytes = try InputFile(descriptor, path: path).contents(atMost: ManifestReading.sizeLimit)
            return File(status: opened, reading: ManifestReading(bytes, from: path, fileName: name))
        } catch {
            // Without a status that could be the same next time: it is tried again.
            let refuse = { (reason: ManifestMistake.Reason) in
                File(status: nil, reading: ManifestReading(mistake: reason, in: path))
            }
            switch error.code {
            case ENOENT: return nil
            case ELOOP: return refuse(.symbolicLink)
            case EFBIG: return refuse(.tooLarge(limit: ManifestReading.sizeLimit))
            default: return refuse(.unreadable(error))
            }
        }
    }
}
