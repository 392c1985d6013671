// SPDX-License-Identifier: LGPL-2.1-or-later
// main.mjs: the page: connects, again where the server went away, and draws what is
// newest whenever the browser draws.
import {Stream} from "./stream.mjs";
import {Axis, Range, number} from "./axes.mjs";
import {Waterfall, drawLine, partOf} from "./view.mjs";

const MOST_WAITING = 64; // messages between two drawings, as of a page that is hidden
const MOST_MISSING = 512; // frames
const SHORTEST_WAIT = 500, LONGEST_WAIT = 8000; // milliseconds until the next attempt

const byId = id => document.getElementById(id);
/** What the page has; of use in a browser's console too. Lag is in milliseconds above
 * the least since the page connected; lags are those since someone emptied the list. */
const page = window.spectra = {stream: null, newest: null, drawn: null, nDrawn: 0, nMessages: 0,
  nDropped: 0, lag: 0, lags: [], isConnected: false};
let waiting = [];
let axis = null, range = null, waterfall = null, lines = null;
let isAnother = true; // everything has to be drawn anew
let sequence = null, expected = null, least = Infinity;

// ---- the stream ----

function channelsShown() {
  const chosen = byId("channel").value;
  return chosen === "all" || chosen === "" ? [...Array(page.stream.channels).keys()]
    : [Number(chosen)];
}

/** After new caps, and where the user wants something else. */
function arrange() {
  const {stream} = page;
  axis = new Axis(stream, byId("log").checked);
  range = new Range(stream, stream.decibels > 0 && byId("decibels").checked);
  const channels = channelsShown();
  waterfall = new Waterfall(axis, channels);
  lines = new Map(channels.map(channel => [channel, new Float64Array(stream.bins)]));
  byId("decibels").parentElement.hidden = !stream.decibels;
  byId("log").parentElement.hidden = !axis.canBeLog();
  expected = null;
  isAnother = true;
  if (page.newest)
    show(page.newest);
}

function takeCaps(text) {
  const stream = new Stream(text), {caps} = stream;
  if (page.stream?.channels !== stream.channels) {
    byId("channel").replaceChildren(new Option("all", "all"),
      ...Array.from({length: stream.channels}, (_, i) => new Option(i + 1, i)));
    byId("channel").parentElement.hidden = stream.channels < 2;
  }
  page.stream = stream;
  page.drawn = page.newest = null;
  waiting = [];
  byId("what").textContent = `${caps.quantity}, ${stream.bins} `
    + `${stream.isCepstrum ? "coefficients" : stream.hasBands ? "bands" : "bins"} of `
    + `${caps.shape[0]} samples, ${stream.channels} × ${caps.rate} Hz`;
  arrange();
}

function takeMessage(data) {
  const message = page.stream?.read(data);
  if (!message)
    return null;
  if (sequence !== null)
    page.nDropped += (message.sequence - sequence - 1) >>> 0;
  sequence = message.sequence;
  page.nMessages++;
  page.newest = message;
  waiting.push(message);
  if (waiting.length > MOST_WAITING)
    waiting.shift();
  return message;
}

// ---- drawing ----

function inUnits(values) {
  if (range.isDecibels && page.stream.decibels) {
    for (let i = 0; i < values.length; i++)
      values[i] = page.stream.decibels * Math.log10(values[i]);
  }
  return values;
}

/** Rows for frames that did not come, so that time stays true. */
function fillGap(message) {
  const {frameSeconds} = page.stream;
  if (message.pts === null)
    return;
  const missing = expected === null ? 0
    : Math.round((message.pts - expected) / 1e9 / frameSeconds);
  for (let i = 0; i < Math.min(missing, MOST_MISSING); i++)
    waterfall.add(null);
  expected = message.pts + message.frames * frameSeconds * 1e9;
}

function show(message) {
  const {stream} = page;
  fillGap(message);
  for (let frame = 0; frame < message.frames; frame++) {
    waterfall.add(channel => {
      const values = inUnits(stream.take(message, frame, channel, lines.get(channel)));
      range.see(values);
      return values;
    });
    // of channels that have no waterfall
    for (const [channel, values] of lines) {
      if (!waterfall.channels.includes(channel))
        range.see(inUnits(stream.take(message, frame, channel, values)));
    }
  }
}

function measure(message) {
  if (message.pts === null)
    return;
  const delay = performance.now() - message.pts / 1e6;
  least = Math.min(least, delay);
  page.lag = delay - least;
  page.lags.push(page.lag);
  if (page.lags.length > 4096)
    page.lags.shift();
}

function draw() {
  requestAnimationFrame(draw);
  if (!page.stream || !(waiting.length || isAnother))
    return;
  const messages = waiting;
  waiting = [];
  messages.forEach(show);
  const isNewRange = range.settle(byId("low").valueAsNumber, byId("high").valueAsNumber);
  drawLine(byId("line"), axis, range, page.newest ? [...lines] : []);
  waterfall.draw(byId("waterfall"), range, isNewRange || isAnother);
  isAnother = false;
  if (messages.length) {
    page.drawn = messages.at(-1);
    page.nDrawn++;
    measure(page.drawn);
    tellState();
  }
  tellReadout();
}

// ---- what is reported ----

let pointer = null; // 0 to 1

/** [frequency or NaN, place, values of the channels] under a part of the plot. */
page.readAt = part => {
  const place = axis.nearest(part);
  return [page.stream.frequencyAt(place), place, [...lines].map(([, values]) => values[place])];
};

function tellReadout() {
  const isIn = page.drawn && pointer !== null && pointer >= 0 && pointer <= 1;
  byId("readout").textContent = isIn ? describe(...page.readAt(pointer)) : "";
}

function describe(frequency, place, values) {
  const step = Math.abs(axis.step) || 1;
  const where = Number.isNaN(frequency) ? `coefficient ${place}`
    : `${frequency.toFixed(Math.max(0, Math.ceil(2 - Math.log10(step) - 1)))} Hz`;
  const unit = range.isDecibels ? " dB" : "";
  return `${where}: ${values.slice(0, 4).map(value => number(value) + unit).join(", ")}`
    + (values.length > 4 ? ", …" : "");
}

let lastText = "";

function tellState(text = null) {
  const state = byId("state");
  const now = text ?? (page.nDropped ? `live, ${page.nDropped} missed` : "live");
  if (now !== lastText) {
    state.textContent = lastText = now;
    state.classList.toggle("lost", !page.isConnected);
  }
}

// ---- the connection ----

function address() {
  const url = new URL("spectra", location.href.split("#")[0]);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  const token = location.hash.slice(1);
  if (token)
    url.searchParams.set("token", token);
  return url;
}

let wait = SHORTEST_WAIT;

function connect() {
  const socket = new WebSocket(address());
  socket.binaryType = "arraybuffer";
  let wasOpen = false;
  socket.onopen = () => {
    wasOpen = page.isConnected = true;
    wait = SHORTEST_WAIT;
    sequence = null;
    page.nDropped = 0;
    least = Infinity;
    tellState("connected");
  };
  socket.onmessage = ({data}) => {
    if (typeof data === "string") {
      try {
        takeCaps(data);
      } catch (problem) { // what follows is left out, up to caps that can be read
        page.stream = null;
        tellState(`caps that this page cannot read: ${problem.message}`);
      }
      return;
    }
    const message = takeMessage(data);
    if (message)
      socket.send(String(message.sequence));
  };
  socket.onclose = () => {
    page.isConnected = false;
    tellState(wasOpen ? "the server went away, trying again"
      : "no connection, trying again; is this the address that the server printed?");
    setTimeout(connect, wait);
    wait = Math.min(2 * wait, LONGEST_WAIT);
  };
}

for (const id of ["channel", "decibels", "log"])
  byId(id).onchange = () => page.stream && arrange();
for (const id of ["low", "high"])
  byId(id).oninput = () => { isAnother = true; };
for (const id of ["line", "waterfall"]) {
  byId(id).onpointermove = event => {
    pointer = partOf(event.target, event.clientX);
    tellReadout();
  };
  byId(id).onpointerleave = () => {
    pointer = null;
    tellReadout();
  };
}
window.onresize = () => { isAnother = true; };
connect();
requestAnimationFrame(draw);
