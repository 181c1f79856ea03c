import Foundation
import TestSupport

/// A real Chromium without a window, driven through its WebDriver.
final class Browser {
    /// Why it cannot run here; `nil` if it can.
    static let obstacle: String? = ["chromium", "chromedriver"].first { !ChildProcess.isInstalled($0) }
        .map { "\($0) is not installed: scripts/prepare desktop" }

    private let port: UInt16
    private let driver: RunningProgram
    private let folder: TemporaryFolder
    private var session = ""

    init(width: Int = 1280, height: Int = 800, isDark: Bool = false) async throws {
        folder = try TemporaryFolder()
        let port = try LoopbackPort.unused()
        self.port = port
        driver = try RunningProgram(["chromedriver", "--port=\(port)"])
        try await waiting(until: "chromedriver") { (try? HTTPConnection(to: port)) != nil }
        // Root's Chromium has no sandbox. The tests load no foreign page.
        let arguments =
            [
                "--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu",
                "--no-first-run",
                "--window-size=\(width),\(height)", "--user-data-dir=\(folder.path)",
            ] + (isDark ? ["--blink-settings=preferredColorScheme=0"] : [])
        let options: [String: Any] = ["binary": "/usr/bin/chromium", "args": arguments]
        let capabilities = ["capabilities": ["alwaysMatch": ["goog:chromeOptions": options]]]
        let answer = try await call("POST", "/session", capabilities)
        session = ((answer as? [String: Any])?["sessionId"] as? String) ?? ""
    }

    deinit { driver.kill() }

    func open(_ url: String) async throws { try await call("url", ["url": url]) }

    /// Runs a script's body in the present tab, and returns its value.
    @discardableResult
    func run(_ script: String) async throws -> Any? {
        try await call("execute/sync", ["script": script, "args": [String]()])
    }

    /// Waits until an expression is true in the present tab; it is false while an element that it uses is missing.
    func waits(for expression: String) async throws {
        let script = """
            try { return !!(\(expression)) } catch (error) {
                if (error instanceof TypeError) return false;
                throw error;
            }
            """
        do {
            try await waiting(until: expression) { try await run(script) as? Bool == true }
        } catch is Overdue {
            throw Overdue("\(expression) in: \(try await run("return document.body.innerText") ?? "")")
        }
    }

    /// Opens another tab and shows it, which hides the present one; returns the handles of both.
    func openTab() async throws -> (old: String, new: String) {
        let old = try await call("GET", "/session/\(session)/window", nil) as? String ?? ""
        let answer = try await call("window/new", ["type": "tab"]) as? [String: Any]
        let new = answer?["handle"] as? String ?? ""
        try await show(new)
        return (old, new)
    }

    func show(_ tab: String) async throws { try await call("window", ["handle": tab]) }

    func press(_ keys: String...) async throws {
        let actions = keys.flatMap { [["type": "keyDown", "value": $0], ["type": "keyUp", "value": $0]] }
        try await call("actions", ["actions": [["type": "key", "id": "keyboard", "actions": actions]]])
    }

    @discardableResult
    private func call(_ command: String, _ body: [String: Any]) async throws -> Any? {
        try await call("POST", "/session/\(session)/\(command)", body)
    }

    @discardableResult
    private func call(_ method: String, _ path: String, _ body: [String: Any]?) async throws -> Any? {
        let connection = try HTTPConnection(to: port)
        let text = try body.map {
            String(decoding: try JSONSerialization.data(withJSONObject: $0), as: UTF8.self)
        }
        let headers = [
            "Host": "127.0.0.1:\(port)", "Connection": "close", "Content-Type": "application/json",
        ]
        try connection.send(method, path, headers: headers, body: text ?? "")
        let answer = try await connection.answer()
        guard answer.status == 200 else { throw Refusal(description: "\(path): \(answer.body.prefix(500))") }
        let json = try JSONSerialization.jsonObject(with: Data(answer.body.utf8)) as? [String: Any]
        return json?["value"]
    }

    /// What WebDriver did not do, and why.
    private struct Refusal: Error, CustomStringConvertible {
        let description: String
    }
}
