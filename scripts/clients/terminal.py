"""A plain terminal client (telnet, plink, ssh) on a pseudo-terminal."""
import os
import pty
import select
import signal
import time

from plain import Session, program

COMMANDS = {
    "telnet": lambda host, port, user: ["telnet", host, port],
    "plink": lambda host, port, user: ["plink", "-telnet", "-P", port, host],
    "ssh": lambda host, port, user: [
        "ssh", "-tt", "-p", port, "-o", "StrictHostKeyChecking=no", "-o", "UserKnownHostsFile=/dev/null",
        "-o", "LogLevel=ERROR", "-o", "PubkeyAuthentication=no", "%s@%s" % (user, host)],
}


class Terminal(Session):
    def __init__(self, kind, host, port, user, pw):
        self.tag, self.kind, self.at, self.user, self.pw = kind, kind, (host, str(port)), user, pw
        self.start()

    def start(self):
        argv = COMMANDS[self.kind](*self.at, self.user)
        argv[0] = program(argv[0])
        self.heard, self.pos, self.ended = "", 0, None
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.execvpe(argv[0], argv, dict(os.environ, TERM="vt100", LC_ALL="C"))

    def login(self):
        if self.kind != "ssh":
            self.see(r"login: ?", "the login prompt")
            self.send(self.user)
        self.see(r"[Pp]assword: ?", "the password prompt")
        time.sleep(0.2)  # clients flush what was typed before they have turned the echo off
        self.send(self.pw)
        self.name = self.see(r"\*\*\*\* Starting FICS session as (\w+)", "the session line")[1]
        self.see("fics% ", "the prompt")
        self.send("set style 12")
        self.see("Style 12 set", "the answer to style 12")

    def again(self):
        self.close()
        self.start()
        self.login()

    def text(self):
        while not self.ended and select.select([self.fd], [], [], 0)[0]:
            try:
                d = os.read(self.fd, 65536)
            except OSError:
                d = b""
            if not d:
                self.ended = "it ended"
            self.heard += d.decode("latin-1").replace("\r", "").replace("\a", "")
        return self.heard

    def gone(self):
        self.text()
        return self.ended

    def send(self, line):
        os.write(self.fd, (line + "\r").encode())

    def check(self, variant=None):
        pass

    def close(self):
        """Ends the client as a crash does: without a word to the server."""
        try:
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
        except (ProcessLookupError, ChildProcessError):
            pass
        os.close(self.fd)
