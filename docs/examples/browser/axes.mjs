// SPDX-License-Identifier: LGPL-2.1-or-later
// axes.mjs: where frequencies and values lie, and what is written beside them. Nothing
// here needs a page.

const DECIBELS_SHOWN = 100;

/** Round numbers from low to high, about so many. */
export function ticksOf(low, high, count) {
  const raw = (high - low) / Math.max(count, 1);
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map(x => x * power).find(x => x >= raw * 0.999);
  const ticks = [];
  for (let i = Math.ceil(low / step - 1e-9); i * step <= high + step * 1e-9; i++)
    ticks.push(i * step);
  return ticks;
}

/** 1, 2 and 5 of each decade; of more than count decades 1 alone. */
function logTicksOf(low, high, count) {
  const ticks = [];
  const parts = Math.log10(high / low) * 3 > count ? [1] : [1, 2, 5];
  for (let p = Math.floor(Math.log10(low)); 10 ** p <= high; p++)
    for (const part of parts)
      if (part * 10 ** p >= low && part * 10 ** p <= high)
        ticks.push(part * 10 ** p);
  return ticks;
}

export function hertz(f, step = Math.abs(f)) {
  const isKilo = Math.abs(f) >= 1000;
  const unit = isKilo ? step / 1000 : step;
  const digits = Math.min(Math.max(Math.ceil(-Math.log10(unit || 1) - 1e-9), 0), 6);
  return isKilo ? `${(f / 1000).toFixed(Math.max(digits, 0))}k` : f.toFixed(digits);
}

export function number(x, step = 0) {
  if (!Number.isFinite(x))
    return String(x);
  const size = Math.abs(step || x);
  if (size >= 1e5 || size < 1e-3 && x !== 0)
    return x.toExponential(step ? 0 : 2);
  return x.toFixed(Math.min(Math.max(2 - Math.floor(Math.log10(size || 1)) - (step ? 2 : 0), 0), 6));
}

/** Where the places of a stream lie between 0 and 1, and what is written there. */
export class Axis {
  constructor(stream, isLog) {
    this.stream = stream;
    const low = stream.frequencyAt(0), step = stream.frequencyAt(1) - low;
    this.isLog = isLog && this.canBeLog();
    if (this.isLog) {
      this.from = Math.max(low - step / 2, step / 2);
      this.ratio = Math.log(stream.frequencyAt(stream.bins - 0.5) / this.from);
    }
    this.low = low;
    this.step = step;
  }

  canBeLog() {
    return !this.stream.hasBands && !this.stream.isCepstrum && this.stream.bins > 1
      && this.stream.frequencyAt(0) >= 0;
  }

  /** Of a place from -0.5 to bins - 0.5. */
  xOf(place) {
    return this.isLog ? Math.log((this.low + place * this.step) / this.from) / this.ratio
      : (place + 0.5) / this.stream.bins;
  }

  placeOf(x) {
    return this.isLog ? (this.from * Math.exp(x * this.ratio) - this.low) / this.step
      : x * this.stream.bins - 0.5;
  }

  /** The nearest bin's place. */
  nearest(x) {
    return Math.min(Math.max(Math.round(this.placeOf(x)), 0), this.stream.bins - 1);
  }

  get title() {
    return this.stream.isCepstrum ? "coefficient" : this.stream.hasBands
      ? `Hz, ${this.stream.caps["band-scale"]} bands` : "Hz";
  }

  /** [x, text], as many as there is room for. */
  ticks(width) {
    const count = Math.floor(width / 80), {stream} = this;
    if (stream.isCepstrum || stream.hasBands || stream.bins < 2) {
      const step = Math.max(Math.ceil(stream.bins / Math.max(count, 1)), 1);
      return Array.from({length: Math.ceil(stream.bins / step)}, (_, i) => {
        const f = stream.frequencyAt(i * step);
        return [this.xOf(i * step), Number.isNaN(f) ? String(i * step)
          : hertz(f, 10 ** (Math.floor(Math.log10(f || 1)) - 1))];
      });
    }
    const placeAt = f => (f - this.low) / this.step;
    const high = stream.frequencyAt(stream.bins - 0.5);
    if (this.isLog)
      return logTicksOf(this.from, high, count).map(f => [this.xOf(placeAt(f)), hertz(f)]);
    const ticks = ticksOf(stream.frequencyAt(-0.5), high, count);
    return ticks.map(f => [this.xOf(placeAt(f)), hertz(f, ticks[1] - ticks[0])]);
  }
}

/** What values are shown, from low to high: the user's, or what the values were. */
export class Range {
  constructor(stream, inDecibels) {
    this.isFixed = stream.range !== null && !inDecibels;
    this.isDecibels = inDecibels || stream.unit.startsWith("dB");
    this.isPositive = !inDecibels && stream.decibels > 0;
    this.floor = inDecibels ? -300 : stream.floor;
    this.least = Infinity;
    this.most = -Infinity;
    [this.low, this.high] = stream.range ?? [0, 1];
  }

  see(values) {
    for (const value of values) {
      if (Number.isFinite(value)) {
        this.least = Math.min(this.least, value);
        this.most = Math.max(this.most, value);
      }
    }
  }

  /** Takes what was seen and what the user wants (NaN: nothing); is it another range? */
  settle(low, high) {
    const before = [this.low, this.high];
    if (!this.isFixed && this.most > -Infinity)
      [this.low, this.high] = this.find();
    this.low = Number.isFinite(low) ? low : this.low;
    this.high = Number.isFinite(high) ? high : this.high;
    if (this.high <= this.low)
      this.high = this.low + 1;
    return before[0] !== this.low || before[1] !== this.high;
  }

  find() {
    if (this.isDecibels) {
      const high = 10 * Math.ceil((this.most + 1) / 10);
      const low = 10 * Math.floor(Math.max(this.least, high - DECIBELS_SHOWN, this.floor) / 10);
      return [Math.min(low, high - 20), high];
    }
    const low = this.isPositive ? 0 : this.least;
    const high = this.most > low ? this.most : low + 1;
    const step = ticksOf(low, high, 5);
    const width = step.length > 1 ? step[1] - step[0] : 1;
    return [width * Math.floor(low / width), width * Math.ceil(high / width)];
  }
}
