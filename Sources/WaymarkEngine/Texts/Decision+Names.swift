extension Decision {
    /// The names of all kinds of decisions.
    ///
    /// Whoever waits for a decision checks the name with these: a misspelt one would never come.
    package static let names: Set<String> = [
        "significantChange", "changeHeld", "fixHeld", "receiversOn", "receiversOff",
        "receiversPaused",
        "receiversResumed", "receiver", "followed", "statedPlace", "providerConnected",
        "providerDisconnected", "placed", "removed", "configured", "contentWithdrawn",
        "viewed", "alwaysInView", "hidden", "windowEnded", "reload", "pending", "awaitingFix", "timeline",
        "timelineFailed",
        "timelineLate", "requestAbandoned",
        "budgetUsedUp", "clockSet", "zoneChanged",
        "beaconFeedConnected", "beaconFeedDisconnected", "beaconsWanted", "beaconListening",
        // Authorization.
        "authorization", "authorizationRequested", "asked", "questionEnded", "appConnected",
        "appDisconnected",
        "appUseEnded", "servesWidgets", "agentConnected", "agentDisconnected", "servicesSwitched",
        // Locations for apps.
        "locationRequested", "locationGiven", "locationNotGiven", "locationRequestAbandoned",
        "followsLocation",
        "followsHeading", "followsBeacons", "updatesGiven", "updatesWithheld", "updatesPaused",
        "updatesResumed",
        "followingEnded",
        "serviceSessionHeld", "serviceSessionLacks", "serviceSessionKeepsInUse", "serviceSessionEnded",
        // Programs of apps.
        "launcherConnected", "launcherDisconnected", "launch", "launchHeld", "programStarted",
        "programConnected",
        "programAdopted", "programFailed", "programIdle", "programLeft", "programStopping", "programEnded",
        // What apps monitor.
        "monitoringStarted", "monitoringStopped", "regionAdded", "regionRemoved", "regionEntered",
        "beaconHeard", "beaconsSilent",
        "regionLeft",
        "monitorConnected", "monitorDisconnected", "monitorEvent", "monitorEventHeld", "monitorEventReleased",
        "monitorEventReplaced", "monitorEventRefused", "monitorEventDropped", "monitorEventSent",
        "monitorEventAcknowledged", "visitBegan", "visitEnded",
    ]
}
