/// Programs in Python that do to the bridge what no library of D-Bus would do.
enum BusMisuse {
    /// Sends calls without end, as fast as the bus takes them, and prints a line when it has begun.
    static let flood = """
        import os, socket, struct

        def field(code, kind, text):
            data = text.encode()
            size = struct.pack("<B", len(data)) if kind == "g" else struct.pack("<I", len(data))
            entry = bytes([code, 1]) + kind.encode() + bytes(1) + size + data + bytes(1)
            return entry + bytes(-len(entry) % 8)

        def call(path, interface, member, destination):
            # Without a wish for a reply, so that the bus need not remember the call.
            fields = field(1, "o", path) + field(2, "s", interface) + field(3, "s", member) + field(6, "s", destination)
            fields = fields.rstrip(bytes(1)) + bytes(1)
            header = b"l" + bytes([1, 1, 1]) + struct.pack("<III", 0, 7, len(fields)) + fields
            return header + bytes(-len(header) % 8)

        connection = socket.socket(socket.AF_UNIX)
        connection.connect(os.environ["DBUS_SYSTEM_BUS_ADDRESS"].split("=")[1].split(",")[0])
        connection.sendall(bytes(1) + b"AUTH EXTERNAL " + str(os.getuid()).encode().hex().encode() + b"\\r\\n")
        connection.recv(4096)
        connection.sendall(b"BEGIN\\r\\n" + call("/org/freedesktop/DBus", "org.freedesktop.DBus", "Hello", "org.freedesktop.DBus"))
        many = call("/org/freedesktop/GeoClue2/Manager", "org.freedesktop.GeoClue2.Manager", "GetClient",
                    "org.freedesktop.GeoClue2") * 100
        for round in range(10**9):
            connection.sendall(many)
            if round == 50: print("begun", flush=True)
        """

    /// Gets a client object, leaves the connection to a child, ends, and lets another process have its number before the
    /// child calls `Start`; prints the answer.
    static let reusedProcess = """
        import ctypes, dbus, os, sys, time

        class Arguments(ctypes.Structure):
            _fields_ = [(name, ctypes.c_uint64) for name in (
                "flags", "pidfd", "child_tid", "parent_tid", "exit_signal", "stack", "stack_size", "tls", "set_tid",
                "set_tid_size", "cgroup")]

        def fork_as(number):
            # clone3, which takes the number that the new process gets.
            wanted = (ctypes.c_int * 1)(number)
            arguments = Arguments(exit_signal=17, set_tid=ctypes.addressof(wanted), set_tid_size=1)
            libc = ctypes.CDLL(None, use_errno=True)
            result = libc.syscall(435, ctypes.byref(arguments), ctypes.sizeof(arguments))
            if result < 0: sys.exit(f"clone3: {os.strerror(ctypes.get_errno())}")
            return result

        end = os.pipe()
        middle = os.fork()
        if middle > 0:
            os.close(end[1])
            os.waitpid(middle, 0)
            # Until the child has ended too.
            os.read(end[0], 1)
            sys.exit()
        name = "org.freedesktop.GeoClue2"
        bus = dbus.SystemBus()
        path = dbus.Interface(bus.get_object(name, "/org/freedesktop/GeoClue2/Manager"), name + ".Manager").GetClient()
        client = bus.get_object(name, path, introspect=False)
        client.Set(name + ".Client", "DesktopId", dbus.String(sys.argv[1], variant_level=1), dbus_interface="org.freedesktop.DBus.Properties")
        number = os.getpid()
        if os.fork() > 0: os._exit(0)
        while os.path.exists(f"/proc/{number}"): time.sleep(0.01)
        other = fork_as(number)
        if other == 0:
            while True: time.sleep(1)
        try:
            client.Start(dbus_interface=name + ".Client")
            print("started")
        except dbus.DBusException as error:
            print(error.get_dbus_message())
        os.kill(other, 9)
        """
}
