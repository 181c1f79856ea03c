package import LocationModel

/// What a person chose for a placed widget.
package struct WidgetSetup: Hashable, Codable, Sendable {
    /// The family in which its host shows it.
    package var family: WidgetFamily

    /// The values that the person gave, without the defaults of the kind.
    package var configuration: ConfigurationValues

    /// Creates a setup; the default is that of a widget for which nothing was chosen.
    package init(family: WidgetFamily = .small, configuration: ConfigurationValues = ConfigurationValues()) {
        self.family = family
        self.configuration = configuration
    }
}

extension Engine {
    /// Returns the setup of a widget with the defaults of its kind; `nil` if there is no such widget.
    package func completeSetup(of widget: WidgetIdentifier) -> WidgetSetup? {
        widgets[widget].map { complete($0.saved.setup, of: $0.saved.kind) }
    }

    /// Returns a setup with the defaults of its kind.
    func complete(_ setup: WidgetSetup, of kind: KindKey) -> WidgetSetup {
        guard let schema = details(of: kind).configuration else { return setup }
        return WidgetSetup(family: setup.family, configuration: schema.completed(setup.configuration))
    }

    /// Returns the setup that a person asks for.
    ///
    /// - Parameters:
    ///   - kind: The kind.
    ///   - family: The family; `nil` keeps that of `earlier`, or takes the kind's preferred one.
    ///   - configuration: The values; `nil` keeps those of `earlier`, or takes none.
    ///   - earlier: The setup to change.
    ///   - isComplete: Whether required properties must be there.
    /// - Returns: The setup, without the kind's defaults.
    /// - Throws: The refusal if the kind does not support the family or accept the configuration.
    func setup(
        of kind: KindKey,
        family: WidgetFamily?,
        configuration: ConfigurationValues?,
        changing earlier: WidgetSetup? = nil,
        isComplete: Bool = true
    ) throws(Refusal) -> WidgetSetup {
        let details = details(of: kind)
        let family = family ?? earlier?.family ?? details.defaultFamily
        guard details.supports(family) else { throw .unsupportedFamily(family, supported: details.families) }
        // What was accepted once need not be given again, although the manifest may have changed.
        if configuration == nil, let earlier {
            return WidgetSetup(family: family, configuration: earlier.configuration)
        }
        let given = configuration ?? ConfigurationValues()
        do throws(ConfigurationMistake) {
            guard let schema = details.configuration else {
                guard given.isEmpty else { throw .notConfigurable }
                return WidgetSetup(family: family)
            }
            return WidgetSetup(
                family: family,
                configuration: try schema.checked(given, isComplete: isComplete)
            )
        } catch { throw .invalidConfiguration(error) }
    }

    mutating func configure(
        _ widget: WidgetIdentifier,
        family: WidgetFamily?,
        configuration: ConfigurationValues?,
        by caller: Caller
    ) throws(Refusal) -> Answer {
        let kind = try kind(of: widget, for: caller)
        guard caller.mayShowFor(kind.app.user) else { throw .notPermitted }
        guard let before = widgets[widget]?.saved.setup else { throw .unknownWidget(widget) }
        let after = try setup(
            of: kind,
            family: family,
            configuration: configuration,
            changing: before
        )
        guard after != before else { return .done }
        update(widget) { $0.setUp(after) }
        record(.configured(family: after.family, properties: after.configuration.values.count), about: widget)
        tellHosts(of: widget)
        owe(widget, .configurationChanged)
        return .done
    }
}
