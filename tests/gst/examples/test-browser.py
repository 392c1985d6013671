#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Claims about docs/examples/browser/serve_spectra.py: what its clients get is what a
file of the pipeline has, who may connect, and that bad clients harm nobody (TAP). What a
browser makes of it is scripts/dev/test-browser's.

    test-browser.py FOLDER_OF_THE_EXAMPLE

Skipped where Python's gi or aiohttp, or an element is missing.
"""
import array
import asyncio
import json
import os
import random
import re
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time

from tap import is_full, modules, prove, skip_all

Gst, aiohttp = modules("gi.Gst", "aiohttp")

import browsing
from browsing import LIMIT, RATE

EXAMPLE = os.path.abspath(sys.argv[1])
SEED = int(os.environ.get("CLFFT_TEST_SEED") or str(int(time.time())), 0)
draw = random.Random(SEED)
HEADER = struct.Struct("<IIQII")
BINS, CHANNELS = 33, 3  # of frames that the tests themselves write
FRAME_BYTES = BINS * CHANNELS * 4
CAPS = (f"application/x-fft,version=1,format=F32LE,quantity=power,scaling=amplitude,sides=one,"
        f"shape=(int)<64>,bins=(int)<{BINS}>,channels={CHANNELS},rate={RATE},hop=32,"
        f"framerate=250/1,window=hann")
FRAMES = f"fdsrc fd=0 blocksize={FRAME_BYTES} ! {CAPS}"
WAITING = UNANSWERED = 8
PATIENCE = 10


def serve(*arguments, **environment):
    return browsing.Server(EXAMPLE, *arguments, **environment)


class Client:
    """A connection that reads and answers one message at a time."""

    def __init__(self, session, server, origin=None, query="", path="/spectra", **headers):
        self.context = session.ws_connect(
            f"http://127.0.0.1:{server.port}{path}{query}", headers=headers, max_msg_size=0,
            origin=server.origin if origin is None else origin or None)
        self.caps = None

    async def __aenter__(self):
        self.socket = await self.context.__aenter__()
        return self

    async def __aexit__(self, *problem):
        await self.context.__aexit__(*problem)

    async def read(self):
        """The next binary message: (header, values' bytes), or the code of the end."""
        while True:
            message = await asyncio.wait_for(self.socket.receive(), LIMIT)
            if message.type == aiohttp.WSMsgType.BINARY:
                return HEADER.unpack_from(message.data), message.data[HEADER.size:]
            if message.type != aiohttp.WSMsgType.TEXT:
                return self.socket.close_code
            self.caps = json.loads(message.data)

    async def answer(self, text):
        await self.socket.send_str(str(text))

    async def take(self):
        header, data = await self.read()
        assert header[0] == self.caps["number"], (header, self.caps)
        await self.answer(header[1])
        return header, data


def concurrently(claim):
    """A claim that is a coroutine of a session."""
    def run(place):
        async def inside():
            async with aiohttp.ClientSession() as session:
                await claim(place, session)
        asyncio.run(asyncio.wait_for(inside(), 3 * LIMIT))
    run.__name__ = claim.__name__
    return run


def frame(k):
    return struct.pack(f"<{BINS * CHANNELS}f", *(k + x / 128 for x in range(BINS * CHANNELS)))


async def step(server, client, k):
    """A frame on its way from pipe to client."""
    server.write(frame(k))
    header, data = await client.take()
    assert data == frame(k) and header[1:] == (k, 2 ** 64 - 1, 1, 0), (k, header)


async def ended(server):
    return await asyncio.get_running_loop().run_in_executor(None, server.finish)


# ---- what comes ----

def check_caps(reported, caps):
    assert reported["version"] == 1 and reported["channels"] == caps.get_int("channels")[1], reported
    for name in "format", "quantity", "scaling", "sides", "window", "band-scale":
        assert reported.get(name) == caps.get_string(name), (name, reported, caps.to_string())
    for name in "rate", "hop":
        assert reported[name] == caps.get_int(name)[1], (name, reported)
    text = caps.to_string().replace(" ", "")
    for name in "shape", "bins":
        assert f"{name}=(int)<{','.join(map(str, reported[name]))}>" in text, (name, reported, text)


@concurrently
async def what_a_client_gets_is_what_files_have_one_caps_after_the_other(place, session):
    paths = [browsing.make_file(draw, place, f"stream{k}") for k in range(12 if is_full() else 3)]
    with serve("fdsrc fd=0 ! gdpdepay") as server:
        async with Client(session, server) as client:
            sequence = 0
            for number, path in enumerate(paths, 1):
                for packet, (caps, pts, data) in zip(browsing.packets_of(path),
                                                         browsing.buffers_of(path)):
                    server.write(packet)
                    header, got = await client.take()
                    assert header[:3] == (number, sequence, pts), (header, number, sequence, pts)
                    assert got == data and len(got) % header[3] == 0, (number, sequence)
                    check_caps(client.caps["caps"], caps)
                    sequence += 1
            _, problem = await asyncio.gather(client.read(), ended(server))
        assert problem == (0, ""), problem
        assert client.socket.close_code == 1001, client.socket.close_code


def buffers_are_cut_and_swapped_as_their_caps_say(_):
    sys.path.insert(0, EXAMPLE)
    import wire
    for size, letter in (32, "f"), (64, "d"):
        values = array.array(letter, (draw.gauss(0, 1) for _ in range(6 * BINS * CHANNELS)))
        little, big = values.tobytes(), None
        values.byteswap()
        big = values.tobytes()
        for order, data in ("LE", little), ("BE", big):
            caps = wire.Caps(Gst.Caps.from_string(
                CAPS.replace("F32LE", f"F{size}{order}").replace("window", "shiny=<1,2>,window")), 7)
            reported = json.loads(caps.text)["caps"]
            assert reported["format"] == f"F{size}LE" and reported["framerate"] == "250/1", reported
            wire.MOST_BYTES = 2 * caps.frame_bytes + 1
            made = list(caps.pack(5, 10 ** 9, data))
            assert b"".join(one[HEADER.size:] for one in made) == little
            # frames of 4 ms
            assert [HEADER.unpack_from(one) for one in made] == [
                (7, 5 + k, 10 ** 9 + 8 * k * 10 ** 6, 2, 0) for k in range(3)], made
    for wrong in ("rate=0", "channels=-1", "version=2", "format=S16LE", "bins=(int)<3,3>",
                  "bins=2147483647", "channels=2147483647", "quantity=delay",
                  "note=" + "x" * 20000):
        name, value = wrong.split("=", 1)
        text = re.sub(rf",{name}=[^,]*", "", CAPS) + f",{name}={value}"
        try:
            wire.Caps(Gst.Caps.from_string(text), 1)
        except ValueError:
            continue
        raise AssertionError(text)


@concurrently
async def who_does_not_answer_misses_the_oldest_and_nobody_else_does(_, session):
    n = 40
    with serve(FRAMES) as server:
        async with Client(session, server) as quick, Client(session, server) as slow:
            for k in range(n):
                await step(server, quick, k)
            sequences = [(await slow.read())[0][1] for _ in range(UNANSWERED)]
            assert sequences == list(range(UNANSWERED)), sequences
            await slow.answer(UNANSWERED - 1)  # and with it those before
            for k in range(n - WAITING, n):
                header, data = await slow.take()
                assert header[1] == k and data == frame(k), (k, header)
            await step(server, quick, n)
            await slow.take()
            assert (await ended(server))[0] == 0


@concurrently
async def a_late_client_gets_the_caps_at_once(_, session):
    with serve(FRAMES) as server:
        async with Client(session, server) as first:
            await step(server, first, 0)
        async with Client(session, server) as late:
            message = await asyncio.wait_for(late.socket.receive(), LIMIT)
            late.caps = json.loads(message.data)
            assert late.caps["caps"]["bins"] == [BINS], late.caps
            await step(server, late, 1)


# ---- who may connect ----

async def status_of(session, server, method="GET", **how):
    try:
        async with Client(session, server, **how) as client:
            return client.socket._response.status
    except aiohttp.WSServerHandshakeError as problem:
        return problem.status


@concurrently
async def only_pages_of_this_server_connect(_, session):
    with serve(FRAMES, "--origin", "https://spectra.example") as server:
        foreign = f"attacker.example:{server.port}"
        for origin, host, path, status in (
                (None, None, "/spectra", 101), ("", None, "/spectra", 403),
                ("null", None, "/spectra", 403), ("http://127.0.0.1", None, "/spectra", 403),
                (f"https://127.0.0.1:{server.port}", None, "/spectra", 403),
                (f"http://127.0.0.1:{server.port}.example", None, "/spectra", 403),
                ("http://attacker.example", None, "/spectra", 403),
                # a name that has been turned to this machine
                (f"http://{foreign}", foreign, "/spectra", 403),
                (f"http://localhost:{server.port}", f"localhost:{server.port}", "/spectra", 101),
                ("https://spectra.example", None, "/spectra", 101),
                ("https://spectra.example.org", None, "/spectra", 403),
                (None, None, "/", 200), (None, None, "/wire.py", 404)):
            headers = {"Host": host} if host else {}
            got = await status_of(session, server, origin=origin, path=path, **headers)
            assert got == status, (origin, host, path, got)
        for path in "/spectra", "/":
            async with session.post(server.origin + path) as response:
                assert response.status == 405, (path, response.status)


@concurrently
async def others_need_the_token(_, session):
    given = "0123456789abcdef"
    tokens = set()
    for environment in {}, {}, {"SPECTRA_TOKEN": given}:
        with serve(FRAMES, "--host", "0.0.0.0", **environment) as server:
            token = server.url.partition("#")[2]
            tokens.add(token)
            assert len(token) >= 32 or token == given, server.url
            for query, status in (("", 403), ("?token=", 403), ("?token=" + token[:-1], 403),
                                  (f"?token={token}x", 403), ("?token=%ff", 403),
                                  ("?token=" + token, 101)):
                got = await status_of(session, server, query=query)
                assert got == status, (query, got)
            got = await status_of(session, server, query="?token=" + token,
                                  origin="http://attacker.example")
            assert got == 403, got
    assert len(tokens) == 3 and given in tokens, tokens
    result = subprocess.run([*browsing.command(EXAMPLE), "--host", "0.0.0.0", "--port", "0", FRAMES], text=True,
                            capture_output=True, env={**os.environ, "SPECTRA_TOKEN": "short"})
    assert result.returncode == 1 and "SPECTRA_TOKEN" in result.stderr, result


@concurrently
async def the_page_is_whole_and_takes_nothing_from_elsewhere(_, session):
    with serve(FRAMES) as server:
        seen, waiting = set(), ["/"]
        while waiting:
            path = waiting.pop()
            seen.add(path)
            async with session.get(server.origin + path) as response:
                text = await response.text()
                assert response.status == 200, path
                assert "default-src 'none'" in response.headers["Content-Security-Policy"], path
                assert response.headers["X-Content-Type-Options"] == "nosniff", path
            assert "://" not in text, path
            names = re.findall(r'(?:src|href)="([^":]+)"|from "\./([^"]+)"', text)
            waiting += {f"/{one or other}" for one, other in names} - seen - set(waiting)
        files = {f"/{name}" for name in os.listdir(EXAMPLE) if not name.endswith(".py")
                 and name != "__pycache__"}
        assert seen - {"/"} == files - {"/index.html"}, (seen, files)


# ---- bad clients ----

def raw_client(server, *, is_upgraded):
    """A socket; upgraded it is one of a WebSocket."""
    connection = socket.create_connection(("127.0.0.1", server.port), LIMIT)
    if is_upgraded:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.sendall(f"GET /spectra HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n"
                           f"Origin: {server.origin}\r\nUpgrade: websocket\r\n"
                           "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                           "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode())
    return connection


def masked(code, data):
    """A frame as a client has to send it, whose mask is nought."""
    length = bytes([0x80 | len(data)]) if len(data) < 126 else struct.pack(">BH", 0xfe, len(data))
    return bytes([0x80 | code]) + length + bytes(4) + data


@concurrently
async def what_is_no_answer_ends_its_connection_alone(_, session):
    with serve(FRAMES) as server:
        async with Client(session, server) as other:
            await step(server, other, 0)
            for k, (data, codes) in enumerate((
                    (masked(1, b"9999"), [1008]), (masked(1, b"0"), [1008]),
                    (masked(1, b"-1"), [1008]), (masked(1, b"one"), [1008]),
                    (masked(1, "٣".encode()), [1008]), (masked(1, b""), [1008]),
                    (masked(2, b"0"), [1008]), (masked(1, b"1" * 65), [1009]),
                    (masked(1, b"1" * 5000), [1009]), (masked(1, b"\xff\xfe"), [1007]),
                    (masked(3, b"1"), [1002]),
                    (b"\x82\xff" + b"\xff" * 8 + bytes(4), [1009, 1002]),
                    (b"\xff" * 500, [1002]), (masked(8, b"\x03"), [1002]),
                    (masked(8, b""), [1000, 1005]),
                    (draw.randbytes(2000), range(1000, 1012))), 1):
                with raw_client(server, is_upgraded=True) as bad:
                    bad.sendall(data)
                    await step(server, other, k)
                    code = await asyncio.get_running_loop().run_in_executor(None, code_of, bad)
                    assert code in codes, (data[:20], code)
        assert server.process.poll() is None


def code_of(connection):
    """The code of the first frame that closes, behind whatever else came; 1005: the
    connection ended without one."""
    data = b""
    try:
        while True:
            part = connection.recv(65536)
            data += part
            if not part:
                break
    except ConnectionError:
        pass
    data = data.partition(b"\r\n\r\n")[2]
    while data:
        code, length, start = data[0] & 15, data[1], 2
        if length == 126:
            length, start = struct.unpack_from(">H", data, 2)[0], 4
        if code == 8:
            return struct.unpack_from(">H", data, start)[0] if length else 1005
        data = data[start + length:]
    return 1005


@concurrently
async def who_never_reads_holds_up_nobody(_, session):
    with serve(FRAMES) as server:
        bad = [raw_client(server, is_upgraded=True) for _ in range(4)]
        try:
            async with Client(session, server) as other:
                for k in range(60):
                    await step(server, other, k)
                    if k == 20:
                        bad.pop().close()
                        for one in bad:  # half an answer, and a breath
                            one.sendall(masked(1, b"12345678")[:3])
        finally:
            for one in bad:
                one.close()


@concurrently
async def connections_that_ask_for_nothing_end(_, session):
    with serve(FRAMES) as server:
        begin = time.monotonic()
        silent = [raw_client(server, is_upgraded=False) for _ in range(300)]
        silent[0].sendall(b"GET /spectra HTTP/1.1\r\nHost: ")
        silent[1].sendall(b"\x16\x03\x01" + draw.randbytes(100))
        try:
            async with Client(session, server) as other:
                for k in range(10):
                    await step(server, other, k)
                for one in silent:
                    one.settimeout(LIMIT)
                    await asyncio.get_running_loop().run_in_executor(None, code_of, one)
                assert PATIENCE - 1 < time.monotonic() - begin < LIMIT
                await step(server, other, 10)
        finally:
            for one in silent:
                one.close()


@concurrently
async def so_many_may_connect(_, session):
    async def connect(server):
        client = Client(session, server)
        await client.__aenter__()
        return client

    with serve(FRAMES) as server:
        clients = [await connect(server) for _ in range(32)]
        assert await status_of(session, server) == 503
        await clients.pop().__aexit__(None, None, None)
        end = time.monotonic() + LIMIT
        while await status_of(session, server) != 101:
            assert time.monotonic() < end
            await asyncio.sleep(0.05)
        await asyncio.gather(*(client.socket.close() for client in clients))


# ---- beginning and end ----

@concurrently
async def a_signal_ends_it_and_its_port_is_free_again(_, session):
    port = None
    for number in signal.SIGTERM, signal.SIGINT:
        with serve(FRAMES, *(["--port", str(port)] if port else [])) as server:
            assert port in (None, server.port)
            port = server.port
            async with Client(session, server) as client:
                await step(server, client, 0)
                server.process.send_signal(number)
                assert await client.read() == 1001
            assert server.process.wait(LIMIT) == 0, server.process.stderr.read()
            assert server.process.stderr.read() == b""


def what_it_cannot_use_is_named(_):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        for arguments, status, words in (
                ([], 2, "usage: "), (["a", "b"], 2, "usage: "), (["--port", "x", "a"], 2, "port"),
                (["nosuchsource"], 1, "nosuchsource"),
                (["--port", str(port), FRAMES], 1, f"port {port}"),
                (["--host", "no.such.host.invalid", FRAMES], 1, "no.such.host.invalid"),
                (["audiotestsrc num-buffers=1"], 1, "link"),
                (["filesrc name=it location=/nonexistent ! gdpdepay"], 1, "it: "),
                ([FRAMES.replace("version=1", "version=2")], 1, "version 1"),
                (["videotestsrc num-buffers=1 ! video/x-raw,width=16,height=16 ! clvideofft"], 1,
                 "only spectra of audio"),
                ([FRAMES.replace(f"blocksize={FRAME_BYTES}", "blocksize=100")], 1,
                 "a buffer of 100 bytes")):
            options = [] if "--port" in arguments else ["--port", "0"]
            result = subprocess.run([*browsing.command(EXAMPLE), *options, *arguments], capture_output=True, text=True,
                                    input=frame(0).decode("latin1"), encoding="latin1",
                                    timeout=LIMIT)
            lines = [line for line in result.stderr.splitlines() if "usage" in words or
                     not line.startswith(("usage", " "))]
            assert result.returncode == status and words in result.stderr, (arguments, result)
            assert len(lines) == 1 or status == 2, result.stderr


CLAIMS = (what_a_client_gets_is_what_files_have_one_caps_after_the_other,
          buffers_are_cut_and_swapped_as_their_caps_say,
          who_does_not_answer_misses_the_oldest_and_nobody_else_does,
          a_late_client_gets_the_caps_at_once, only_pages_of_this_server_connect,
          others_need_the_token, the_page_is_whole_and_takes_nothing_from_elsewhere,
          what_is_no_answer_ends_its_connection_alone, who_never_reads_holds_up_nobody,
          connections_that_ask_for_nothing_end, so_many_may_connect,
          a_signal_ends_it_and_its_port_is_free_again, what_it_cannot_use_is_named)


def main():
    Gst.init(None)
    missing = [name for name in ("fdsrc", "appsink", "gdppay", "gdpdepay", "rawaudioparse",
                                 "claudiofft") if not Gst.ElementFactory.find(name)]
    if missing:
        skip_all("not installed:", *missing)
    print(f"# seed {SEED}")
    with tempfile.TemporaryDirectory() as folder:
        return prove(CLAIMS, folder)


if __name__ == "__main__":
    sys.exit(main())
