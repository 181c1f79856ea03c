package import LocationModel

/// A person's choices for a placed widget.
package struct WidgetSetup: Hashable, Codable, Sendable {
    package var family: WidgetFamily

    /// The values that the person gave, without the defaults of the kind.
    package var configuration: ConfigurationValues

    /// Creates a setup; the default is that of a widget for which nothing was chosen.
    package init(family: WidgetFamily = .small, configuration: ConfigurationValues = ConfigurationValues()) {
        self.family = family
        self.configuration = configuration
    }
}

extension KindDetails {
    func completed(_ setup: WidgetSetup) -> WidgetSetup {
        guard let schema = configuration else { return setup }
        return WidgetSetup(family: setup.family, configuration: schema.completed(setup.configuration))
    }

    /// Returns the setup that a person asks for, without the kind's defaults.
    ///
    /// Without a family or values it keeps those of `earlier`, or takes the kind's preferred family and no values. Unless
    /// it `isComplete`, required properties may be missing.
    func setup(
        family: WidgetFamily?,
        configuration given: ConfigurationValues?,
        changing earlier: WidgetSetup? = nil,
        isComplete: Bool = true
    ) throws(Refusal) -> WidgetSetup {
        let family = family ?? earlier?.family ?? defaultFamily
        guard supports(family) else { throw .unsupportedFamily(family, supported: families) }
        // What was accepted once need not be given again, although the manifest may have changed.
        if given == nil, let earlier {
            return WidgetSetup(family: family, configuration: earlier.configuration)
        }
        let given = given ?? ConfigurationValues()
        do throws(ConfigurationMistake) {
            guard let schema = configuration else {
                guard given.isEmpty else { throw .notConfigurable }
                return WidgetSetup(family: family)
            }
            return WidgetSetup(
                family: family,
                configuration: try schema.checked(given, isComplete: isComplete)
            )
        } catch { throw .invalidConfiguration(error) }
    }
}
