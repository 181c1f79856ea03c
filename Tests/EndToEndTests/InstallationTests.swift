import LinuxSystem
import TestSupport
import Testing

@Suite("make install", .ownThreads, .timeLimit(.minutes(10)))
struct InstallationTests: ~Copyable {
    private let folder: TemporaryFolder
    private let installed: InstalledFiles

    init() async throws {
        let folder = try TemporaryFolder()
        installed = try await InstalledFiles(in: folder)
        self.folder = folder
    }

    @Test("installs each program with its manual page and its completions")
    func programs() async throws {
        let files = try await installed.files()
        let programs =
            ["anchor", "beacons", "board", "geoclue", "lab", "modem", "phone", "relay", "session"]
            .map { "waymark-\($0)" } + ["waymarkctl", "waymarkd"]
        #expect(files.filter { $0.hasPrefix("/usr/bin/") } == programs.map { "/usr/bin/\($0)" })
        for program in programs {
            let pages = files.filter { $0.hasPrefix("/usr/share/man/man") && $0.contains("/\(program).") }
            #expect(!pages.isEmpty, "\(program)")
            #expect(files.contains("/usr/share/bash-completion/completions/\(program)"))
            #expect(files.contains("/usr/share/zsh/site-functions/_\(program)"))
            #expect(files.contains("/usr/share/fish/vendor_completions.d/\(program).fish"))
        }
        #expect(files.contains("/usr/share/doc/waymark/LICENSE"))
    }

    @Test("installs units whose manual pages are there")
    func units() async throws {
        let files = try await installed.files()
        let units = files.filter { $0.hasPrefix("/usr/lib/systemd/") }
        #expect(units.count == 18)
        for unit in units {
            let text = String(decoding: try Checkout.bytes(of: installed.root + unit), as: UTF8.self)
            let pages = text.matches(of: /man:([\w.-]+)\((\d)\)/)
            #expect(!pages.isEmpty, "\(unit) names no page")
            for page in pages {
                #expect(files.contains("/usr/share/man/man\(page.2)/\(page.1).\(page.2)"), "\(unit)")
            }
        }
    }

    @Test("installs documents whose links lead to installed files")
    func links() async throws {
        let files = try await installed.files()
        let documents = files.filter { $0.hasPrefix("/usr/share/doc/waymark/") && $0.hasSuffix(".md") }
        #expect(documents.count > 25)
        for document in documents {
            let text = String(decoding: try Checkout.bytes(of: installed.root + document), as: UTF8.self)
            for link in text.matches(of: /\]\(([^)\s]+)\)/) {
                let target = link.1.prefix { $0 != "#" }
                guard !target.isEmpty, !target.hasPrefix("http") else { continue }
                let path = Self.resolved(String(target), from: document)
                let isThere = files.contains { $0 == path || $0.hasPrefix(path + "/") }
                #expect(isThere, "\(document) has a link to \(link.1)")
            }
        }
    }

    @Test("installs manual pages that refer only to installed pages and documents")
    func references() async throws {
        let files = try await installed.files()
        for page in files where page.hasPrefix("/usr/share/man/") {
            let text = String(decoding: try Checkout.bytes(of: installed.root + page), as: UTF8.self)
            for match in text.matches(of: /\\fB([\w.-]+)\\fR\((\d)\)/) where match.1.contains("waymark") {
                #expect(files.contains("/usr/share/man/man\(match.2)/\(match.1).\(match.2)"), "\(page)")
            }
            for match in text.matches(of: /\/usr\/share\/doc\/[\w\/.-]+\.md/) {
                #expect(files.contains(String(match.0)), "\(page)")
            }
            // As lowdown writes a link that was left in the Markdown.
            let isResolved = !text.contains(".md\\fR>") && !text.contains("](")
            #expect(isResolved, "\(page) has a link that leads nowhere")
        }
    }

    @Test("gives the service access to serial devices only when it is asked to")
    func serial() async throws {
        let usual = try await installed.files()
        #expect(!usual.contains { $0.hasSuffix("/waymarkd-serial.conf") && $0.contains("/systemd/system/") })
        let folder = try TemporaryFolder()
        let serial = [
            "/etc/waymark/waymarkd.conf.d/50-serial.conf",
            "/usr/lib/systemd/system/waymarkd.service.d/waymarkd-serial.conf",
            "/usr/lib/udev/rules.d/70-waymark-serial.rules",
        ]
        #expect(try await InstalledFiles(in: folder, "waymark-serial").files() == serial)
    }

    @Test("is undone by make uninstall, but for what its owner edits")
    func uninstall() async throws {
        try await installed.remove()
        let edited = ["waymark-anchor", "waymark-phone", "waymark-relay", "waymarkd"]
        #expect(try await installed.files() == edited.map { "/etc/waymark/\($0).conf" })
    }

    private static func resolved(_ target: String, from document: String) -> String {
        var parts = document.split(separator: "/").dropLast().map(String.init)
        for part in target.split(separator: "/") {
            if part == ".." { parts.removeLast() } else if part != "." { parts.append(String(part)) }
        }
        return "/" + parts.joined(separator: "/")
    }
}
