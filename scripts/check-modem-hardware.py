#!/usr/bin/env python3
"""Plays a Quectel EC25 for a real ModemManager: scripts/check-modem-hardware.py FOLDER

FOLDER gets `sys`, a tree of the kernel for the modem's two serial ports, and /dev gets links to the ports: ttyUSB1, on
which the receiver speaks while it is on, and ttyUSB2, on which the modem is told to switch it. FOLDER/sim says what is
in the modem: ready, none or locked; FOLDER/receiver whether its receiver is on; FOLDER/commands what it was told.
"""

import os
import pty
import select
import sys
import time
import tty

folder = sys.argv[1]
ANSWERS = {
    "+CGMI": "Quectel", "+CGMM": "EC25", "+CGMR": "EC25EFAR06A01M4G", "+CGSN": "867698041234567",
    "+CPIN?": "+CPIN: READY", "+CFUN?": "+CFUN: 1", "+CIMI": "262011234567890", "+GCAP": "+GCAP: +CGSM",
    "+CREG?": "+CREG: 2,1", "+CGREG?": "+CGREG: 2,1", "+CEREG?": "+CEREG: 2,1", "+CREG=?": "+CREG: (0-2)",
    "+CGREG=?": "+CGREG: (0-2)", "+CEREG=?": "+CEREG: (0-2)", "+CSQ": "+CSQ: 20,99", "+QGPS=?": "+QGPS: (1-4)",
    "I": "Quectel\r\nEC25", "+WS46=?": "+WS46: (12,22,25,28,29)", "+CCLK?": '+CCLK: "24/01/01,00:00:00+00"',
    "+CGDCONT=?": '+CGDCONT: (1-24),"IP",,,(0-2),(0-4)', "+CLCK=?": '+CLCK: ("SC","FD")',
}
LOCKED = {"none": "+CME ERROR: 10", "locked": "+CPIN: SIM PIN"}


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="ascii") as file:
        file.write(text + "\n")


def link(target, path):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    if os.path.islink(path):
        os.unlink(path)
    os.symlink(target, path)


def describe(number):
    """Describes a port as the kernel does, as far as ModemManager reads it."""
    device = f"{folder}/sys/devices/usb1/1-1"
    values = {"idVendor": "2c7c", "idProduct": "0125", "manufacturer": "Quectel", "product": "EC25", "bcdDevice": "0318"}
    for name, value in values.items():
        write(f"{device}/{name}", value)
    link("/sys/bus/usb", f"{device}/subsystem")
    interface, port = f"{device}/1-1:1.{number}", f"ttyUSB{number}/tty/ttyUSB{number}"
    for name, value in {"Number": f"0{number}", "Class": "ff", "SubClass": "00", "Protocol": "00"}.items():
        write(f"{interface}/bInterface{name}", value)
    for name in ["bus/usb/drivers/option", "class/tty", f"devices/usb1/1-1/1-1:1.{number}/{port}"]:
        os.makedirs(f"{folder}/sys/{name}", exist_ok=True)
    link("/sys/bus/usb", f"{interface}/subsystem")
    link("/sys/bus/usb/drivers/option", f"{interface}/driver")
    link("/sys/class/tty", f"{interface}/{port}/subsystem")
    link(f"/sys/devices/usb1/1-1/1-1:1.{number}/{port}", f"{folder}/sys/class/tty/ttyUSB{number}")


def answer(line):
    with open(f"{folder}/commands", "a", encoding="ascii") as file:
        file.write(line + "\n")
    with open(f"{folder}/sim", encoding="ascii") as file:
        sim = file.read().strip()
    command = line[2:]
    if command.startswith("+QGPS=1"):
        write(f"{folder}/receiver", "on")
    elif command.startswith("+QGPSEND"):
        write(f"{folder}/receiver", "off")
    elif command.startswith('+CPIN="1234"'):
        write(f"{folder}/sim", "ready")
    elif sim != "ready" and command.startswith(("+CPIN?", "+CIMI", "+CRSM")):
        text = LOCKED[sim] if command == "+CPIN?" else "+CME ERROR: 11"
        return f"\r\n{text}\r\n" if "ERROR" in text else f"\r\n{text}\r\n\r\nOK\r\n"
    elif command in ANSWERS:
        return f"\r\n{ANSWERS[command]}\r\n\r\nOK\r\n"
    elif command.startswith(("+QCCID", "+ICCID", "+CCID", "+CRSM", "^", "$", "%", "*", "+QPINC")) or command.endswith("?"):
        return "\r\nERROR\r\n"
    return "\r\nOK\r\n"


def sentences(now):
    clock, day = time.strftime("%H%M%S.00", time.gmtime(now)), time.strftime("%d%m%y", time.gmtime(now))
    for body in [
        f"GPRMC,{clock},A,5223.0000,N,01312.0000,E,0.0,0.0,{day},,,A",
        f"GPGGA,{clock},5223.0000,N,01312.0000,E,1,08,0.9,40.0,M,45.0,M,,",
        "GPGSA,A,3,01,02,03,04,05,06,07,08,,,,,1.5,0.9,1.2",
    ]:
        checksum = 0
        for byte in body.encode():
            checksum ^= byte
        yield f"${body}*{checksum:02X}\r\n"


def main():
    ports = {}
    write(f"{folder}/receiver", "off")
    for number in (1, 2):
        describe(number)
        ports[number], end = pty.openpty()
        tty.setraw(end)
        link(os.ttyname(end), f"/dev/ttyUSB{number}")
    write(f"{folder}/ready", "yes")
    buffer, next_fix = b"", int(time.time()) + 1
    while True:
        ready, _, _ = select.select(list(ports.values()), [], [], max(0, next_fix - time.time()))
        for port in ready:
            data = os.read(port, 4096)
            buffer += data if port == ports[2] else b""
        while b"\r" in buffer:
            line, _, buffer = buffer.partition(b"\r")
            text = line.strip().decode("ascii", "replace")
            if text.upper().startswith("AT"):
                os.write(ports[2], answer(text).encode())
        if time.time() >= next_fix:
            with open(f"{folder}/receiver", encoding="ascii") as file:
                if file.read().strip() == "on":
                    os.write(ports[1], "".join(sentences(next_fix)).encode())
            next_fix = int(time.time()) + 1


main()
