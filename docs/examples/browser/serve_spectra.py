#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Shows spectra in browsers: serves a page and, over a WebSocket, the spectra of a
pipeline as they come. Prints the page's address.

    serve_spectra.py "autoaudiosrc ! audioconvert ! claudiofft quantity=db"
    serve_spectra.py --host 0.0.0.0 --port 8080 "tcpclientsrc host=... ! gdpdepay"

The pipeline is one of gst-launch-1.0 that ends in spectra of audio. Who is slow misses
frames and is never behind. wire.py has the format of the messages.

Only this machine can connect, by a page of this server. --host lets others in who have
the printed address, in which there is a token; SPECTRA_TOKEN in the environment sets it.
Nothing is encrypted: over a network that is not yours use `ssh -L`, or a proxy with TLS,
whose address --origin allows. Needs python3-gi and python3-aiohttp.
"""
import argparse
import asyncio
import collections
import hmac
import ipaddress
import os
import re
import secrets
import signal
import socket
import sys
import time

import gi
from aiohttp import WSCloseCode, WSMsgType, web

gi.require_version("Gst", "1.0")
from gi.repository import GLib, Gst

import wire

HERE = os.path.dirname(os.path.abspath(__file__))
FILES = "index.html", "style.css", "main.mjs", "stream.mjs", "axes.mjs", "view.mjs"
TYPES = {".html": "text/html", ".css": "text/css", ".mjs": "text/javascript"}
HEADERS = {"Cache-Control": "no-store", "Referrer-Policy": "no-referrer",
           "X-Content-Type-Options": "nosniff", "Content-Security-Policy":
           "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
           "img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"}
MOST_CLIENTS = 32
MOST_CONNECTIONS = 256
MOST_WAITING = 8      # messages for a client; the oldest goes
MOST_UNANSWERED = 8   # messages that may be under way to a client
ANSWER_BYTES = 64     # the longest message of a client, which is a number
HEARTBEAT = 20        # seconds between pings; without an answer a connection ends
PATIENCE = 10         # seconds in which a connection asks for something
LAST_WORDS = 5        # seconds for what waits at the end of the stream
FAREWELL = 1          # seconds for a client's own goodbye
SHORTEST_TOKEN = 16

Message = collections.namedtuple("Message", "caps sequence data")  # data None: caps alone


class Client:
    """A connection, what waits for it, and what is under way to it."""

    def __init__(self, connection, protocol):
        self.connection, self.protocol = connection, protocol
        self.waiting = collections.deque(maxlen=MOST_WAITING)
        self.unanswered = collections.deque()
        self.change = asyncio.Event()

    def put(self, message):
        self.waiting.append(message)
        self.change.set()

    def is_idle(self):
        return not self.waiting and not self.unanswered

    async def write(self):
        caps = None
        while True:
            await self.change.wait()
            self.change.clear()
            while self.waiting and len(self.unanswered) < MOST_UNANSWERED:
                message = self.waiting.popleft()
                if message.data:
                    self.unanswered.append(message.sequence)
                if message.caps is not caps:
                    caps = message.caps
                    await self.connection.send_str(caps.text)
                if message.data:
                    await self.connection.send_bytes(message.data)

    def take(self, message):
        """An answer; is it one?"""
        if message.type != WSMsgType.TEXT or not (message.data.isascii() and
                                                  message.data.isdigit()):
            return False
        sequence = int(message.data)
        if sequence not in self.unanswered:
            return False
        while self.unanswered.popleft() != sequence:
            pass
        self.change.set()
        return True

    async def read(self):
        async for message in self.connection:
            if not self.take(message):
                await self.connection.close(code=WSCloseCode.POLICY_VIOLATION)


class Server:
    """Who is connected, and who may."""

    def __init__(self, token, origins, hosts):
        self.token, self.origins, self.hosts = token, origins, hosts
        self.clients = set()
        self.protocols = {}  # connections that have asked for nothing yet, and since when
        self.caps = None
        self.app = web.Application()
        self.app.router.add_get("/spectra", self.connect)
        for name in FILES:
            with open(os.path.join(HERE, name), encoding="utf-8") as file:
                path = "/" if name == "index.html" else "/" + name
                self.app.router.add_get(path, self.make_page(name, file.read()))

    @staticmethod
    def make_page(name, text):
        async def answer(_):
            return web.Response(text=text, headers=HEADERS,
                                content_type=TYPES[os.path.splitext(name)[1]])
        return answer

    def is_ours(self, request):
        """Was it a page of this server that asked? Another page that a browser shows
        may ask too, under a name that it has turned to this address."""
        origins, hosts = (request.headers.getall(name, []) for name in ("Origin", "Host"))
        if len(origins) != 1 or len(hosts) != 1:
            return False
        if origins[0] in self.origins:
            return True
        return origins[0] == "http://" + hosts[0] and (
            bool(self.token) or re.sub(r":\d+$", "", hosts[0]) in self.hosts)

    def is_invited(self, request):
        given = request.query.get("token", "")
        return not self.token or hmac.compare_digest(given.encode(errors="replace"),
                                                     self.token.encode())

    async def connect(self, request):
        if not self.is_ours(request) or not self.is_invited(request):
            raise web.HTTPForbidden()
        if len(self.clients) >= MOST_CLIENTS:
            raise web.HTTPServiceUnavailable()
        connection = web.WebSocketResponse(compress=False, heartbeat=HEARTBEAT,
                                           max_msg_size=ANSWER_BYTES, timeout=FAREWELL)
        client = Client(connection, request.protocol)
        self.clients.add(client)
        writer = None
        try:
            await connection.prepare(request)
            if self.caps:
                client.put(Message(self.caps, 0, None))
            writer = asyncio.ensure_future(client.write())
            await client.read()
        finally:
            self.clients.discard(client)
            if writer:
                writer.cancel()
                await asyncio.gather(writer, return_exceptions=True)
        return connection

    def send(self, message):
        self.caps = message.caps
        for client in self.clients:
            client.put(message)

    async def close(self, patience):
        end = time.monotonic() + patience
        while time.monotonic() < end and not all(client.is_idle() for client in self.clients):
            await asyncio.sleep(0.02)
        await asyncio.gather(*(client.connection.close(code=WSCloseCode.GOING_AWAY)
                               for client in self.clients), return_exceptions=True)

    async def watch(self, server):
        """Ends connections that ask for no spectra, and those that are too many."""
        while True:
            await asyncio.sleep(1)
            busy = {client.protocol for client in self.clients}
            idle = [one for one in server.connections if one not in busy]
            now = time.monotonic()
            self.protocols = {one: self.protocols.get(one, now) for one in idle}
            for i, one in enumerate(idle):
                if one.transport and (i >= MOST_CONNECTIONS or
                                      now - self.protocols[one] > PATIENCE):
                    one.transport.abort()


class Source:
    """A pipeline that gives its spectra to the server."""

    def __init__(self, line, loop, server):
        # a queue, so that the pipeline has threads of its own
        self.pipeline = Gst.parse_launch(
            f"{line} ! queue name=to-browsers max-size-buffers=4 ! "
            "appsink name=to-page caps=application/x-fft emit-signals=true")
        self.loop, self.server = loop, server
        self.described = self.caps = self.problem = None
        self.n_caps = self.sequence = 0
        self.pipeline.get_by_name("to-page").connect("new-sample", self.take)

    def take(self, sink):
        """In the streaming thread."""
        sample = sink.emit("pull-sample")
        buffer = sample.get_buffer()
        try:
            if not self.described or not self.described.is_equal(sample.get_caps()):
                self.described = sample.get_caps()
                self.n_caps += 1
                self.caps = wire.Caps(self.described, self.n_caps)
            for data in self.caps.pack(self.sequence, buffer.pts,
                                       buffer.extract_dup(0, buffer.get_size())):
                message = Message(self.caps, self.sequence & 0xffffffff, data)
                self.loop.call_soon_threadsafe(self.server.send, message)
                self.sequence += 1
        except ValueError as problem:
            self.problem = str(problem)
            return Gst.FlowReturn.ERROR
        except RuntimeError:  # the loop has ended
            return Gst.FlowReturn.EOS
        return Gst.FlowReturn.OK

    async def run(self, is_over):
        """Until the stream or the request for it ends; gives what went wrong."""
        # which may wait for a device or another machine
        self.loop.run_in_executor(None, self.pipeline.set_state, Gst.State.PLAYING)
        kinds = Gst.MessageType.EOS | Gst.MessageType.ERROR
        while not is_over.is_set():
            message = self.pipeline.get_bus().pop_filtered(kinds)
            if message and message.type == Gst.MessageType.EOS:
                return None
            if message:
                return self.problem or (f"{message.src.get_name()}: "
                                        f"{message.parse_error()[0].message}")
            try:
                await asyncio.wait_for(is_over.wait(), 0.1)
            except asyncio.TimeoutError:
                pass
        return None


def is_loopback(host):
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def url_of(host, port, token):
    """How others reach it."""
    name = socket.gethostname() if host in ("0.0.0.0", "::") else host
    name = f"[{name}]" if ":" in name else name
    return f"http://{name}:{port}/" + (f"#{token}" if token else "")


async def serve(options):
    loop = asyncio.get_running_loop()
    token = None
    if not is_loopback(options.host):
        token = os.environ.get("SPECTRA_TOKEN") or secrets.token_urlsafe(24)
        if len(token) < SHORTEST_TOKEN:
            return f"SPECTRA_TOKEN has less than {SHORTEST_TOKEN} characters"
    server = Server(token, options.origin, {"localhost", "127.0.0.1", "[::1]", options.host})
    source = Source(options.pipeline, loop, server)
    runner = web.AppRunner(server.app, access_log=None, keepalive_timeout=PATIENCE,
                           handle_signals=False)
    await runner.setup()
    site = web.TCPSite(runner, options.host, options.port, shutdown_timeout=1)
    try:
        await site.start()
    except OSError as problem:
        return f"{options.host}, port {options.port}: {problem.strerror or problem}"
    port = runner.addresses[0][1]
    print(url_of(options.host, port, token), flush=True)
    is_over = asyncio.Event()
    for number in signal.SIGINT, signal.SIGTERM:
        loop.add_signal_handler(number, is_over.set)
    watch = asyncio.ensure_future(server.watch(runner.server))
    try:
        problem = await source.run(is_over)
        await server.close(0 if is_over.is_set() else LAST_WORDS)
        return problem
    finally:
        # its threads wait for Python's
        await loop.run_in_executor(None, source.pipeline.set_state, Gst.State.NULL)
        watch.cancel()
        await runner.cleanup()


def main():
    parser = argparse.ArgumentParser(description="Shows spectra of a pipeline in browsers.")
    parser.add_argument("--host", default="127.0.0.1", help="the address to listen at")
    parser.add_argument("--port", type=int, default=8080, help="0: any that is free")
    parser.add_argument("--origin", action="append", default=[], metavar="URL",
                        help="an address of a proxy in front, as browsers name it")
    parser.add_argument("pipeline", metavar="PIPELINE", help="ends in spectra of audio")
    options = parser.parse_args()
    Gst.init(None)
    return asyncio.run(serve(options))


if __name__ == "__main__":
    try:
        sys.exit(main())
    except GLib.Error as error:  # as of an element that is not installed
        sys.exit(error.message)
