import LinuxSystem

extension Checkout {
    package static func bytes(of path: String) throws -> [UInt8] {
        try contentsOfFile(path, atMost: 1 << 32)
    }

    /// Returns the sorted names of what is in a folder and ends with `suffix`; none if there is no such folder.
    package static func names(in folder: String, endingWith suffix: String = "") -> [String] {
        (try? Folder(folder).names(endingWith: suffix)) ?? []
    }
}
