"""Prints the location from QtPositioning: geoclue-qt.py 5|6 once|follow"""
import importlib
import sys

version, mode = sys.argv[1:]
core = importlib.import_module(f"PyQt{version}.QtCore")
positioning = importlib.import_module(f"PyQt{version}.QtPositioning")
Source = positioning.QGeoPositionInfoSource

app = core.QCoreApplication(sys.argv)
if version == "6":
    source = Source.createSource("geoclue2", {"desktopId": "qt6"}, app)
    source.setPreferredPositioningMethods(Source.PositioningMethod.AllPositioningMethods)
    failed = source.errorOccurred
else:
    # It takes its name from QT_GEOCLUE_APP_DESKTOP_ID.
    source = Source.createSource("geoclue2", app)
    source.setPreferredPositioningMethods(Source.AllPositioningMethods)
    failed = source.error


def show(place):
    print("Place: %.4f %.4f" % (place.coordinate().latitude(), place.coordinate().longitude()), flush=True)
    if mode == "once":
        app.quit()


def refuse(error):
    print("error", error, file=sys.stderr, flush=True)
    app.exit(1)


source.positionUpdated.connect(show)
failed.connect(refuse)
source.startUpdates()
sys.exit(app.exec() if version == "6" else app.exec_())
