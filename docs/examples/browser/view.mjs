// SPDX-License-Identifier: LGPL-2.1-or-later
// view.mjs: draws spectra: axes, a line for each channel, and waterfalls.
import {number, ticksOf} from "./axes.mjs";

const LEFT = 70, RIGHT = 76, TOP = 10, BOTTOM = 40; // pixels around a plot
const COLUMNS = 1024, ROWS = 512; // of a waterfall's memory
const ROWS_A_SECOND = 60; // the most; else a row is the largest of several frames
const MOST_SHOWN = 16; // channels at one time
const LINES = ["#56b4e9", "#e69f00", "#2fbf8f", "#f0e442", "#cc79a7", "#ff7f50", "#9aa7ff",
  "#c0c8d0"];
const COLOURS = [[0, 0, 0], [22, 26, 98], [92, 22, 120], [176, 44, 92], [236, 108, 40],
  [252, 196, 60], [255, 255, 228]];

function colourAt(part) {
  const at = Math.min(Math.max(part, 0), 1) * (COLOURS.length - 1);
  const i = Math.min(Math.floor(at), COLOURS.length - 2);
  return COLOURS[i].map((from, k) => Math.round(from + (at - i) * (COLOURS[i + 1][k] - from)));
}

const PALETTE = Uint32Array.from({length: 256}, (_, i) => {
  const [r, g, b] = colourAt(i / 255);
  return (255 << 24 | b << 16 | g << 8 | r) >>> 0;
});

// ---- a canvas ----

/** Makes the canvas as large as it is shown; gives what draws in CSS pixels, and the
 * plot inside. */
function begin(canvas) {
  const scale = window.devicePixelRatio || 1;
  const width = Math.max(canvas.clientWidth, 1), height = Math.max(canvas.clientHeight, 1);
  const w = Math.round(width * scale), h = Math.round(height * scale);
  if (canvas.width !== w || canvas.height !== h)
    Object.assign(canvas, {width: w, height: h});
  const context = canvas.getContext("2d", {alpha: false});
  context.setTransform(scale, 0, 0, scale, 0, 0);
  context.fillStyle = "#101418";
  context.fillRect(0, 0, width, height);
  context.font = "12px system-ui, sans-serif";
  return {context, plot: plotOf(canvas)};
}

function plotOf(canvas) {
  return {x: LEFT, y: TOP, width: Math.max(canvas.clientWidth - LEFT - RIGHT, 1),
    height: Math.max(canvas.clientHeight - TOP - BOTTOM, 1)};
}

/** Where in the plot, 0 to 1, a place of the window lies. */
export function partOf(canvas, clientX) {
  const {x, width} = plotOf(canvas);
  return (clientX - canvas.getBoundingClientRect().left - x) / width;
}

function write(context, text, x, y, align, baseline) {
  Object.assign(context, {fillStyle: "#d8dee4", textAlign: align, textBaseline: baseline});
  context.fillText(text, x, y);
}

function rule(context, x0, y0, x1, y1) {
  context.strokeStyle = "#2c353e";
  context.lineWidth = 1;
  context.beginPath();
  context.moveTo(x0, y0);
  context.lineTo(x1, y1);
  context.stroke();
}

function drawFrequencies(context, plot, axis, hasGrid) {
  const bottom = plot.y + plot.height;
  for (const [part, text] of axis.ticks(plot.width)) {
    const x = plot.x + part * plot.width;
    rule(context, x, hasGrid ? plot.y : bottom, x, bottom + 5);
    write(context, text, x, bottom + 7, "center", "top");
  }
  write(context, axis.title, plot.x + plot.width / 2, bottom + 22, "center", "top");
}

function drawTitle(context, plot, text, x = 14) {
  context.save();
  context.translate(x, plot.y + plot.height / 2);
  context.rotate(-Math.PI / 2);
  write(context, text, 0, 0, "center", "middle");
  context.restore();
}

function unitOf(axis, range) {
  return range.isDecibels && axis.stream.decibels ? axis.stream.decibelUnit : axis.stream.unit;
}

// ---- the line ----

function drawValues(context, plot, axis, range, values) {
  const {bins} = axis.stream, yOf = value => plot.y + plot.height
    * (range.high - (Number.isFinite(value) ? value : range.low)) / (range.high - range.low);
  context.beginPath();
  if (bins < 4 || axis.stream.hasBands) {
    for (let place = 0; place < bins; place++) {
      const y = yOf(values[place]);
      context.lineTo(plot.x + axis.xOf(place - 0.5) * plot.width, y);
      context.lineTo(plot.x + axis.xOf(place + 0.5) * plot.width, y);
    }
  } else {
    // where several lie in a pixel, its least and its largest
    let pixel = NaN, least = 0, most = 0;
    for (let place = axis.isLog && axis.low === 0 ? 1 : 0; place < bins; place++) {
      const x = axis.xOf(place) * plot.width, y = yOf(values[place]);
      if (Math.floor(x) === pixel) {
        least = Math.min(least, y);
        most = Math.max(most, y);
        if (place < bins - 1)
          continue;
      }
      if (!Number.isNaN(pixel) && least !== most) {
        context.lineTo(plot.x + pixel + 0.5, least);
        context.lineTo(plot.x + pixel + 0.5, most);
      }
      context.lineTo(plot.x + x, y);
      [pixel, least, most] = [Math.floor(x), y, y];
    }
  }
  context.stroke();
}

/** One line of each channel: values is a list of [channel, its values]. */
export function drawLine(canvas, axis, range, values) {
  const {context, plot} = begin(canvas);
  const ticks = ticksOf(range.low, range.high, Math.floor(plot.height / 40));
  for (const tick of ticks) {
    const y = plot.y + plot.height * (range.high - tick) / (range.high - range.low);
    rule(context, plot.x, y, plot.x + plot.width, y);
    write(context, number(tick, ticks[1] - ticks[0]), plot.x - 6, y, "right", "middle");
  }
  drawFrequencies(context, plot, axis, true);
  drawTitle(context, plot, unitOf(axis, range));
  context.save();
  context.beginPath();
  context.rect(plot.x, plot.y, plot.width, plot.height);
  context.clip();
  for (const [channel, one] of values) {
    context.strokeStyle = LINES[channel % LINES.length];
    context.setLineDash(channel < LINES.length ? [] : [6, 3]);
    drawValues(context, plot, axis, range, one);
  }
  context.setLineDash([]);
  context.restore();
  values.slice(0, Math.floor(plot.height / 16)).forEach(([channel], i) => {
    const x = plot.x + plot.width + 8, y = plot.y + 8 + 16 * i;
    context.fillStyle = LINES[channel % LINES.length];
    context.fillRect(x, y - 2, channel < LINES.length ? 12 : 6, 3);
    write(context, String(channel + 1), x + 18, y, "left", "middle");
  });
}

// ---- the waterfall ----

/** The last rows of one channel, as values and as colours. */
class Channel {
  constructor() {
    this.values = new Float32Array(COLUMNS * ROWS).fill(NaN);
    this.canvas = document.createElement("canvas");
    Object.assign(this.canvas, {width: COLUMNS, height: ROWS});
    this.context = this.canvas.getContext("2d", {alpha: false});
    this.image = this.context.createImageData(COLUMNS, ROWS);
    this.pixels = new Uint32Array(this.image.data.buffer);
  }
}

export class Waterfall {
  constructor(axis, channels) {
    this.axis = axis;
    this.channels = channels.slice(0, MOST_SHOWN);
    this.rows = this.channels.map(() => new Channel());
    this.framesOfRow = Math.max(Math.ceil(1 / (axis.stream.frameSeconds * ROWS_A_SECOND)), 1);
    this.row = ROWS - 1; // that of the newest frame; the next lies above it
    this.count = 0; // frames so far
    this.edges = Int32Array.from({length: COLUMNS + 1}, (_, i) =>
      Math.min(Math.max(Math.ceil(axis.placeOf(i / COLUMNS)), 0), axis.stream.bins));
    this.fresh = new Set();
  }

  /** Adds a frame: function values(channel); null is a frame that did not come. */
  add(values) {
    const begins = this.count++ % this.framesOfRow === 0;
    if (begins)
      this.row = (this.row + ROWS - 1) % ROWS;
    this.fresh.add(this.row);
    this.channels.forEach((channel, i) => {
      const row = this.rows[i].values.subarray(this.row * COLUMNS, (this.row + 1) * COLUMNS);
      if (begins)
        row.fill(NaN);
      if (values)
        this.gather(values(channel), row);
    });
  }

  /** The largest of the bins in each column, or the one that the column lies in. */
  gather(values, row) {
    for (let c = 0; c < COLUMNS; c++) {
      let most = row[c];
      const from = this.edges[c], to = this.edges[c + 1];
      if (to <= from)
        most = larger(most, values[this.axis.nearest((c + 0.5) / COLUMNS)]);
      for (let place = from; place < to; place++)
        most = larger(most, values[place]);
      row[c] = most;
    }
  }

  paint(range, isAnother) {
    const rows = isAnother ? Array.from({length: ROWS}, (_, i) => i) : [...this.fresh];
    const scale = 255 / (range.high - range.low);
    for (const one of this.rows) {
      for (const row of rows) {
        for (let i = row * COLUMNS; i < (row + 1) * COLUMNS; i++) {
          const part = (one.values[i] - range.low) * scale;
          one.pixels[i] = PALETTE[part > 0 ? Math.min(part, 255) | 0 : 0];
        }
        if (!isAnother)
          one.context.putImageData(one.image, 0, 0, 0, row, COLUMNS, 1);
      }
      if (isAnother)
        one.context.putImageData(one.image, 0, 0);
    }
    this.fresh.clear();
  }

  draw(canvas, range, isAnother) {
    this.paint(range, isAnother);
    const {context, plot} = begin(canvas);
    context.imageSmoothingEnabled = false;
    const height = plot.height / this.rows.length;
    this.rows.forEach((one, i) => {
      const y = plot.y + i * height, room = height - (this.rows.length > 1 ? 2 : 0);
      // as many rows as fit, one a pixel or two
      const shown = Math.min(ROWS, Math.max(Math.floor(room), 1));
      const above = Math.min(shown, ROWS - this.row);
      context.drawImage(one.canvas, 0, this.row, COLUMNS, above,
        plot.x, y, plot.width, room * above / shown);
      if (above < shown)
        context.drawImage(one.canvas, 0, 0, COLUMNS, shown - above,
          plot.x, y + room * above / shown, plot.width, room * (shown - above) / shown);
      if (this.rows.length > 1)
        write(context, String(this.channels[i] + 1), plot.x + plot.width + 8, y + room / 2,
          "left", "middle");
      if (i === 0 || room >= 60)
        this.drawTimes(context, plot, y, room, shown);
    });
    drawTitle(context, plot, "seconds ago");
    drawFrequencies(context, plot, this.axis, false);
    drawLegend(context, plot, range, unitOf(this.axis, range));
  }

  drawTimes(context, plot, y, room, shown) {
    const seconds = shown * this.framesOfRow * this.axis.stream.frameSeconds;
    const ticks = ticksOf(0, seconds, Math.max(Math.floor(room / 30), 2));
    for (const tick of ticks) {
      if (tick * room / seconds <= room - 4 || tick === 0)
        write(context, number(tick, ticks[1] - ticks[0]), plot.x - 6,
          y + tick * room / seconds + 4, "right", "middle");
    }
  }
}

function larger(a, b) {
  return a > b || Number.isNaN(b) ? a : b;
}

function drawLegend(context, plot, range, unit) {
  const x = plot.x + plot.width + 30, width = 8;
  for (let i = 0; i < plot.height; i++) {
    const [r, g, b] = colourAt(1 - i / plot.height);
    context.fillStyle = `rgb(${r} ${g} ${b})`;
    context.fillRect(x, plot.y + i, width, 1.5);
  }
  const step = (range.high - range.low) / 10;
  write(context, number(range.high, step), x + 12, plot.y, "left", "top");
  write(context, number(range.low, step), x + 12, plot.y + plot.height, "left", "bottom");
  drawTitle(context, plot, unit, x + 20);
}
