package struct JournalLimits: Hashable, Sendable {
    /// The age at which a decision is removed, at the latest an hour later; with zero nothing is written to the disk.
    package var keep: Duration

    /// The bytes that the decisions of one user take; those about everybody count as one user's.
    package var bytesPerUser: Int

    package init(keep: Duration = .seconds(7 * 86_400), bytesPerUser: Int = 4 << 20) {
        self.keep = keep
        self.bytesPerUser = bytesPerUser
    }

    var isOnDisk: Bool { keep > .zero }

    /// The bytes that the decisions of one user take where the journal is now.
    var userBytes: Int { isOnDisk ? bytesPerUser : min(bytesPerUser, 512 << 10) }

    /// The bytes of all users together.
    ///
    /// Above them, the user who has the most loses the oldest.
    var totalBytes: Int { 16 * userBytes }
}
