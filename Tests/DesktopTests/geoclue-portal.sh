#!/bin/sh
# Asks the portal as a program in a sandbox: geoclue-portal.sh FOLDER once|follow [kept]
#
# The sandbox is as Flatpak makes it. FOLDER has its .flatpak-info; the person's answer to the portal's own question is in the
# permission store, as "flatpak permission-set location location org.example.Sandboxed EXACT 0" would put it there; with
# "kept", it stays what it is.
set -eu
here=$(dirname "$0")
store=org.freedesktop.impl.portal.PermissionStore
[ "${3:-}" = kept ] || gdbus call --session -d $store -o /org/freedesktop/impl/portal/PermissionStore -m $store.SetPermission \
    location true location org.example.Sandboxed "['EXACT', '0']" >/dev/null
exec bwrap --ro-bind /usr /usr --symlink usr/bin /bin --symlink usr/lib /lib --symlink usr/lib64 /lib64 --dev /dev \
    --proc /proc --bind /tmp /tmp --bind "$1" "$1" --ro-bind "$1/info" /.flatpak-info \
    /usr/bin/python3 -c "$(cat "$here/geoclue-portal.py")" "$2"
