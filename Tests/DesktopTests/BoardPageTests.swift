import Glibc
import LinuxSystem
import TestSupport
import Testing
import Varlink
import Waymark
import WaymarkInterfaces

@Suite(
    "The board in a browser",
    .enabled(if: Browser.obstacle == nil, "\(Browser.obstacle ?? "")"),
    .ownThreads,
    .timeLimit(.minutes(10))
)
struct BoardPageTests {
    /// A daemon with the sample provider, and a board.
    struct Setting {
        let daemon: DaemonProcess
        let provider: RunningProgram
        let board: BoardProcess

        /// The identifiers of the widgets, oldest first.
        let widgets: [String]

        static let recording = "file://\(Checkout.root)/Samples/recordings/short-trip.nmea?speed=5&loop"

        /// Starts them; without a receiver, the service simulates its location.
        init(widgets: Int, receiver: String? = recording) async throws {
            daemon = try await DaemonProcess(receiver: receiver, configuration: "[Widgets]\nInUseWindow=1s\n")
            provider = try RunningProgram([BuiltPrograms.sampleProvider, "--socket", daemon.socketPath])
            let place = HostInterface.Place(app: "org.waymark.sample", kind: "where")
            let daemon = daemon
            var placed: [String] = []
            for _ in 0..<widgets {
                placed.append(try await waiting(for: "a widget") { try? daemon.call(place).widget })
            }
            self.widgets = placed
            board = try await BoardProcess(socketPath: daemon.socketPath)
        }

        /// Decides about an app and its widgets alike.
        func authorize(_ app: String, _ status: AuthorizationChoice) throws {
            try daemon.authorize(app, status, widgets: status == .denied ? .refused : .granted)
        }

        /// Provides what a file shows, which is a sample if no folder is given.
        func provide(_ kind: String, from folder: String? = nil) throws -> RunningProgram {
            let file = "\(folder ?? Checkout.root + "/Samples/content")/\(kind).json"
            return try RunningProgram(
                [BuiltPrograms.tool, "--socket", daemon.socketPath, "provide"]
                    + ["org.example.Show", kind, "--", "cat", file]
            )
        }

        func waits(_ what: String, until isWanted: ([String]) -> Bool) async throws {
            var last: [String] = []
            do {
                try await waiting(until: what) {
                    let widgets = try daemon.call(InspectInterface.ListWidgets()).widgets
                    last = widgets.filter(\.visible).map(\.widget)
                    return isWanted(last)
                }
            } catch is Overdue { throw Overdue("\(what); in view: \(last)") }
        }
    }

    private static func card(_ widget: String) -> String {
        "document.querySelector('[data-widget=\(widget)]')"
    }

    @Test("has in view what its window shows: not what is scrolled away, and nothing in a hidden tab")
    func visibility() async throws {
        let setting = try await Setting(widgets: 12)
        let browser = try await Browser(width: 400, height: 700)
        try await browser.open(try await setting.board.url)
        let (first, last) = (setting.widgets[0], setting.widgets[11])
        try await browser.waits(for: Self.card(last))
        try await setting.waits("the first card in view") { $0.contains(first) && !$0.contains(last) }
        try await browser.run("scrollTo(0, document.body.scrollHeight)")
        try await setting.waits("the last card in view") { $0.contains(last) && !$0.contains(first) }
        let tabs = try await browser.openTab()
        try await setting.waits("no card in view of a hidden tab", until: \.isEmpty)
        try await browser.show(tabs.old)
        try await setting.waits("the card in view again") { $0.contains(last) }
    }

    @Test("lets the person decide, and shows the location then, and why there is none")
    func permission() async throws {
        let setting = try await Setting(widgets: 1)
        let browser = try await Browser()
        try await browser.open(try await setting.board.url)
        let card = Self.card(setting.widgets[0])
        try await browser.waits(for: "\(card)?.querySelector('.state').textContent === 'Not allowed'")
        // A press of a button on the card, here by the keyboard, shares it once; then it is asked for good.
        try await browser.run("\(card).querySelector('[data-share]').focus()")
        try await browser.press("\u{E007}")
        try await browser.waits(for: "/\\d+\\.\\d+ [NS]/.test(\(card).querySelector('.text').textContent)")
        let accesses = try setting.daemon.call(SettingsInterface.ListAccesses()).accesses
        #expect(accesses.map(\.ground) == [.sharedOnce])
        try setting.daemon.authorize("org.waymark.sample", .denied)
        try await browser.waits(for: "\(card).querySelector('.state').textContent === 'Not allowed'")
        try await browser.waits(for: "\(card).querySelector('[data-share]').hidden")
        try await browser.run("\(card).querySelector('.link').click()")
        let agent = try AnsweringAgent(setting.daemon.socketPath)
        // That leads to the page about all apps, where the app is open.
        try await browser.waits(for: "document.querySelector('#apps details[open] form')")
        try await browser.run(
            """
            const form = document.querySelector('#apps details[open] form');
            form.elements.status.value = 'authorizedWhenInUse'; form.elements.widgets.value = 'granted';
            form.dispatchEvent(new Event('input')); form.requestSubmit();
            """
        )
        try await browser.waits(for: "/Confirm it/.test(document.querySelector('#toast').textContent)")
        #expect(try await agent.answer(.allow).question == .proposal)
        try await browser.run("document.querySelector('.bar a').click()")
        try await browser.waits(for: "/\\d+\\.\\d+ [NS]/.test(\(card).querySelector('.text').textContent)")
        // Its trace is an app of its own, about which the person is asked in the page.
        try await browser.run("document.querySelector('[data-on]').click()")
        try await browser.waits(for: "document.querySelector('.question button:enabled')")
        // The page can refuse it, and nothing else.
        let buttons = "return document.querySelector('.question .buttons').textContent"
        #expect(try await browser.run(buttons) as? String == "Don't allow")
        #expect(try await agent.answer(.allowWhileUsing).question == .whenInUse)
        try await browser.waits(for: "document.querySelector('.trace .here')")
        // Below it is the map around, which the board itself has.
        try await browser.waits(for: "document.querySelector('.trace .land').getAttribute('d')")
    }

    @Test("offers each kind with its name, a preview and a form, and places it as the person wants it")
    func gallery() async throws {
        let setting = try await Setting(widgets: 0)
        let folder = try TemporaryFolder()
        let apps = try RunningProgram([
            "python3", "\(Checkout.root)/scripts/board-widgets.py", setting.daemon.socketPath, folder.path,
        ])
        defer { apps.kill() }
        try await waiting(until: "the manifests") {
            let names = try Folder(folder.path).names(endingWith: ".app")
            return names.count == 3
                && names.allSatisfy { name in
                    guard let bytes = try? Checkout.bytes(of: "\(folder.path)/\(name)") else { return false }
                    let text = String(decoding: bytes, as: UTF8.self)
                    return (try? setting.daemon.call(SettingsInterface.RegisterManifest(text: text))) != nil
                }
        }
        let browser = try await Browser()
        try await browser.open(try await setting.board.url)
        // An empty board says what it is for.
        try await browser.waits(for: "document.querySelectorAll('#showcase .preview').length === 4")
        try await browser.run("document.querySelector('#blank .primary').click()")
        let rest = "document.querySelector('[data-kind=\"org.example.Rest/rest\"]')"
        try await browser.waits(for: "\(rest)?.querySelector('h3').textContent === 'Time to rest'")
        try await browser.run("\(rest).scrollIntoView()")
        try await browser.waits(for: "/Rest in 90 min/.test(\(rest).querySelector('.sentence').textContent)")

        // The preview follows the form, and a mistake is not sent.
        let minutes = "\(rest).querySelector('input[type=number]')"
        let change = "\(minutes).dispatchEvent(new Event('input', { bubbles: true }))"
        try await browser.run("\(minutes).value = 45; \(change)")
        try await browser.waits(for: "/Rest in 45 min/.test(\(rest).querySelector('.sentence').textContent)")
        try await browser.run("\(minutes).value = 5")
        try await browser.waits(for: "!\(minutes).checkValidity()")
        try await browser.run("\(minutes).value = 45; \(rest).querySelector('button').click()")
        let placedText = "document.querySelector('[data-widget]')?.textContent"
        try await browser.waits(for: "/Rest in 4\\d min/.test(\(placedText))")

        // The same kind once more, in another shape.
        try await browser.run("document.querySelector('#add').click()")
        try await browser.waits(for: rest)
        try await browser.run("\(rest).querySelector('select').value = 'circular'")
        try await browser.run("\(rest).querySelector('button').click()")
        try await browser.waits(for: "document.querySelectorAll('[data-widget]').length === 2")
        let placed = try setting.daemon.call(InspectInterface.ListWidgets()).widgets
        #expect(placed.map(\.family) == [.small, .circular])
        #expect(placed.map(\.configuration.text) == [#"{"after":45}"#, #"{"after":90}"#])
        // A widget that is there is changed by the same form, with its present values.
        let first = Self.card(placed[0].widget)
        try await browser.run("\(first).querySelector('.icon').click()")
        try await browser.run("document.querySelector('[data-change]').click()")
        try await browser.waits(for: "\(minutes)?.value === '45'")
        try await browser.run("\(minutes).value = 75; \(rest).querySelector('button').click()")
        try await browser.waits(for: "/Rest in 7\\d min/.test(\(first).textContent)")
        let changed = try setting.daemon.call(InspectInterface.ListWidgets()).widgets
        #expect(changed.map(\.configuration.text) == [#"{"after":75}"#, #"{"after":90}"#])
    }

    @Test("shows the widgets of the demonstration, which plays a recorded drive")
    func demonstration() async throws {
        let port = try LoopbackPort.unused()
        let script = try RunningProgram(
            ["\(Checkout.root)/scripts/board"],
            environment: ["WAYMARK_BIN": BuiltPrograms.folder, "BOARD_ADDRESS": "localhost:\(port)"]
        )
        let url = try await waiting(for: "the address of the page") {
            if !script.isRunning { throw Overdue("the demonstration: \(script.errors)") }
            return script.output.firstMatch(of: #/Open (file\S+)/#).map { String($0.output.1) }
        }
        let browser = try await Browser()
        try await browser.open(url)
        try await browser.waits(for: "document.querySelectorAll('[data-widget]').length === 4")
        let place = "document.querySelector('[data-widget] .text').textContent"
        try await browser.waits(for: "/\\d+\\.\\d+ N/.test(\(place))")
        script.signal(SIGTERM)
        #expect(try await script.end() == .status(0))
    }

    @Test("draws what apps say in each family, as a sentence too, and nothing that one smuggles in")
    func contents() async throws {
        let setting = try await Setting(widgets: 0)
        let folder = try TemporaryFolder()
        let rows = Array(repeating: #"{"label":"a"}"#, count: 17).joined(separator: ",")
        try folder.write(
            #"{"text":"<img src=x onerror=alert(1)>\#u{2028}","icon":"../boat","tint":"red;}","link":"javascript:alert(1)","#
                + #""chart":{"values":[1,1e999]},"gauge":{"value":"1"},"rows":[\#(rows)]}"#,
            to: "hostile.json"
        )
        func provide(_ kind: String) throws -> RunningProgram {
            try setting.provide(kind, from: kind == "hostile" ? folder.path : nil)
        }
        let widgets: [(kind: String, family: WidgetFamily)] = [
            ("wind", .small), ("battery", .circular), ("weather", .large), ("weather", .inline),
            ("hostile", .small), ("harbour", .small),
        ]
        let providers = try Set(widgets.map(\.kind)).map(provide)
        defer { for provider in providers { provider.kill() } }
        var placed: [String] = []
        for (kind, family) in widgets {
            let place = HostInterface.Place(app: "org.example.Show", kind: kind, family: family)
            placed.append(try await waiting(for: kind) { try? setting.daemon.call(place).widget })
        }
        try setting.authorize("org.example.Show", .authorizedWhenInUse)
        let browser = try await Browser(isDark: true)
        try await browser.open(try await setting.board.url)
        func holds(_ index: Int, _ expression: String) async throws {
            try await browser.waits(for: "((card) => \(expression))(\(Self.card(placed[index])))")
        }
        let sentence = "card.querySelector('.sentence').textContent"
        try await holds(0, "\(sentence) === 'Wind 14 kn, Gusts 19 kn, 245 degrees, south-west'")
        try await holds(0, "/rotate.245/.test(card.querySelector('.needle').getAttribute('transform'))")
        try await holds(1, "card.querySelectorAll('.zone').length === 3 && card.parentElement.id === 'marks'")
        try await holds(2, "card.querySelector('.line') && card.querySelectorAll('.rows li').length === 3")
        try await holds(3, "card.querySelector('.text').textContent === '12 °C'")
        try await holds(4, "card.querySelector('.text').textContent.startsWith('<img')")
        try await holds(4, "!card.querySelector('img, .glyph, .rows, .chart, .dial')")
        try await holds(4, "card.querySelector('[data-link]').hidden")
        try await holds(4, "!card.querySelector('article').dataset.tint")
        // A link leads to what the board has.
        try await holds(5, "card.querySelector('[data-link]').textContent === 'Change…'")
        try await browser.run("\(Self.card(placed[5])).querySelector('[data-link]').click()")
        let title = "document.querySelector('#gallery[open] h2')?.textContent"
        try await browser.waits(for: "\(title) === 'Change the widget'")
    }

    @Test("keeps the order that the keyboard gives the cards, for all tabs and over a restart")
    func arranged() async throws {
        let setting = try await Setting(widgets: 3)
        let (first, second) = (try await Browser(), try await Browser())
        let order =
            "[...document.querySelectorAll('[data-widget]')].map((card) => card.dataset.widget).join()"
        for browser in [first, second] {
            try await browser.open(try await setting.board.url)
            try await browser.waits(for: "\(order) === '\(setting.widgets.joined(separator: ","))'")
        }
        try await first.run("document.querySelector('#arrange').click()")
        try await first.run("\(Self.card(setting.widgets[0])).querySelector('.mover').focus()")
        try await first.press("\u{E014}", "\u{E014}")
        let wanted = [1, 2, 0].map { setting.widgets[$0] }.joined(separator: ",")
        for browser in [first, second] { try await browser.waits(for: "\(order) === '\(wanted)'") }
        // The size is the service's, which all hosts are told of.
        try await first.run("\(Self.card(setting.widgets[0])).querySelector('.sizer').click()")
        try await second.waits(for: "\(Self.card(setting.widgets[0])).dataset.family !== 'small'")
        try await first.press("\u{E00C}")
        try await first.waits(for: "!document.querySelector('.mover')")
        try await setting.board.restart()
        try await second.open(try await setting.board.url)
        try await second.waits(for: "document.querySelectorAll('#cards > [data-widget]').length > 1")
        let grid =
            "[...document.querySelectorAll('#cards > [data-widget]')].map((card) => card.dataset.widget)"
        try await second.waits(for: "'\(wanted)'.startsWith(\(grid).join())")
    }

    @Test("goes on after a restart of the service, with the same cards")
    func restart() async throws {
        let setting = try await Setting(widgets: 2)
        let browser = try await Browser()
        try await browser.open(try await setting.board.url)
        try await browser.waits(for: "document.querySelectorAll('[data-widget]').length === 2")
        setting.daemon.kill()
        let notice = "document.querySelector('#notice:not([hidden])')?.textContent"
        try await browser.waits(for: "/not running/.test(\(notice))")
        try await setting.daemon.restart()
        try await browser.waits(for: "document.querySelector('#notice').hidden")
        try await setting.waits("the cards in view") { $0 == setting.widgets }
    }

    @Test("shows nothing to who has no token, another name of the machine, or another page")
    func strangers() async throws {
        let setting = try await Setting(widgets: 1)
        let browser = try await Browser()
        let (host, port) = (try setting.board.host, setting.board.port)
        try await browser.open("http://\(host):\(port)/#" + String(repeating: "0", count: 64))
        let blank = "document.querySelector('#blank:not([hidden])')?.textContent"
        try await browser.waits(for: "/locked/.test(\(blank))")
        try await browser.waits(for: "document.querySelector('[data-widget]') === null")
        // Chromium resolves these names to this machine, the last as an attacker's server would.
        for name in ["localhost", "127.0.0.1", "[::1]", "evil.localhost"] {
            try await browser.open("http://\(name):\(port)/")
            try await browser.waits(for: "/another address/.test(document.body.textContent)")
        }
        // A page of another origin that knows the token even.
        try await browser.open("data:text/html,<title>other</title>")
        let token = try setting.board.token
        try await browser.run(
            """
            fetch('http://\(host):\(port)/kinds', {
                method: 'POST', body: '{}', headers: { Authorization: 'Bearer \(token)' },
            }).then(() => { document.title = 'read' }, () => { document.title = 'refused' })
            """
        )
        try await browser.waits(for: "document.title !== 'other'")
        #expect(try await browser.run("return document.title") as? String == "refused")
    }

    @Test("stays open whatever code a page leads to it with")
    func unlocked() async throws {
        let setting = try await Setting(widgets: 1)
        let browser = try await Browser()
        try await browser.open(try await setting.board.url)
        try await browser.waits(for: Self.card(setting.widgets[0]))
        #expect(try await browser.run("return location.hash + location.pathname") as? String == "/")
        let page = "http://\(try setting.board.host):\(setting.board.port)/"
        for code in [String(repeating: "0", count: 64), "0", try setting.board.token] {
            // In the tab that is there, and in a new one.
            try await browser.run("location = '\(page)#\(code)'")
            try await browser.waits(for: "location.hash === ''")
            _ = try await browser.openTab()
            try await browser.open("data:text/html,<script>location = '\(page)%23\(code)'</script>")
            try await browser.open("\(page)#\(code)")
            try await browser.waits(for: Self.card(setting.widgets[0]))
        }
    }

    @Test("tells nothing to a page that somebody served at its port before")
    func planted() async throws {
        let port = try LoopbackPort.unused()
        let browser = try await Browser()
        let attacker = try RunningProgram([
            "python3", "\(Checkout.root)/Tests/DesktopTests/planted-worker.py", "\(port)",
        ])
        try await waiting(until: "the other page") { (try? HTTPConnection(to: port)) != nil }
        for name in ["localhost", "127.0.0.1"] {
            try await browser.open("http://\(name):\(port)/")
            try await browser.waits(for: "document.title === 'ready'")
        }
        attacker.kill()
        let board = try await BoardProcess(socketPath: "/nonexistent", port: port)
        // What was planted is at work, for every address that others can know.
        for name in ["localhost", "127.0.0.1"] {
            try await browser.open("http://\(name):\(port)/#secret")
            try await browser.waits(for: "document.title.startsWith('stolen #secret')")
        }
        try await browser.open(try await board.url)
        let blank = "document.querySelector('#blank:not([hidden])')?.textContent"
        try await browser.waits(for: "/not running/.test(\(blank))")
        #expect(try await browser.run("return navigator.serviceWorker.controller === null") as? Bool == true)
        #expect(try await browser.run("return localStorage.length") as? Int == 1)
        try await browser.open("http://localhost:\(port)/")
        try await browser.waits(for: "document.title === 'stolen 0'")
    }

    @Test("comes back by itself on a kiosk after a restart, with nothing secret on any command line")
    func kiosk() async throws {
        let setting = try await Setting(widgets: 1)
        let board = setting.board
        let folder = try TemporaryFolder()
        // The command of the unit, with a browser that needs no screen.
        let path = "\(Checkout.root)/systemd/user/waymark-kiosk.service"
        let unit = try String(decoding: Checkout.bytes(of: path), as: UTF8.self)
        let script = try #require(unit.firstMatch(of: #/ExecStart=/bin/sh -c '(.*)'/#)).output.1
            .replacing("/usr/bin/waymark-board", with: BuiltPrograms.board).replacing("$$", with: "$")
        #expect(unit.contains("StateDirectoryMode=0700") && unit.contains("UMask=0077"))
        let options = "--headless=new --no-sandbox --disable-dev-shm-usage --disable-gpu"
        try folder.write("exec /usr/bin/chromium \(options) \"$@\"\n", to: "bin/chromium")
        #expect(chmod(folder.path + "/bin/chromium", 0o700) == 0)
        for _ in 0..<2 {
            let kiosk = try RunningProgram(
                ["/bin/sh", "-c", "umask 0077; \(script)"],
                environment: [
                    "PATH": "\(folder.path)/bin:/usr/bin:/bin", "STATE_DIRECTORY": "\(folder.path)/profile",
                    "XDG_RUNTIME_DIR": board.folder,
                ]
            )
            try await setting.waits("the card in view of the kiosk") { $0 == setting.widgets }
            let lines = try await RunningProgram.output(of: ["ps", "-ewwo", "args"])
            #expect(lines.contains("file://\(board.folder)/waymark-board/"))
            for secret in [try board.token, try board.host] { #expect(!lines.contains(secret)) }
            let profile = ["find", "\(folder.path)/profile", "-type", "f", "-perm", "/077"]
            let open = try RunningProgram(profile)
            _ = try await open.end()
            #expect(open.output == "")
            kiosk.kill()
            // The machine starts again: no session has what the one before had.
            try board.endSession()
            try await board.restart()
            try await setting.waits("nothing in view", until: \.isEmpty)
        }
    }

    @Test("keeps nothing of a content that was withdrawn, neither to be seen nor to be read aloud")
    func withdrawn() async throws {
        let setting = try await Setting(widgets: 1)
        let browser = try await Browser()
        try await browser.open(try await setting.board.url)
        let card = Self.card(setting.widgets[0])
        let place = #"/\d+\.\d{2,} [NS]/"#
        try await browser.waits(for: "\(card)?.querySelector('.state').textContent === 'Not allowed'")
        try setting.authorize("org.waymark.sample", .authorizedAlways)
        // What came into view after the first time is announced.
        try await browser.waits(for: "\(place).test(document.querySelector('#announcer').textContent)")
        try await browser.run("\(card).querySelector('.icon').click()")
        try await browser.waits(for: "document.querySelector('#details[open] .checks li')")
        try await browser.run("document.querySelector('#details').close()")
        try setting.authorize("org.waymark.sample", .denied)
        try await browser.waits(for: "\(card).querySelector('.state').textContent === 'Not allowed'")
        let whole =
            "document.documentElement.outerHTML + document.title + JSON.stringify({ ...localStorage })"
        try await browser.waits(for: "!\(place).test(\(whole))")
        try await browser.waits(for: "document.querySelector('.checks').childElementCount === 0")

        // A page that may know nothing any more forgets all.
        try setting.authorize("org.waymark.sample", .authorizedAlways)
        try await browser.waits(for: "\(place).test(\(card).textContent)")
        try setting.board.endSession()
        try await setting.board.restart()
        try await browser.waits(for: "/another address|locked/.test(document.body.textContent)")
        try await browser.waits(for: "!document.querySelector('[data-widget]') && !\(place).test(\(whole))")
    }
}
