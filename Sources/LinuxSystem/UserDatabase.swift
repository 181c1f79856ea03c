import CLinux
import Glibc

/// The names of users and groups.
package enum UserDatabase {
    /// The number of a user given by name or by number, or `nil` where there is no such user.
    ///
    /// A number needs no entry: a user that lives in a container only has none.
    package static func number(of user: String) -> UInt32? {
        if let number = UInt32(user) { return number }
        guard let entry = unsafe getpwnam(user) else { return nil }
        return unsafe entry.pointee.pw_uid
    }

    /// The number of a group given by name or by number, or `nil` where there is no such group.
    package static func number(ofGroup group: String) -> UInt32? {
        if let number = UInt32(group) { return number }
        guard let entry = unsafe getgrnam(group) else { return nil }
        return unsafe entry.pointee.gr_gid
    }

    /// The name of a user, or its number where it has none.
    package static func name(of number: UInt32) -> String {
        guard let entry = unsafe getpwuid(number), let name = unsafe entry.pointee.pw_name else {
            return String(number)
        }
        return unsafe String(cString: name)
    }
}
