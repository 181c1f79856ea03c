/// What systemd announces of a unit that is started, until it ends.
///
/// The unit may be stopping when it is to start again, so that the end of its earlier run is announced first. systemd
/// announces the result before the state that it led to.
struct UnitRun {
    var hasBegun = false

    /// systemd's word and the status, if it failed.
    private(set) var result = ""

    /// Takes the result of a run into account, which may be that of an earlier one.
    mutating func note(_ word: String, status: Int?) {
        let status = word == "exit-code" || word == "signal" ? status.map { " \($0)" } : nil
        result = word == "success" ? "" : word + (status ?? "")
    }

    /// Takes a state into account, and returns whether the run has ended with it.
    ///
    /// That it never began, the end of its job says.
    mutating func ends(with state: String) -> Bool {
        switch state {
        case "inactive", "failed": return hasBegun
        case "deactivating": return false
        default:
            hasBegun = true
            return false
        }
    }
}
