/// What `make install` has put into a folder, with the programs that were built with the tests.
package struct InstalledFiles {
    package let root: String

    /// Makes the manual pages and installs packages in a folder; all if none is named.
    package init(in folder: borrowing TemporaryFolder, _ packages: String...) async throws {
        root = folder.path + "/root"
        let pages = folder.path + "/pages"
        try await RunningProgram.output(of: [Checkout.root + "/scripts/manual", BuiltPrograms.folder, pages])
        try await Self.make("install", root, packages, ["PAGES=\(pages)"])
    }

    package func remove() async throws { try await Self.make("uninstall", root, [], []) }

    /// The paths of all files, without ``root``.
    package func files() async throws -> [String] {
        try await RunningProgram.output(of: ["find", root, "-not", "-type", "d", "-printf", "/%P\\n"])
            .split(separator: "\n").map(String.init).sorted()
    }

    private static func make(
        _ target: String,
        _ root: String,
        _ packages: [String],
        _ settings: [String]
    ) async throws {
        // The programs are large, so they are linked. Nothing may be built, so there is no compiler.
        try await RunningProgram.output(
            of: [
                "make", "-C", Checkout.root, target, "DESTDIR=\(root)",
                "PACKAGES=\(packages.joined(separator: " "))", "PROGRAMS=\(BuiltPrograms.folder)",
                "INSTALL_PROGRAM=ln -s", "SWIFT=/nonexistent",
            ] + settings
        )
    }
}
