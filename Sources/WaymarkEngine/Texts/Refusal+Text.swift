extension Refusal {
    /// What a program is told that serves widgets and wants to be the app itself.
    package static let servesWidgetsText = """
        this program serves widgets, so it is not the app itself: it gets the location with each request for a timeline; an \
        app that also wants the location itself runs two programs, one of which serves the widgets
        """
}
