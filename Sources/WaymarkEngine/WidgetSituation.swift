import LocationModel

/// A widget's record, with what its app and its kind permit.
///
/// The rules of reloads all ask for these, and to look them up takes longer than to apply the rules. So they are looked up
/// once for each step.
struct WidgetSituation {
    let record: WidgetRecord

    /// The authorization of its app.
    let authorization: Authorization

    /// Whether its timelines depend on the location.
    let wantsLocation: Bool

    var kind: KindKey { record.saved.kind }
}

extension Engine {
    /// Returns the current situation of a widget; `nil` if there is no such widget.
    func situation(of widget: WidgetIdentifier) -> WidgetSituation? {
        guard let record = widgets[widget] else { return nil }
        return WidgetSituation(
            record: record,
            authorization: authorization(of: record.saved.kind.app),
            wantsLocation: wantsLocation(record.saved.kind)
        )
    }
}
