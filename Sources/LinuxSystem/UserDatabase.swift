import CLinux
import Glibc

package enum UserDatabase {
    /// Returns the user ID of a user given by name or number; `nil` if there is no such user.
    ///
    /// A number needs no entry: users that exist only inside a container have none.
    package static func number(of user: String) -> UInt32? {
        if let number = UInt32(user) { return number }
        guard let entry = unsafe getpwnam(user) else { return nil }
        return unsafe entry.pointee.pw_uid
    }

    package static func number(ofGroup group: String) -> UInt32? {
        if let number = UInt32(group) { return number }
        guard let entry = unsafe getgrnam(group) else { return nil }
        return unsafe entry.pointee.gr_gid
    }

    /// The user IDs of all users that the system lists.
    ///
    /// Directories of many users list none.
    package static var all: [UInt32] {
        var users: [UInt32] = []
        setpwent()
        defer { endpwent() }
        while let entry = unsafe getpwent() { users.append(unsafe entry.pointee.pw_uid) }
        return users
    }

    /// Returns the name of a user, or the user ID if it has no name.
    package static func name(of number: UInt32) -> String {
        // Threads that connect to receivers call this, too, so not `getpwuid`, which has one entry for all.
        var entry = unsafe passwd()
        var found: UnsafeMutablePointer<passwd>?
        var text = [CChar](repeating: 0, count: 16_384)
        return unsafe text.withUnsafeMutableBufferPointer { text in
            guard let start = text.baseAddress,
                unsafe getpwuid_r(number, &entry, start, text.count, &found) == 0, unsafe found != nil,
                let name = unsafe entry.pw_name
            else { return String(number) }
            return unsafe String(cString: name)
        }
    }

    package static func name(ofGroup number: UInt32) -> String {
        guard let entry = unsafe getgrgid(number), let name = unsafe entry.pointee.gr_name else {
            return String(number)
        }
        return unsafe String(cString: name)
    }
}
