#!/usr/bin/env python3
"""Passes calls on to a service, and puts VALUE for the numbers of its answers: odd-service.py SOCKET SERVICE KIND VALUE

KIND says which numbers: those that the interfaces declare as `int`, or those that they declare as `float`.
"""
import json, re, socket, sys, threading

path, service, kind, value = sys.argv[1:]
BLANK = "<the odd value>"


def message(stream, rest):
    while b"\0" not in rest[0]:
        read = stream.recv(65536)
        if not read:
            return None
        rest[0] += read
    first, rest[0] = rest[0].split(b"\0", 1)
    return first


def connected():
    stream = socket.socket(socket.AF_UNIX)
    stream.connect(service)
    return stream


def ask(method, **parameters):
    stream = connected()
    stream.sendall(json.dumps({"method": f"org.varlink.service.{method}", "parameters": parameters}).encode() + b"\0")
    return json.loads(message(stream, [b""]))["parameters"]


names = set()
for interface in ask("GetInfo")["interfaces"]:
    text = re.sub("#.*", "", ask("GetInterfaceDescription", interface=interface)["description"])
    names |= set(re.findall(r"(\w+)\s*:\s*\??(?:\[\])?%s\b" % kind, text))
# The count of a stream's events is part of the protocol.
names -= {"sequence"}


def odd(part, name=""):
    if isinstance(part, dict):
        return {key: odd(inner, key) for key, inner in part.items()}
    if isinstance(part, list):
        return [odd(inner, name) for inner in part]
    return BLANK if name in names and type(part) in (int, float) else part


def pass_on(source, target, change):
    rest = [b""]
    try:
        while (whole := message(source, rest)) is not None:
            if change:
                whole = json.dumps(odd(json.loads(whole))).replace(f'"{BLANK}"', value).encode()
            target.sendall(whole + b"\0")
    except OSError:
        pass
    for stream in (source, target):
        try:
            stream.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass


listener = socket.socket(socket.AF_UNIX)
listener.bind(path)
listener.listen(64)
while True:
    client = listener.accept()[0]
    peer = connected()
    threading.Thread(target=pass_on, args=(client, peer, False), daemon=True).start()
    threading.Thread(target=pass_on, args=(peer, client, True), daemon=True).start()
