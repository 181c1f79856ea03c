package import LinuxSystem
package import SealedDatabase

package enum StateStoreError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The state directory, or a file in it other than the database, fails.
    case system(SystemError)

    /// The state directory can be neither used nor made.
    case directory(path: String, SystemError)
    case inUse(directory: String, processIdentifier: Int?)

    /// Only the owner can help.
    case refused(String)
    case key(KeyProblem)

    /// The disk is full; nothing was committed.
    case full(path: String)
    case database(path: String, DatabaseError)

    package var description: String {
        switch self {
        case .system(let error): "\(error)"
        case .directory(let path, let error):
            "the state directory \(path) cannot be used (\(error)): it must be a folder that the user of waymarkd can make or "
                + "write; choose another with Directory= in [State]"
        case .inUse(let directory, let holder):
            "the state directory \(directory) is in use by another waymarkd"
                + (holder.map { " (process \($0))" } ?? "")
        case .refused(let words): words
        case .key(let problem): "\(problem)"
        case .full(let path): "no space left for \(path): nothing was changed"
        case .database(let path, let error): "\(path): \(error)"
        }
    }

    /// Classifies an error of a database, its key or its files.
    init(_ error: any Error, path: String) {
        self =
            switch error {
            case let error as StateStoreError: error
            case let error as DatabaseError where error.isFull: .full(path: path)
            case let error as DatabaseError: .database(path: path, error)
            case let error as KeyProblem: .key(error)
            case let error as SystemError: .system(error)
            default: preconditionFailure("nothing else is thrown: \(error)")
            }
    }

    /// Returns the result of `body`, or throws its error as one of the state at `path`.
    static func sorting<Result>(_ path: String, _ body: () throws -> Result) throws(StateStoreError) -> Result
    {
        do { return try body() } catch { throw StateStoreError(error, path: path) }
    }
}

/// Returns the warning about unreadable rows, which are left out.
func unreadableRows(_ count: Int, of table: String) -> String {
    "\(count) row\(count == 1 ? "" : "s") of '\(table)' cannot be read and \(count == 1 ? "is" : "are") left out"
}
