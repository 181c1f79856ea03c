import TestSupport
import Testing
import Waymark
import WaymarkInterfaces

@Suite(
    "The pages, looked at by axe-core",
    .enabled(if: Browser.obstacle == nil, "\(Browser.obstacle ?? "")"),
    .enabled(if: Axe.source != nil, "axe-core is not installed: scripts/prepare desktop"),
    .ownThreads,
    .timeLimit(.minutes(10))
)
struct AccessibilityTests {
    @Test("break no rule of WCAG A and AA: contrast, names and the rest", arguments: [false, true])
    func rules(isDark: Bool) async throws {
        let setting = try await BoardPageTests.Setting(widgets: 0)
        let browser = try await Browser(isDark: isDark)
        try await browser.open(try await setting.board.url)
        try await browser.waits(for: "document.querySelector('#showcase .preview')")
        try await Axe.look(at: browser)

        let widgets: [(kind: String, family: WidgetFamily)] = [
            ("wind", .small), ("battery", .circular), ("weather", .large), ("solar", .rectangular),
            ("departures", .medium), ("harbour", .small),
        ]
        let providers = try widgets.map { try setting.provide($0.kind) }
        defer { for provider in providers { provider.kill() } }
        for (kind, family) in widgets + [("where", .small)] {
            let app = kind == "where" ? "org.waymark.sample" : "org.example.Show"
            let place = HostInterface.Place(app: app, kind: kind, family: family)
            _ = try await waiting(for: kind) { try? setting.daemon.call(place) }
        }
        try setting.daemon.authorize("org.waymark.board", .authorizedWhenInUse)
        try await browser.run("document.querySelector('[data-on]').click()")
        try await browser.waits(for: "document.querySelector('.trace .here')")
        let contents = "document.querySelectorAll('[data-widget] .content:not(:empty)')"
        try await browser.waits(for: "\(contents).length === 7")
        // One of these widgets may not know where it is, and says so.
        try await Axe.look(at: browser)
        try await browser.run("document.querySelector('#cards [data-why]').click()")
        try await browser.waits(for: "document.querySelector('#details[open] .checks li')")
        try await Axe.look(at: browser)
        try await browser.run("document.querySelector('#details').close()")
        try await browser.run("document.querySelector('#add').click()")
        try await browser.waits(for: "document.querySelector('#gallery[open] .preview .content > *')")
        try await Axe.look(at: browser)

        let file = try await setting.board.run("--permissions").output
        try await browser.open(String(file.prefix { $0 != "\n" }))
        try await browser.waits(for: "document.querySelector('#apps [data-app]')")
        try await browser.run("document.querySelector('#apps summary').click()")
        try await Axe.look(at: browser)
    }
}

/// The rules of axe-core, which scripts/prepare installs from PyPI.
enum Axe {
    static let source = (try? Checkout.bytes(of: Checkout.root + "/.build/axe.min.js")).map {
        String(decoding: $0, as: UTF8.self)
    }

    /// Expects that a page breaks no rule, or tells which, and by what.
    static func look(at browser: Browser, sourceLocation: SourceLocation = #_sourceLocation) async throws {
        try await browser.run(source ?? "")
        try await browser.run(
            """
            window.found = undefined;
            // A checkbox has the state of a switch by itself, which this version of axe-core does not know.
            const options = { runOnly: ["wcag2a", "wcag2aa"], rules: { "aria-required-attr": { enabled: false } } };
            axe.run(options).then(({ violations, passes }) => {
                const told = violations.flatMap(({ id, nodes }) =>
                    nodes.map(({ target, any }) => `${id}: ${target} ${any[0]?.message ?? ""}`));
                // Nor does it know the colours that a browser has mixed.
                const known = told.filter((text) => !/ of NaN /.test(text));
                window.found = { rules: passes.length, text: known.join("\\n") };
            }, (error) => { window.found = { rules: 0, text: String(error) }; });
            """
        )
        try await browser.waits(for: "window.found")
        // Pages on which no rule was tried would be broken.
        #expect(try await browser.run("return window.found.rules > 5") as? Bool == true)
        let found = try await browser.run("return window.found.text") as? String
        #expect(found?.isEmpty == true, "\(found ?? "")", sourceLocation: sourceLocation)
    }
}
