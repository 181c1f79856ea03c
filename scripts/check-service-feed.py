"""Simulates receivers for check-service: feed.py RECORDING PLACE...

Plays the sentences of the recording in a loop, a hundred per second, to each place:
udp:ADDRESS:PORT (sends datagrams), tcp:ADDRESS:PORT and unix:PATH (serves clients), or pty:LINK:GROUP (a
pseudo-terminal that belongs to the group, with a symbolic link to it).
"""
import grp, itertools, os, socket, sys, threading, time

recording, *places = sys.argv[1:]
lines = open(recording, "rb").read().splitlines(True)[600:3000]


def talk(send):
    for line in itertools.cycle(lines):
        send(line)
        time.sleep(0.01)


def send_datagrams(place):
    address, port = place.rsplit(":", 1)
    feed = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    feed.setsockopt(socket.SOL_SOCKET, socket.SO_BROADCAST, 1)

    def send(line):
        try:
            feed.sendto(line, (address, int(port)))
        except ConnectionRefusedError:
            pass

    talk(send)


def serve(listener):
    def answer(peer):
        try:
            talk(peer.sendall)
        except OSError:
            pass

    listener.listen()
    while True:
        threading.Thread(target=answer, args=(listener.accept()[0],), daemon=True).start()


def serve_port(place):
    address, port = place.rsplit(":", 1)
    serve(socket.create_server((address, int(port)), family=socket.AF_INET6 if ":" in address else socket.AF_INET))


def serve_socket(path):
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(path)
    os.chmod(path, 0o666)
    serve(listener)


def serve_terminal(place):
    link, group = place.rsplit(":", 1)
    line, device = os.openpty()
    path = os.ttyname(device)
    os.chown(path, 0, grp.getgrnam(group).gr_gid)
    os.chmod(path, 0o660)
    os.close(device)
    os.set_blocking(line, False)
    os.makedirs(os.path.dirname(link), exist_ok=True)
    os.symlink(path, link)

    def send(text):
        try:
            os.write(line, text)
        except OSError:
            pass

    talk(send)


kinds = {"udp": send_datagrams, "tcp": serve_port, "unix": serve_socket, "pty": serve_terminal}
for place in places:
    kind, rest = place.split(":", 1)
    threading.Thread(target=kinds[kind], args=(rest,)).start()
