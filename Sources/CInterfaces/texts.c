#include "CInterfaces.h"

#include <stddef.h>
#include <string.h>

// The compiler of Swift packages reads no C23 without saying so.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const char beacons[] = {
#embed "../WaymarkInterfaces/Descriptions/io.waymark.Beacons.varlink" suffix(, 0)
};
static const char feed[] = {
#embed "../WaymarkInterfaces/Descriptions/io.waymark.Feed.varlink" suffix(, 0)
};
static const char host[] = {
#embed "../WaymarkInterfaces/Descriptions/io.waymark.Host.varlink" suffix(, 0)
};
static const char inspect[] = {
#embed "../WaymarkInterfaces/Descriptions/io.waymark.Inspect.varlink" suffix(, 0)
};
static const char launcher[] = {
#embed "../WaymarkInterfaces/Descriptions/io.waymark.Launcher.varlink" suffix(, 0)
};
static const char location[] = {
#embed "../WaymarkInterfaces/Descriptions/io.waymark.Location.varlink" suffix(, 0)
};
static const char monitor[] = {
#embed "../WaymarkInterfaces/Descriptions/io.waymark.Monitor.varlink" suffix(, 0)
};
static const char settings[] = {
#embed "../WaymarkInterfaces/Descriptions/io.waymark.Settings.varlink" suffix(, 0)
};
static const char simulation[] = {
#embed "../WaymarkInterfaces/Descriptions/io.waymark.Simulation.varlink" suffix(, 0)
};
static const char widgets[] = {
#embed "../WaymarkInterfaces/Descriptions/io.waymark.Widgets.varlink" suffix(, 0)
};
static const char service[] = {
#embed "../WaymarkInterfaces/Descriptions/org.varlink.service.varlink" suffix(, 0)
};

static const struct {
    const char *name, *text;
} interfaces[] = {
    {"io.waymark.Beacons", beacons},
    {"io.waymark.Feed", feed},
    {"io.waymark.Host", host},
    {"io.waymark.Inspect", inspect},
    {"io.waymark.Launcher", launcher},
    {"io.waymark.Location", location},
    {"io.waymark.Monitor", monitor},
    {"io.waymark.Settings", settings},
    {"io.waymark.Simulation", simulation},
    {"io.waymark.Widgets", widgets},
    {"org.varlink.service", service},
};

const char *waymark_interface_text(const char *name) {
    for (size_t index = 0; index < sizeof interfaces / sizeof *interfaces; index++)
        if (strcmp(interfaces[index].name, name) == 0) return interfaces[index].text;
    return "";
}
