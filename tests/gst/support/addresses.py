# SPDX-License-Identifier: LGPL-2.1-or-later
"""Files of all kinds that name an address, and a server of this machine that counts who
asks for it."""
import re
import socket
import struct
import subprocess
import threading


class Counter:
    """A server of which nobody gets anything, and whoever asks is counted."""

    def __init__(self):
        self.server = socket.create_server(("127.0.0.1", 0))
        self.address = f"127.0.0.1:{self.server.getsockname()[1]}"
        self.n = 0
        threading.Thread(target=self.count, daemon=True).start()

    def count(self):
        while True:
            peer, _ = self.server.accept()
            self.n += 1
            peer.close()


counter = Counter()
URL = f"http://{counter.address}"

# the name of a format, and a file of it that names an address of the server
LISTS = {
    "m3u8": f"#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:9\n#EXTINF:9,\n{URL}/a.ts\n#EXT-X-ENDLIST\n",
    "m3u8 of lists": f"#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=9000\n{URL}/a.m3u8\n",
    "m3u8 with a key": "#EXTM3U\n#EXT-X-TARGETDURATION:9\n#EXT-X-KEY:METHOD=AES-128,"
    f"URI=\"{URL}/key\"\n#EXTINF:9,\na.ts\n#EXT-X-ENDLIST\n",
    "m3u": f"#EXTM3U\n#EXTINF:9,x\n{URL}/a.mp3\n",
    "mpd": '<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" '
    'mediaPresentationDuration="PT9S" minBufferTime="PT1S" profiles="urn:mpeg:dash:profile:isoff-on-demand:2011">'
    f'<BaseURL>{URL}/</BaseURL><Period><AdaptationSet mimeType="audio/mp4"><Representation id="1" bandwidth="9000" '
    'codecs="mp4a.40.2"><BaseURL>a.mp4</BaseURL><SegmentBase indexRange="0-9"/></Representation></AdaptationSet>'
    '</Period></MPD>',
    "mpd elsewhere": '<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" '
    'xmlns:xlink="http://www.w3.org/1999/xlink" type="dynamic" minBufferTime="PT1S" '
    'profiles="urn:mpeg:dash:profile:isoff-live:2011">'
    f'<Location>{URL}/b.mpd</Location><UTCTiming schemeIdUri="urn:mpeg:dash:utc:http-iso:2014" '
    f'value="{URL}/time"/><Period xlink:href="{URL}/period" xlink:actuate="onLoad"/></MPD>',
    "ism": '<?xml version="1.0"?><SmoothStreamingMedia MajorVersion="2" MinorVersion="0" Duration="90000000">'
    f'<StreamIndex Type="audio" Chunks="1" QualityLevels="1" Url="{URL}/Q({{bitrate}})/F(a={{start time}})">'
    '<QualityLevel Index="0" Bitrate="9000" FourCC="AACL" SamplingRate="48000" Channels="2" '
    'CodecPrivateData="1190"/><c d="90000000"/></StreamIndex></SmoothStreamingMedia>',
    "pls": f"[playlist]\nFile1={URL}/a.mp3\nNumberOfEntries=1\nVersion=2\n",
    "asx": f'<asx version="3.0"><entry><ref href="{URL}/a.asf"/></entry></asx>',
    "asf": f"[Reference]\nRef1={URL}/a.asf\n",
    "xspf": '<?xml version="1.0"?><playlist version="1" xmlns="http://xspf.org/ns/0/"><trackList><track>'
    f"<location>{URL}/a.mp3</location></track></trackList></playlist>",
    "cue": f'FILE "{URL}/a.wav" WAVE\n  TRACK 01 AUDIO\n    INDEX 01 00:00:00\n',
    "smil": f'<?xml version="1.0"?>\n<smil><body><audio src="{URL}/a.mp3"/></body></smil>',
    "ram": f"{URL}/a.rm\n",
    "uri-list": f"# text\r\n{URL}/a.wav\r\n",
    "sdp": f"v=0\r\no=- 0 0 IN IP4 127.0.0.1\r\ns=x\r\nc=IN IP4 127.0.0.1\r\na=control:{URL}\r\n"
    f"m=audio {counter.address.split(':')[1]} TCP/RTP/AVP 0\r\n",
    "xges": "<ges version='0.3'><project><ressources><asset id='{0}/a.wav' "
    "extractable-type-name='GESUriClip'/></ressources></project></ges>".format(URL),
    "fcpxml": f'<?xml version="1.0"?><fcpxml version="1.8"><resources><asset src="{URL}/a.wav"/></resources></fcpxml>',
    "xmeml": f'<?xml version="1.0"?><xmeml version="5"><clip><pathurl>{URL}/a.wav</pathurl></clip></xmeml>',
    "otio": f'{{"OTIO_SCHEMA": "Timeline.1", "media_reference": {{"target_url": "{URL}/a.wav"}}}}',
    "svg": f'<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><image href="{URL}/a.png"/></svg>',
    "html": f'<html><body><audio src="{URL}/a.wav"/></body></html>',
    "vtt": f"WEBVTT\n\nSTYLE\n::cue {{ background: url({URL}/a.png) }}\n\n00:00.000 --> 00:09.000\nx\n",
}
# those that GStreamer knows as playlists
KNOWN = ["m3u8", "m3u8 of lists", "m3u8 with a key", "mpd", "ism", "sdp",
         "uri-list", "xges"]


def atom(kind, data):
    return struct.pack(">I", 8 + len(data)) + kind + data


def wrap(how, data):
    """The file in another one, which is taken away before it is looked at."""
    if how == "id3":
        link = b"\0" + f"{URL}/a".encode()
        frame = b"WXXX" + struct.pack(">IH", len(link), 0) + link
        n = len(frame)
        return b"ID3\3\0\0" + bytes([n >> 21 & 127, n >> 14 & 127, n >> 7 & 127, n & 127]) + frame + data
    if how == "multipart":
        return b"--x\r\nContent-Type: application/x-hls\r\nContent-Length: %d\r\n\r\n" % len(data) + data + b"\r\n--x--"
    if how == "reference movie":
        link = f"{URL}/a.mov".encode() + b"\0"
        return atom(b"ftyp", b"qt  \0\0\0\0qt  ") + atom(b"moov", atom(b"rmra", atom(b"rmda", atom(
            b"rdrf", b"\0\0\0\0url " + struct.pack(">I", len(link)) + link)))) + data
    if how == "marked":
        return "\ufeff".encode() + data
    if how == "of Windows":
        return data.replace(b"\n", b"\r\n")
    if how == "below a line":
        return b"\n" + data
    return data


WRAPS = ["as it is"] * 4 + ["id3", "multipart", "reference movie", "marked", "of Windows", "below a line"]


def extensions():
    """Those that the installed typefinders know, and others of playlists."""
    text = subprocess.run(["gst-inspect-1.0"], capture_output=True, text=True, check=True).stdout
    found = re.findall(r"^typefindfunctions: \S+: (.*)$", text, re.M)
    return ["pls", "asx", "xspf", "cue", "wav", "txt", "yml"] + [
        name for line in found if "no extensions" not in line for name in line.split(", ")]
