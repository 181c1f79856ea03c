#pragma once
#include <systemd/sd-bus.h>
#include <systemd/sd-daemon.h>
#include <systemd/sd-journal.h>
#include <systemd/sd-login.h>

// The entries of an sd_bus_vtable, whose macros Swift cannot use. Everyone may call and read: the callbacks decide.

static inline sd_bus_vtable waymark_bus_start(void) {
    const sd_bus_vtable entries[] = {SD_BUS_VTABLE_START(0)};
    return entries[0];
}

static inline sd_bus_vtable waymark_bus_end(void) {
    const sd_bus_vtable entries[] = {SD_BUS_VTABLE_END};
    return entries[0];
}

// The parameters have no names, which only those who read the description would see.
static inline sd_bus_vtable waymark_bus_method(
    const char *name, const char *in, const char *out, sd_bus_message_handler_t handler) {
    sd_bus_vtable entry = {.type = _SD_BUS_VTABLE_METHOD, .flags = SD_BUS_VTABLE_UNPRIVILEGED};
    entry.x.method.member = name;
    entry.x.method.signature = in;
    entry.x.method.result = out;
    entry.x.method.handler = handler;
    entry.x.method.names = "";
    return entry;
}

static inline sd_bus_vtable waymark_bus_signal(const char *name, const char *signature) {
    sd_bus_vtable entry = {.type = _SD_BUS_VTABLE_SIGNAL};
    entry.x.signal.member = name;
    entry.x.signal.signature = signature;
    entry.x.signal.names = "";
    return entry;
}

// A property without `set` is read-only.
static inline sd_bus_vtable waymark_bus_property(
    const char *name, const char *signature, sd_bus_property_get_t get, sd_bus_property_set_t set) {
    sd_bus_vtable entry = {
        .type = set ? _SD_BUS_VTABLE_WRITABLE_PROPERTY : _SD_BUS_VTABLE_PROPERTY,
        .flags = (set ? SD_BUS_VTABLE_UNPRIVILEGED : 0) | SD_BUS_VTABLE_PROPERTY_EMITS_CHANGE,
    };
    entry.x.property.member = name;
    entry.x.property.signature = signature;
    entry.x.property.get = get;
    entry.x.property.set = set;
    return entry;
}
