/// What the person has chosen to see of a monitor.
struct MonitorView {
    enum Half {
        case state, decisions
    }

    private(set) var half: Half = .state

    /// How many lines of the state are scrolled out above.
    private(set) var stateOffset = 0

    /// How many lines of decisions are scrolled out below, where the newest is.
    private(set) var decisionsOffset = 0

    /// The text that the shown apps, widgets and decisions contain.
    private(set) var filter = ""
    private(set) var isTyping = false
    private(set) var isPaused = false
    private(set) var showsHelp = false

    /// Handles a key, where a page has `page` lines; returns `false` if the monitor should end.
    mutating func press(_ key: TerminalScreen.Key, page: Int) -> Bool {
        if isTyping {
            type(key)
            return true
        }
        if showsHelp {
            showsHelp = false
            return key != .character("q")
        }
        switch key {
        case .character("q"): return false
        case .character("?"): showsHelp = true
        case .character("p"), .character(" "): isPaused.toggle()
        case .character("/"): isTyping = true
        case .escape: setFilter("")
        case .tab: half = half == .state ? .decisions : .state
        case .up, .character("k"): scroll(by: -1)
        case .down, .character("j"): scroll(by: 1)
        case .pageUp: scroll(by: -page)
        case .pageDown: scroll(by: page)
        case .home: scroll(by: -Self.farthest)
        case .end: scroll(by: Self.farthest)
        default: break
        }
        return true
    }

    /// Keeps the offsets within what there is to scroll.
    mutating func limit(stateOffset states: Int, decisionsOffset decisions: Int) {
        stateOffset = min(stateOffset, max(0, states))
        decisionsOffset = min(decisionsOffset, max(0, decisions))
    }

    /// Further than any content is long.
    private static let farthest = 1_000_000

    private mutating func scroll(by lines: Int) {
        switch half {
        case .state: stateOffset = max(0, stateOffset + lines)
        case .decisions: decisionsOffset = max(0, decisionsOffset - lines)
        }
    }

    private mutating func type(_ key: TerminalScreen.Key) {
        switch key {
        case .character(let character): setFilter(filter + String(character))
        case .backspace: setFilter(String(filter.dropLast()))
        case .enter: isTyping = false
        case .escape:
            isTyping = false
            setFilter("")
        default: break
        }
    }

    private mutating func setFilter(_ text: String) {
        (filter, stateOffset, decisionsOffset) = (text, 0, 0)
    }
}
