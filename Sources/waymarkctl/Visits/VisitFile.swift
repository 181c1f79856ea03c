import CommandLineTool
import Glibc
import LinuxSystem
import LocationModel

/// The file of a person's visits, which nobody else may read.
struct VisitFile {
    private let folder: String
    private static let name = "visits"

    /// Finds the folder, and makes it if it is missing.
    init() throws(Failure) {
        guard let state = Environment.stateHome else {
            throw .refused("neither HOME nor XDG_STATE_HOME is set")
        }
        folder = state + "/waymark"
        do throws(SystemError) { try Folder.make(folder) } catch { throw Failure(error) }
    }

    private var path: String { "\(folder)/\(Self.name)" }

    /// Returns what is kept; `nil` if nothing is.
    func read() throws(Failure) -> KeptVisits? {
        do throws(SystemError) {
            let file = InputFile(try Folder(folder).open(Self.name), path: path)
            return KeptVisits(try file.contents(atMost: 1 << 20))
        } catch {
            guard error.code == ENOENT else { throw Failure(error) }
            return nil
        }
    }

    func write(_ visits: KeptVisits) throws(Failure) {
        do throws(SystemError) {
            try AtomicFile.write(visits.bytes, to: path, permissions: 0o600)
        } catch { throw Failure(error) }
    }

    /// Removes what is kept; returns whether there was anything.
    func remove() throws(Failure) -> Bool {
        // What a process that was killed had begun to write.
        let begun = (try? Folder(folder).names(endingWith: ".new")) ?? []
        for name in begun where name.hasPrefix(Self.name + ".") { unsafe _ = unlink("\(folder)/\(name)") }
        if unsafe unlink(path) == 0 { return true }
        guard errno == ENOENT else { throw Failure(SystemError("unlink", on: path)) }
        return false
    }

    /// Locks the file for the one process that keeps.
    func lock() throws(Failure) -> FileLock {
        do throws(SystemError) {
            return try FileLock(on: path + ".lock")
        } catch {
            guard error.code == EWOULDBLOCK else { throw Failure(error) }
            throw .refused("visits are being kept already")
        }
    }

    var isBeingKept: Bool {
        do throws(SystemError) {
            _ = try FileLock(on: path + ".lock")
            return false
        } catch { return error.code == EWOULDBLOCK }
    }
}
