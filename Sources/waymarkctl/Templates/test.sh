#!/bin/sh
# Tests what the widget shows, without a service.
set -eu
cd "$(dirname "$0")"

shows() {
    wanted=$1
    shift
    shown=$(env "$@" ./widget)
    [ "$shown" = "$wanted" ] || { echo "failed: it shows '$shown' instead of '$wanted'" >&2; exit 1; }
    echo "ok: it shows '$wanted'"
}

shows "48.5 7.8" WAYMARK_REASON=placed WAYMARK_LATITUDE=48.5 WAYMARK_LONGITUDE=7.8
shows "not allowed to know" WAYMARK_REASON=placed WAYMARK_ABSENCE=unauthorized
shows "do not know yet" WAYMARK_REASON=placed WAYMARK_ABSENCE=locationUnknown
