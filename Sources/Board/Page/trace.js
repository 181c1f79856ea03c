// The way of the last hours, on the map that the board brings along.

import { timeOfDay } from "/cards.js";
import { shape } from "/elements.js";
import { Underlay } from "/underlay.js";

const template = document.getElementById("trace-card");
const metersPerDegree = 111_320;

/** A pause of this many seconds over this many metres is a gap, not a way. */
const gap = { seconds: 180, meters: 400 };

function distanceText(meters) {
  if (meters < 100) return `${Math.ceil(meters)} m`;
  if (meters < 950) return `${Math.round(meters / 10) * 10} m`;
  return `${(meters / 1000).toFixed(meters < 9950 && meters % 1000 !== 0 ? 1 : 0)} km`;
}

function degrees(value, positive, negative) {
  return `${Math.abs(value).toFixed(5)}° ${value < 0 ? negative : positive}`;
}

/** Returns the largest of 1, 2, 5, 10, 20 … metres that is not more. */
function roundStep(meters) {
  const power = 10 ** Math.floor(Math.log10(meters));
  return [5, 2, 1].map((factor) => factor * power).find((step) => step <= meters) ?? power;
}

/** What the card says while the service tells no location, by its diagnostics; the first that applies. */
const obstacles = [
  ["authorizationRequestInProgress", "Answer the question to begin."],
  ["authorizationNotDetermined", "You have not been asked yet."],
  ["authorizationDeniedGlobally", "Location services are off."],
  ["authorizationDenied", "You did not allow the board to know the location."],
  ["authorizationRestricted", "The administrator forbids the location."],
  ["pausedByPerson", "You have paused the location of all apps."],
  ["insufficientlyInUse", "The way goes on while the trace is in view."],
];

/** The card of the trace. */
export class Trace {
  constructor(turn) {
    this.element = template.content.firstElementChild.cloneNode(true);
    this.map = this.element.querySelector(".map");
    this.svg = this.element.querySelector("svg");
    this.invitation = this.element.querySelector(".invitation");
    this.state = this.element.querySelector(".state");
    this.on = this.element.querySelector("[data-on]");
    this.off = this.element.querySelector("[data-off]");
    this.on.addEventListener("click", () => turn(true));
    this.off.addEventListener("click", () => turn(false));
    this.points = [];
    this.event = {};
    this.underlay = new Underlay(() => this.draw());
    new ResizeObserver(() => this.draw()).observe(this.map);
  }

  /** Shows what the service says. */
  show(event) {
    this.points = event.replace ? event.points : this.points.concat(event.points);
    this.event = event;
    this.refresh();
    this.draw();
  }

  refresh() {
    const { on, location } = this.event;
    const hasMap = on === true && (this.points.length > 0 || location !== undefined);
    this.map.hidden = !hasMap;
    this.element.classList.toggle("wide", hasMap);
    this.on.hidden = on !== false;
    this.off.hidden = on !== true;
    this.invitation.textContent = on === false
      ? "The board can draw where you have been in the last hours. It asks you first, and keeps the way in memory only."
      : !hasMap && on ? this.obstacle("Waiting for the first location.") : "";
    this.state.hidden = !hasMap;
    if (!hasMap) {
      this.state.textContent = "";
      this.svg.replaceChildren();
      this.underlay.forget();
      return;
    }
    this.state.dataset.tone = location ? "good" : "warn";
    this.state.textContent = location ? this.here(location) : this.obstacle("No location.");
  }

  /** Why there is no location. */
  obstacle(otherwise) {
    const { diagnostics = [], text } = this.event;
    const known = obstacles.find(([diagnostic]) => diagnostics.includes(diagnostic));
    return known?.[1] ?? sentence(text ?? otherwise);
  }

  here(location) {
    const parts = [
      `${degrees(location.latitudeDegrees, "N", "S")}, ${degrees(location.longitudeDegrees, "E", "W")}`,
    ];
    if (location.horizontalAccuracyMeters !== undefined) {
      parts[0] += ` ± ${distanceText(location.horizontalAccuracyMeters)}`;
    }
    if (this.points.length > 1) {
      parts.push(`${distanceText(this.length())} since ${timeOfDay(new Date(this.points[0][2] * 1000))}`);
    }
    if (location.source !== "receiver") parts.push(location.source);
    return parts.join(" · ");
  }

  /** The length of the way in metres. */
  length() {
    let sum = 0;
    for (let index = 1; index < this.points.length; index += 1) {
      const step = metersBetween(this.points[index - 1], this.points[index]);
      if (!isGap(this.points[index - 1], this.points[index], step)) sum += step;
    }
    return sum;
  }

  draw() {
    const { clientWidth: width, clientHeight: height } = this.map;
    if (this.map.hidden || width === 0 || height === 0) return;
    const { location } = this.event;
    const here = location ? [location.latitudeDegrees, location.longitudeDegrees] : this.points.at(-1);
    const places = here ? [...this.points, here] : this.points;
    if (places.length === 0) return;
    const latitude = places[0][0];
    const east = Math.max(0.01, Math.cos((latitude * Math.PI) / 180)) * metersPerDegree;
    // A way over the date line goes on instead of around the earth.
    const origin = places[0][1];
    const metersTo = ([lat, lon]) => [turned(lon - origin) * east, (latitude - lat) * metersPerDegree];
    const meters = places.map(metersTo);
    const xs = meters.map(([x]) => x);
    const ys = meters.map(([, y]) => y);
    const reach = Math.min(location?.horizontalAccuracyMeters ?? 0, 20_000);
    const [left, right, top, bottom] = [min(xs), max(xs), min(ys), max(ys)];
    // Below it is room for the scale.
    const [margin, foot] = [26, 18];
    const extent = Math.max(200, reach * 2.4);
    const scale = Math.min(
      (width - 2 * margin) / Math.max(right - left, extent),
      (height - foot - 2 * margin) / Math.max(bottom - top, extent),
    );
    const project = ([x, y]) => [
      width / 2 + (x - (left + right) / 2) * scale, (height - foot) / 2 + (y - (top + bottom) / 2) * scale,
    ];
    const spots = meters.map(project);

    const step = roundStep(Math.min(width, 480) / 3 / scale);
    const shapes = [shape("title", { id: "trace-title" }, this.title())];
    const middle = [latitude - (top + bottom) / 2 / metersPerDegree, origin + (left + right) / 2 / east];
    const view = { width, height, scale, middle };
    shapes.push(...this.underlay.shapes(view, ([lat, lon]) => project(metersTo([lat, lon]))));
    shapes.push(...grid(width, height, project([0, 0]), step * scale));
    shapes.push(...this.way(spots.slice(0, this.points.length)));
    if (this.points.length > 1) {
      const [x, y] = spots[0];
      shapes.push(shape("circle", { class: "start", cx: x, cy: y, r: 4 }));
    }
    if (here) {
      const [x, y] = spots.at(-1);
      if (reach * scale > 9) shapes.push(shape("circle", { class: "reach", cx: x, cy: y, r: reach * scale }));
      if (location) shapes.push(shape("circle", { class: "here", cx: x, cy: y, r: 8 }));
    }
    const bar = step * scale;
    shapes.push(shape("path", { class: "scale", d: `M10 ${height - 15}v5h${bar}v-5` }));
    shapes.push(shape("text", { x: bar + 17, y: height - 10 }, distanceText(step)));
    shapes.push(shape("path", { class: "scale", d: `M${width - 16} 30v-18m-5 7l5 -7l5 7` }));
    shapes.push(shape("text", { x: width - 24, y: 29, "text-anchor": "end" }, "N"));
    this.svg.replaceChildren(...shapes);
  }

  /** The way, of which the last third is stronger. */
  way(spots) {
    const path = (from) => {
      let d = "";
      for (let index = from; index < spots.length; index += 1) {
        const isStart = index === from || isGap(this.points[index - 1], this.points[index]);
        d += `${isStart ? "M" : "L"}${spots[index][0].toFixed(1)} ${spots[index][1].toFixed(1)}`;
      }
      return d;
    };
    const late = Math.floor((spots.length * 2) / 3);
    return [
      shape("path", { class: "way", d: path(0) }),
      shape("path", { class: "way late", d: path(late) }),
    ];
  }

  title() {
    const { location, text } = this.event;
    const way = this.points.length > 1 ? `A way of ${distanceText(this.length())}. ` : "";
    return `${way}${location ? `Now at ${this.here(location)}.` : text ?? ""}`;
  }
}

/** A difference of longitudes, the shorter way around. */
function turned(degrees) { return ((degrees + 540) % 360) - 180; }

function min(numbers) { return numbers.reduce((a, b) => Math.min(a, b)); }
function max(numbers) { return numbers.reduce((a, b) => Math.max(a, b)); }

function metersBetween([lat, lon], [otherLat, otherLon]) {
  const east = turned(otherLon - lon) * Math.cos((lat * Math.PI) / 180);
  return Math.hypot(otherLat - lat, east) * metersPerDegree;
}

function isGap(from, to, meters = metersBetween(from, to)) {
  return to[2] - from[2] > gap.seconds && meters > gap.meters;
}

function grid(width, height, [x, y], step) {
  const lines = [];
  for (let at = x % step; at < width; at += step) if (at > 0) lines.push(shape("line", { x1: at, y1: 0, x2: at, y2: height }));
  for (let at = y % step; at < height; at += step) if (at > 0) lines.push(shape("line", { x1: 0, y1: at, x2: width, y2: at }));
  return lines;
}

/** Returns a text of the service as a sentence. */
export function sentence(text) {
  const whole = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.?!]$/.test(whole) ? whole : `${whole}.`;
}
