import Glibc

/// The users whose programs may report the position of this machine.
///
/// Any user of the machine can listen on a free port and send datagrams, so a receiver on this machine is believed only
/// if its program belongs to one of these. Nothing authenticates another machine.
package struct TrustedUsers: Hashable, Sendable {
    /// The time for a program to accept the connection.
    package static let patience: Duration = .seconds(10)
    private static let longestPause: Duration = .milliseconds(250)

    /// All users, if the owner of the machine says so, such as where they are all the same person.
    package static let everybody = TrustedUsers(users: nil)

    /// `nil` for all.
    private let users: Set<UInt32>?

    package init(users: Set<UInt32>?) { self.users = users }

    /// Trusts root, the user of this program, and others by name or number; users who do not exist are
    /// ignored.
    package init(and others: [String] = []) {
        users = Set([0, ProcessIdentity.effectiveUserID] + others.compactMap { UserDatabase.number(of: $0) })
    }

    package func contains(_ user: UInt32) -> Bool { users?.contains(user) ?? true }

    /// Returns the reason to distrust the server of a TCP connection; `nil` if its user is trusted, or it is
    /// on another machine.
    ///
    /// Blocks until a program has accepted the connection, at most for `patience`.
    package func objection(toServerOf connection: CInt, patience: Duration = TrustedUsers.patience) -> String?
    {
        guard users != nil else { return nil }
        guard let ends = ConnectionEnds(of: connection) else {
            return "cannot find out who answers there: \(SystemError("getsockopt").reason)"
        }
        guard ends.isLocal else { return nil }
        let end = ContinuousClock.now + patience
        var pause: Duration = .milliseconds(1)
        var isClosed = false
        while true {
            do throws(SystemError) {
                let row = try SocketTableRow.rows("tcp", at: ends.peer.port).first {
                    $0.isAt(ends.peer, connectedTo: ends.own)
                }
                // Once the server has closed the connection, its user is no longer known.
                isClosed = row.map { $0.state != SocketTableRow.established } ?? false
                if let row, !isClosed, row.inode != 0 {
                    return contains(row.user) ? nil : Self.objection(to: row.user, "answers there")
                }
            } catch {
                return "cannot find out whose program answers there: \(error)"
            }
            // A line can be missing because others came and went while the table was read.
            guard !isClosed, ContinuousClock.now < end else { break }
            poll(nil, 0, CInt(pause.components.attoseconds / 1_000_000_000_000_000))
            pause = min(pause * 2, Self.longestPause)
        }
        return isClosed
            ? "the server closed the connection at once"
            : "the program there does not accept the connection, or belongs to another machine or container"
    }

    /// Returns whether the sender's user matters: not on another machine, nor if all users are trusted.
    package func mustLookUp(_ sender: SocketEndpoint) -> Bool {
        users != nil && sender.address.isOfThisMachine
    }

    /// Returns the reason to distrust the sender of a datagram that has just arrived; `nil` if its user is
    /// trusted, or it is on another machine.
    package func objection(toSender sender: SocketEndpoint) -> String? {
        guard mustLookUp(sender) else { return nil }
        let rows: [SocketTableRow]
        do throws(SystemError) {
            rows = try SocketTableRow.rows("udp", at: sender.port).filter {
                $0.local.address.isWildcard || $0.local.address.hasSameBytes(as: sender.address)
            }
        } catch {
            return "cannot find out whose program sends from \(sender.address): \(error)"
        }
        guard !rows.isEmpty else {
            return
                "cannot find out whose program sends from \(sender.address), because it closes its socket after each "
                + "datagram; let it keep one, or trust all users of this machine with '?user=*' at the end of the "
                + "receiver's URL"
        }
        // Several programs may share a port.
        guard let stranger = rows.first(where: { !contains($0.user) }) else { return nil }
        return Self.objection(to: stranger.user, "sends from \(sender.address)")
    }

    private static func objection(to user: UInt32, _ does: String) -> String {
        let name = UserDatabase.name(of: user)
        return
            "the program that \(does) belongs to \(name), who could forge the location; stop that program, or "
            + "trust this user with '?user=\(name)' at the end of the receiver's URL"
    }
}
