#include "CInterfaces.h"

#include <stddef.h>
#include <string.h>

// The compiler of Swift packages reads no C23 without saying so.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const struct {
    const char *name, *text;
} interfaces[] = {
    {"io.waymark.Beacons", (const char[]){
#embed "../WaymarkInterfaces/Descriptions/io.waymark.Beacons.varlink" suffix(, 0)
    }},
    {"io.waymark.Feed", (const char[]){
#embed "../WaymarkInterfaces/Descriptions/io.waymark.Feed.varlink" suffix(, 0)
    }},
    {"io.waymark.Host", (const char[]){
#embed "../WaymarkInterfaces/Descriptions/io.waymark.Host.varlink" suffix(, 0)
    }},
    {"io.waymark.Inspect", (const char[]){
#embed "../WaymarkInterfaces/Descriptions/io.waymark.Inspect.varlink" suffix(, 0)
    }},
    {"io.waymark.Launcher", (const char[]){
#embed "../WaymarkInterfaces/Descriptions/io.waymark.Launcher.varlink" suffix(, 0)
    }},
    {"io.waymark.Location", (const char[]){
#embed "../WaymarkInterfaces/Descriptions/io.waymark.Location.varlink" suffix(, 0)
    }},
    {"io.waymark.Monitor", (const char[]){
#embed "../WaymarkInterfaces/Descriptions/io.waymark.Monitor.varlink" suffix(, 0)
    }},
    {"io.waymark.Settings", (const char[]){
#embed "../WaymarkInterfaces/Descriptions/io.waymark.Settings.varlink" suffix(, 0)
    }},
    {"io.waymark.Simulation", (const char[]){
#embed "../WaymarkInterfaces/Descriptions/io.waymark.Simulation.varlink" suffix(, 0)
    }},
    {"io.waymark.Widgets", (const char[]){
#embed "../WaymarkInterfaces/Descriptions/io.waymark.Widgets.varlink" suffix(, 0)
    }},
    {"org.varlink.service", (const char[]){
#embed "../WaymarkInterfaces/Descriptions/org.varlink.service.varlink" suffix(, 0)
    }},
};

const char *waymark_interface_text(const char *name) {
    for (size_t index = 0; index < sizeof interfaces / sizeof *interfaces; index++)
        if (strcmp(interfaces[index].name, name) == 0) return interfaces[index].text;
    return "";
}
