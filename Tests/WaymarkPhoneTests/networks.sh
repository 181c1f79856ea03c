#!/bin/sh
# Runs waymark-phone on a machine in a network with a phone: networks.sh PROGRAM FOLDER, inside "unshare -rn".
#
# The machine is 10.140.0.1, the phone 10.140.0.2. The phone has another address behind a router: 10.150.0.2. Whenever
# there is a file FOLDER/near or FOLDER/far, it is sent as a request from the one or the other address, and the status of
# the answer written to the same name with .answer.
set -eu
program=$1 folder=$2
ip link set lo up
unshare -n sleep 600 &
phone=$!
trap 'kill $phone $served 2>/dev/null' EXIT
served=
until [ "$(readlink /proc/$phone/ns/net)" != "$(readlink /proc/$$/ns/net)" ]; do sleep 0.02; done
ip link add air type veth peer name phone
ip link set phone netns $phone
ip address add 10.140.0.1/24 dev air
ip link set air up
nsenter -t $phone -n sh -ec 'ip link set lo up; ip address add 10.140.0.2/24 dev phone; ip link set phone up
    ip address add 10.150.0.2/32 dev lo'
ip route add 10.150.0.2 via 10.140.0.2
"$program" serve --config "$folder/phone.conf" --state "$folder/state" --socket "$folder/socket" &
served=$!
while kill -0 $served; do
    for place in near:10.140.0.2 far:10.150.0.2; do
        file=$folder/${place%:*}
        [ -e "$file" ] || continue
        nsenter -t $phone -n python3 - "$file" "${place#*:}" <<'END' >"$file.new"
import http.client, sys, time
body = open(sys.argv[1], "rb").read()
while True:
    connection = http.client.HTTPConnection("10.140.0.1", 8140, timeout=20, source_address=(sys.argv[2], 0))
    try:
        connection.request("POST", "/", body)
        print(connection.getresponse().status)
        break
    except ConnectionRefusedError:
        time.sleep(0.05)
END
        rm "$file"
        mv "$file.new" "$file.answer"
    done
    sleep 0.05
done
