#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Claims about live spectra between two machines, which are two namespaces of the
network here: what each transport of docs/guide/stream-format.md keeps, and what it
loses where packets are lost or late (TAP).

    test-network.py

It is its own far end (--receive IDLE PIPELINE) and its own failure (--hold).

Skipped where Python's gi or an element is missing, or where no namespace may be
made; loss in the network where the kernel has neither sch_netem nor nftables.
"""
import array
import hashlib
import json
import os
import random
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from tap import Skip, modules, prove, skip_all

Gst = modules("gi.Gst")

SEED = int(os.environ.get("CLFFT_TEST_SEED") or str(int(time.time())), 0)
# A short stream has about 130 packets: a socket holds them all, however slow the
# machine is. One that loses packets has its caps again each second. A long one goes
# on for as long as a reader may be late.
RATE, SIZE, HOP = 8000, 512, 128
SHORT, LOSSY, LONG = 80, 6 * RATE // HOP, 30 * RATE // HOP  # in hops
TICK = 1e9 / 90000  # of RTP
LIMIT = 120    # seconds for a command
IDLE = 2       # seconds without a buffer, after the sender, that end a reader of UDP
NEAR, FAR, GROUP, PORT = "10.77.0.1", "10.77.0.2", "239.77.0.1", 5004
SPECTRA = f"claudiofft size={SIZE} hop={HOP} center=true"
BACK = "clifft ! audio/x-raw,format=S16LE"
RTP = ('udpsrc {} port=%d caps="application/x-rtp,media=application,clock-rate=90000,'
       'encoding-name=X-GST,payload=96" ! rtpjitterbuffer mode=none ! rtpgstdepay' % PORT)


# ---- the far end, a process of its own ----

def receive(idle, description):
    """Prints `ready` when it listens, then each buffer, and the caps before those
    that they are of; ends with the stream, or, once nobody holds its standard input,
    after idle seconds without a buffer."""
    Gst.init(None)
    pipeline = Gst.parse_launch(description + " ! appsink name=sink sync=false async=false")
    sink = pipeline.get_by_name("sink")
    pipeline.set_state(Gst.State.PLAYING)
    pipeline.get_state(5 * Gst.SECOND)
    print('"ready"', flush=True)
    caps, last, is_held = None, 0, True
    while True:
        sample = sink.emit("try-pull-sample", Gst.SECOND // 10)
        if not sample:
            message = pipeline.get_bus().pop_filtered(Gst.MessageType.ERROR)
            if message:
                sys.exit(message.parse_error()[0].message)
            if is_held and select.select([sys.stdin], [], [], 0)[0]:
                is_held, last = False, time.monotonic()
            if (sink.get_property("eos")
                    or idle and not is_held and time.monotonic() - last > idle):
                break
            continue
        last = time.monotonic()
        if caps != sample.get_caps().to_string():
            caps = sample.get_caps().to_string()
            print(json.dumps({"caps": caps}), flush=True)
        buffer = sample.get_buffer()
        data = buffer.extract_dup(0, buffer.get_size())
        print(json.dumps({
            "pts": buffer.pts, "duration": buffer.duration, "offset": buffer.offset,
            "offset_end": buffer.offset_end, "size": len(data),
            "discont": bool(buffer.has_flags(Gst.BufferFlags.DISCONT)),
            "hash": hashlib.sha1(data).hexdigest(),
            "samples": data.hex() if caps.startswith("audio") else ""}), flush=True)
    pipeline.set_state(Gst.State.NULL)


class Reader:
    """What receive() printed, in a namespace or here."""

    def __init__(self, description, prefix=(), idle=0):
        self.process = subprocess.Popen(
            [*prefix, sys.executable, os.path.abspath(__file__), "--receive", str(idle),
             description], bufsize=0,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        # what a buffer took beyond this line, communicate() would never see
        first = self.process.stdout.readline()
        assert first == b'"ready"\n', first + self.process.stderr.read()

    def read(self):
        """(caps in their order, buffers)"""
        output, errors = self.process.communicate(timeout=LIMIT)
        assert self.process.returncode == 0, errors.decode()
        lines = [json.loads(line) for line in output.splitlines()]
        return ([line["caps"] for line in lines if "caps" in line],
                [line for line in lines if "pts" in line])

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.communicate()


# ---- two machines ----

def ip(*words):
    result = subprocess.run(["ip", *words], capture_output=True, text=True, timeout=LIMIT)
    if result.returncode:
        raise OSError(f"ip {' '.join(words)}: {result.stderr.strip()}")


class Network:
    """Two namespaces with a cable between them, named after this process."""

    def __init__(self):
        self.names = [f"clfft-{os.getpid()}-{end}" for end in ("near", "far")]
        self.made = []
        try:
            self.make()
        except (OSError, subprocess.TimeoutExpired):
            self.remove()
            raise

    def make(self):
        for name in self.names:
            ip("netns", "add", name)
            self.made.append(name)
        near, far = self.names
        ip("-n", near, "link", "add", "cable", "type", "veth", "peer", "name", "cable",
           "netns", far)
        for name, address in zip(self.names, (NEAR, FAR)):
            ip("-n", name, "address", "add", address + "/24", "dev", "cable")
            ip("-n", name, "link", "set", "lo", "up")
            ip("-n", name, "link", "set", "cable", "up")
            ip("-n", name, "route", "add", "224.0.0.0/4", "dev", "cable")

    def remove(self):
        for name in self.made:
            subprocess.run(["ip", "netns", "delete", name], capture_output=True, timeout=LIMIT)

    def at(self, end):
        return "ip", "netns", "exec", self.names[end]

    def impair(self, percent, milliseconds):
        """Loses packets that the near end sends, and has the others late. What the
        kernel can of it."""
        netem = self.run("tc", "qdisc", "replace", "dev", "cable", "root", "netem",
                         "loss", f"{percent}%", "delay", f"{milliseconds}ms")
        if not netem:
            return f"{percent} % lost, {milliseconds} ms late"
        rules = ("add table inet loss; add chain inet loss out { type filter hook output "
                 "priority 0; }; add rule inet loss out oifname cable numgen random mod 100 "
                 f"< {percent} drop")
        nft = self.run("nft", rules)
        if nft:
            raise Skip(f"no sch_netem ({netem}), no nftables ({nft})")
        return f"{percent} % lost; none late, for there is no sch_netem ({netem})"

    def run(self, *words):
        """What is wrong with a command at the near end."""
        if not shutil.which(words[0]):
            return f"{words[0]} is not installed"
        result = subprocess.run([*self.at(0), *words], capture_output=True, text=True,
                                timeout=LIMIT)
        return result.stderr.strip().split("\n")[0] if result.returncode else ""

    def repair(self):
        self.run("tc", "qdisc", "delete", "dev", "cable", "root")
        self.run("nft", "delete table inet loss")


class Place:
    """A sound of noise, its spectra as they are made here, and the network."""

    def __init__(self, folder, network):
        draw = random.Random(SEED)
        self.folder, self.network = folder, network
        self.samples = array.array("h", (draw.randint(-16384, 16384)
                                         for _ in range(LONG * HOP)))
        for n_hops in SHORT, LOSSY, LONG:
            with open(os.path.join(folder, f"{n_hops}.raw"), "wb") as file:
                file.write(self.samples[:n_hops * HOP].tobytes())
        self.caps, self.short = self.make(SHORT)
        _, self.long = self.make(LONG)
        # what is unlike in the others is the end
        self.at = {frame["hash"]: k
                   for frames in (self.short, self.make(LOSSY)[1], self.long)
                   for k, frame in enumerate(frames)}
        assert len(self.short) == SHORT, len(self.short)

    def source(self, n_hops):
        return (f"filesrc location={self.folder}/{n_hops}.raw ! rawaudioparse "
                "use-sink-caps=false format=pcm pcm-format=s16le "
                f"sample-rate={RATE} num-channels=1 ! "
                f"audiobuffersplit output-buffer-duration={HOP}/{RATE} ! ")

    def make(self, n_hops):
        with Reader(self.source(n_hops) + SPECTRA) as reader:
            return reader.read()

    def send(self, transport, n_hops=SHORT, prefix=None):
        """Live, from the near end."""
        words = f"{self.source(n_hops)}clocksync ! {SPECTRA} ! {transport}".split()
        return subprocess.Popen([*(self.network.at(0) if prefix is None else prefix),
                                 "gst-launch-1.0", "-q", *words],
                                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)

    def indices(self, frames):
        """Which of those that were sent these are; all of them whole and in order."""
        unknown = [frame for frame in frames if frame["hash"] not in self.at]
        assert not unknown, unknown[:3]
        indices = [self.at[frame["hash"]] for frame in frames]
        assert indices == sorted(set(indices)), indices
        return indices

    def exchange(self, transport, *far, n_hops=SHORT):
        """What readers at the far end get of a stream: (caps, buffers) of each."""
        readers = []
        try:
            for description in far:
                idle = IDLE if "udpsrc" in description else 0
                readers.append(Reader(description, self.network.at(1), idle))
            finish(self.send(transport, n_hops))
            return [reader.read() for reader in readers]
        finally:
            for reader in readers:
                reader.__exit__()


def need(*elements):
    for name in elements:
        if not Gst.ElementFactory.find(name):
            raise Skip(f"{name} is not installed")


def finish(process):
    output, _ = process.communicate(timeout=LIMIT)
    assert process.returncode == 0 and "ERROR" not in output, output


def stop(process):
    process.kill()
    process.communicate()


def wait_for(condition):
    end = time.monotonic() + LIMIT
    while not condition():
        assert time.monotonic() < end, f"waited {LIMIT} s in vain"
        time.sleep(0.02)


FIELDS = "pts", "duration", "offset", "offset_end", "size", "hash"


def fields_of(frames):
    return [[frame[name] for name in FIELDS] for frame in frames]


# ---- over TCP ----

def join_late(place, transport, reader, near=None, far=()):
    """What a reader gets that comes when the stream has begun."""
    sent = os.path.join(place.folder, "sent")
    sender = place.send(f"tee name=t ! {transport} t. ! filesink location={sent} "
                        "async=false buffer-mode=2", LONG, near)
    try:
        wait_for(lambda: os.path.exists(sent) and os.path.getsize(sent) > 10 * 8 * SIZE // 2)
        with Reader(f"{reader} ! identity eos-after=40", far) as late:
            return late.read()
    finally:
        stop(sender)
        os.remove(sent)


def a_late_reader_over_tcp_gets_the_caps_and_every_later_field(place):
    need("gdppay", "gdpdepay", "tcpserversink", "tcpclientsrc")
    check_joined(place, *join_late(place, f"gdppay ! tcpserversink host={NEAR} port={PORT}",
                                   f"tcpclientsrc host={NEAR} port={PORT} ! gdpdepay",
                                   far=place.network.at(1)))


def check_joined(place, caps, frames):
    assert caps == place.caps, (caps, place.caps)
    first = place.indices(frames)[0]
    print(f"# began with frame {first}")
    assert first > 0 and len(frames) > 30, len(frames)
    assert fields_of(frames) == fields_of(place.long[first:first + len(frames)])


def tcp_loses_nothing_where_packets_are_lost_and_late(place):
    need("gdppay", "gdpdepay", "tcpserversrc", "tcpclientsink")
    try:
        print("#", place.network.impair(5, 20))
        # who reads is the server here, so that it has the stream from its beginning
        (caps, frames), = place.exchange(f"gdppay ! tcpclientsink host={FAR} port={PORT}",
                                         f"tcpserversrc host={FAR} port={PORT} ! gdpdepay")
    finally:
        place.network.repair()
    assert caps == place.caps, (caps, place.caps)
    assert fields_of(frames) == fields_of(place.short)


def clifft_restores_what_came_over_tcp(place):
    need("gdppay", "gdpdepay", "tcpserversrc", "tcpclientsink")
    (_, buffers), = place.exchange(f"gdppay ! tcpclientsink host={FAR} port={PORT}",
                                   f"tcpserversrc host={FAR} port={PORT} ! gdpdepay ! {BACK}")
    sound = b"".join(bytes.fromhex(buffer["samples"]) for buffer in buffers)
    assert sound == place.samples[:SHORT * HOP].tobytes(), len(sound)
    assert buffers[0]["pts"] == 0


# ---- over RTP ----

def need_rtp():
    need("rtpgstpay", "rtpgstdepay", "rtpjitterbuffer", "udpsink", "udpsrc")


def check_times(place, frames):
    """Caps and times come over RTP, within a tick; not DURATION and OFFSET."""
    indices = place.indices(frames)
    none = 2 ** 64 - 1
    for frame, k in zip(frames, indices):
        sent = place.long[k]["pts"] - place.long[indices[0]]["pts"]
        assert abs(frame["pts"] - frames[0]["pts"] - sent) < TICK + 2, (k, frame, sent)
        assert (frame["duration"], frame["offset"], frame["offset_end"]) == (none,) * 3, frame
    return indices


def rtp_keeps_caps_and_times(place):
    need_rtp()
    (caps, frames), = place.exchange(
        f"rtpgstpay config-interval=1 ! udpsink host={FAR} port={PORT}", RTP.format(""))
    assert caps == place.caps, (caps, place.caps)
    assert check_times(place, frames) == list(range(SHORT))


def one_stream_of_multicast_reaches_two_readers(place):
    need_rtp()
    got = place.exchange(f"rtpgstpay config-interval=1 ! udpsink host={GROUP} port={PORT}",
                         *[RTP.format(f"address={GROUP}")] * 2)
    for caps, frames in got:
        assert caps == place.caps, (caps, place.caps)
        assert check_times(place, frames) == list(range(SHORT))


def rtp_loses_whole_buffers_and_flags_the_holes(place):
    need_rtp()
    need("netsim")
    (caps, frames), = place.exchange(
        f"rtpgstpay config-interval=1 ! netsim drop-probability=0.1 ! "
        f"udpsink host={FAR} port={PORT}", RTP.format(""), n_hops=LOSSY)
    assert caps == place.caps, (caps, place.caps)
    indices = check_times(place, frames)
    print(f"# {len(frames)} of {LOSSY} came")
    assert 0 < len(frames) < LOSSY, indices
    for frame, k, before in zip(frames[1:], indices[1:], indices):
        assert frame["discont"] or k == before + 1, (k, before)


def clifft_restores_what_came_over_rtp(place):
    """Each lost frame spoils no more than its own window: the other samples are the
    sound, bit for bit, and at their times."""
    need_rtp()
    need("netsim")
    (_, buffers), = place.exchange(
        f"rtpgstpay config-interval=1 ! netsim drop-probability=0.02 ! "
        f"udpsink host={FAR} port={PORT}", RTP.format("") + " ! " + BACK, n_hops=LOSSY)
    sound, origin, n_right, n_all = place.samples.tobytes(), None, 0, 0
    for buffer in buffers:
        data = bytes.fromhex(buffer["samples"])
        at = round(buffer["pts"] * RATE / 1e9)
        for k in range(0, len(data) - 63, 64):  # 32 samples
            part = data[k:k + 64]
            if origin is None and sound.find(part) >= 0:
                origin = sound.find(part) // 2 - at - k // 2
            if origin is not None:
                n_all += 1
                first = 2 * (origin + at) + k
                # PTS is rounded to ticks of RTP, which are shorter than samples
                n_right += part in sound[max(first - 2, 0):first + 66]
    print(f"# the stream began with sample {origin}; {n_right} of {n_all} parts are right")
    assert n_all > RATE / 32 and n_right > n_all / 2, (n_all, n_right)


# ---- on one host ----

def a_late_reader_of_unixfd_gets_the_caps_and_every_later_time(place):
    need("unixfdsink", "unixfdsrc")
    socket = os.path.join(place.folder, "socket")
    check_joined(place, *join_late(place, f"unixfdsink socket-path={socket}",
                                   f"unixfdsrc socket-path={socket}", near=()))


# ---- the network itself ----

def hold():
    """Makes a network, tells its names, and waits to be ended."""
    network = Network()
    try:
        print(*network.names, flush=True)
        time.sleep(LIMIT)
    finally:
        network.remove()


def namespaces_are_removed_when_the_test_is_ended(_):
    def names():
        return subprocess.run(["ip", "netns", "list"], capture_output=True, text=True,
                              timeout=LIMIT).stdout.split()
    with subprocess.Popen([sys.executable, os.path.abspath(__file__), "--hold"], text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        made = process.stdout.readline().split()
        assert len(made) == 2 and set(made) <= set(names()), made
        process.terminate()
        process.wait(LIMIT)
    assert not set(made) & set(names()), made


CLAIMS = (a_late_reader_over_tcp_gets_the_caps_and_every_later_field,
          tcp_loses_nothing_where_packets_are_lost_and_late, clifft_restores_what_came_over_tcp,
          rtp_keeps_caps_and_times, one_stream_of_multicast_reaches_two_readers,
          rtp_loses_whole_buffers_and_flags_the_holes, clifft_restores_what_came_over_rtp,
          a_late_reader_of_unixfd_gets_the_caps_and_every_later_time,
          namespaces_are_removed_when_the_test_is_ended)


def main():
    Gst.init(None)
    missing = [name for name in ("filesrc", "rawaudioparse", "audiobuffersplit", "clocksync",
                                 "appsink", "claudiofft", "clifft")
               if not Gst.ElementFactory.find(name)]
    if missing:
        skip_all("not installed:", *missing)
    try:
        network = Network()
    except OSError as reason:
        skip_all("no namespaces here:", reason)
    try:
        print(f"# seed {SEED}")
        with tempfile.TemporaryDirectory(prefix="network-") as folder:
            return prove(CLAIMS, Place(folder, network))
    finally:
        network.remove()


if __name__ == "__main__":
    # so that what is made is removed
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    if sys.argv[1:2] == ["--receive"]:
        receive(float(sys.argv[2]), sys.argv[3])
    elif sys.argv[1:2] == ["--hold"]:
        hold()
    else:
        sys.exit(main())
