package import WaymarkEngine

extension Decision {
    /// The names of all kinds of decisions.
    ///
    /// Whoever waits for a decision checks the name with these: a misspelt one would never come.
    package static let names: Set<String> = [
        "significantChange", "changeHeld", "areaHeld", "fixHeld", "receiversOn", "receiversOff", "receiversPaused",
        "receiversResumed", "receiver", "followed", "statedPlace", "providerConnected", "providerDisconnected", "placed", "removed",
        "viewed", "hidden", "windowEnded", "reload", "pending", "awaitingFix", "timeline", "timelineFailed",
        "timelineLate", "requestAbandoned",
        // Authorization.
        "authorization", "authorizationRequested", "asked", "questionEnded", "appConnected", "appDisconnected",
        "appUseEnded", "agentConnected", "agentDisconnected", "servicesSwitched",
        // Locations for apps.
        "locationRequested", "locationGiven", "locationNotGiven", "locationRequestAbandoned", "followsLocation",
        "followsHeading", "updatesGiven", "updatesWithheld", "updatesPaused", "updatesResumed", "followingEnded",
        "serviceSessionHeld", "serviceSessionLacks", "serviceSessionKeepsInUse", "serviceSessionEnded",
        // What apps monitor.
        "monitoringStarted", "monitoringStopped", "regionAdded", "regionRemoved", "regionEntered", "regionLeft",
        "monitorConnected", "monitorDisconnected", "monitorEvent", "monitorEventHeld", "monitorEventReleased",
        "monitorEventReplaced", "monitorEventRefused", "monitorEventDropped", "monitorEventSent",
        "monitorEventAcknowledged", "visitBegan", "visitEnded",
    ]
}
