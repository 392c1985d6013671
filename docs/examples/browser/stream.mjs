// SPDX-License-Identifier: LGPL-2.1-or-later
// stream.mjs: what the messages of wire.py say: values, frequencies, units. Nothing here
// needs a page.

const HEADER_BYTES = 24;
const PAIRS = ["complex", "cross-power", "transfer-h1", "transfer-h2"];
const MOST_VALUES = 2 ** 22; // of a frame
const NO_TIME = 2n ** 64n - 1n;
const FRACTIONS = {"octave": 1, "third-octave": 3, "sixth-octave": 6, "twelfth-octave": 12,
  "twenty-fourth-octave": 24};

// ---- centres of bands, in hertz ----

function melScale(kind) {
  if (kind !== "slaney")
    return [f => Math.log1p(f / 700), m => 700 * Math.expm1(m)];
  const step = Math.log(6.4) / 27;
  return [f => f < 1000 ? 3 * f / 200 : 15 + Math.log(f / 1000) / step,
    m => m < 15 ? 200 * m / 3 : 1000 * Math.exp((m - 15) * step)];
}

function toBark(f) {
  const z = 26.81 * f / (1960 + f) - 0.53;
  return z < 2 ? z + 0.15 * (2 - z) : z > 20.1 ? z + 0.22 * (z - 20.1) : z;
}

function fromBark(b) {
  const z = b < 2 ? (b - 0.3) / 0.85 : b > 20.1 ? (b + 0.22 * 20.1) / 1.22 : b;
  return 1960 * (z + 0.53) / (26.81 - 0.53 - z);
}

const SCALES = {
  bins: [f => f, f => f],
  bark: [toBark, fromBark],
  erb: [f => Math.log1p(0.00437 * f), e => Math.expm1(e) / 0.00437],
};

/** The centre of band i of count, by the formulas of the stream format. */
function bandCentre(caps, count, i) {
  const low = Number(caps["band-low"] ?? 0);
  const high = Number(caps["band-high"] ?? 0) || caps.rate / 2;
  const scale = caps["band-scale"];
  if (scale === "cqt" || scale === "vqt") {
    const first = caps["edge-bands"]?.[0] ?? 0;
    return low * 2 ** ((i - first) / caps["bands-per-octave"]);
  }
  if (scale in FRACTIONS) {
    // the last band holds band-high, and is none that goes beyond half the rate; of even
    // fractions 1000 Hz is an edge
    const b = FRACTIONS[scale], shift = b % 2 ? 0 : 0.5;
    const edgeOf = f => b * Math.log10(f / 1000) / 0.3 + 0.5 - shift;
    const last = Math.min(Math.floor(edgeOf(high) + 1e-9),
      Math.floor(edgeOf(caps.rate / 2) + 1e-9) - 1);
    return 1000 * 10 ** (0.3 * (last - count + 1 + i + shift) / b);
  }
  if (scale === "log") {
    const step = Number(caps["bin-step"] ?? 0) || caps.rate / caps.shape[0];
    const from = low || Math.max(step / 2, caps.rate / 2048);
    return from * (high / from) ** ((i + 0.5) / count);
  }
  const [to, back] = scale === "mel" ? melScale(caps.mel) : SCALES[scale];
  const part = scale === "mel" ? (i + 1) / (count + 1) : (i + 0.5) / count;
  return back(to(low) + part * (to(high) - to(low)));
}

// ---- what a value is ----

function decibelUnitOf(caps) {
  const weighting = caps.weighting ? `(${caps.weighting.toUpperCase()})` : "";
  return `dB${weighting}${caps.scaling === "psd" ? " per Hz" : ""}`;
}

function unitOf(caps) {
  const isDensity = caps.scaling === "psd";
  switch (caps.quantity) {
    case "db": return decibelUnitOf(caps);
    case "magnitude": case "complex": return isDensity ? "magnitude per √Hz" : "magnitude";
    case "power": case "cross-power": return isDensity ? "power per Hz" : "power";
    case "phase": return "radians";
    case "log": return "natural logarithm";
    case "log10": return "decimal logarithm";
    case "transfer-h1": case "transfer-h2": return "gain";
    default: return caps.quantity;
  }
}

/** What makes decibels of a value, or nothing where that has no sense. */
function decibelsOf(caps) {
  if (["magnitude", "complex", "transfer-h1", "transfer-h2"].includes(caps.quantity))
    return 20;
  return ["power", "cross-power"].includes(caps.quantity) ? 10 : 0;
}

const RANGES = {phase: [-Math.PI, Math.PI], coherence: [0, 1]};

/** A stream, of the text of caps; throws where it is none. */
export class Stream {
  constructor(text) {
    const {number, caps} = JSON.parse(text);
    const {channels, rate, hop, shape: [length], bins: [bins]} = caps;
    for (const count of [number, channels, rate, hop, length, bins, MOST_VALUES / channels / bins])
      if (!(Number.isFinite(count) && count >= 1))
        throw new RangeError(`${count} is no count`);
    this.number = number;
    this.caps = caps;
    this.channels = caps.channels;
    this.bins = caps.bins[0];
    this.isPair = PAIRS.includes(caps.quantity);
    this.points = this.bins * (this.isPair ? 2 : 1);
    this.Values = caps.format === "F64LE" ? Float64Array : Float32Array;
    this.frameSeconds = caps.hop / caps.rate;
    this.unit = unitOf(caps);
    this.decibels = decibelsOf(caps);
    this.decibelUnit = decibelUnitOf(caps);
    this.range = RANGES[caps.quantity] ?? null;
    this.floor = Number(caps.floor ?? -150);
    this.hasBands = "band-scale" in caps;
    this.isCepstrum = Number(caps.cepstrum ?? 0) > 0;
    // of two sides the negative frequencies are stored last and shown first
    this.first = caps.sides === "two" && !this.hasBands && !caps["bin-step"]
      ? this.bins + 1 >> 1 : 0;
  }

  /** The stored bin that is shown at a place, from 0. */
  binAt(place) {
    return (place + this.first) % this.bins;
  }

  /** Hertz of a place from 0, which may be between two; NaN for what has none. */
  frequencyAt(place) {
    if (this.isCepstrum)
      return NaN;
    if (this.hasBands)
      return bandCentre(this.caps, this.bins, place);
    const {rate, shape: [length], sides} = this.caps;
    if (this.caps["bin-step"])
      return Number(this.caps["bin-low"] ?? 0) + place * Number(this.caps["bin-step"]);
    const zero = sides === "centered" ? length >> 1 : sides === "two" ? length >> 1 : 0;
    return (place - zero) * rate / length;
  }

  /** {number, sequence, pts in nanoseconds or null, frames, values}; null: not of this
   * stream. The values lie in the message's memory, whose machine is little endian. */
  read(message) {
    const view = new DataView(message);
    if (view.byteLength < HEADER_BYTES || view.getUint32(0, true) !== this.number)
      return null;
    const time = view.getBigUint64(8, true);
    const frames = view.getUint32(16, true);
    const length = frames * this.channels * this.points;
    if (view.byteLength !== HEADER_BYTES + length * this.Values.BYTES_PER_ELEMENT)
      return null;
    return {sequence: view.getUint32(4, true), pts: time === NO_TIME ? null : Number(time),
      frames, values: new this.Values(message, HEADER_BYTES)};
  }

  /** Values of a channel of a frame in the order that they are shown in, pairs as their
   * magnitudes; into an array of that many. */
  take(message, frame, channel, into) {
    const start = (frame * this.channels + channel) * this.points;
    for (let place = 0; place < this.bins; place++) {
      const k = this.binAt(place);
      into[place] = this.isPair
        ? Math.hypot(message.values[start + 2 * k], message.values[start + 2 * k + 1])
        : message.values[start + k];
    }
    return into;
  }
}
