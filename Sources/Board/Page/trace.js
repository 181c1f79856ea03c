// The way of the last hours, on the map that the board brings along.

import { copyOf, partsOf, sentence, shape, timeOfDay } from "/elements.js";
import { Underlay } from "/underlay.js";

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
    this.element = copyOf("trace-card");
    Object.assign(this, partsOf(this.element, {
      map: ".map", svg: "svg", invitation: ".invitation", state: ".state", on: "[data-on]", off: "[data-off]",
    }));
    this.on.addEventListener("click", () => turn(true));
    this.off.addEventListener("click", () => turn(false));
    this.points = [];
    this.event = {};
    this.underlay = new Underlay(() => this.draw());
    new ResizeObserver(() => this.draw()).observe(this.map);
  }

  /** Shows what the service says. */
  show(event) {
    this.points = event.points;
    this.event = event;
    const { on, location } = event;
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
    this.draw();
  }

  /** Why there is no location. */
  obstacle(otherwise) {
    const { diagnostics = [], text } = this.event;
    const known = obstacles.find(([diagnostic]) => diagnostics.includes(diagnostic));
    return known?.[1] ?? sentence(text ?? otherwise);
  }

  here(location) {
    const { latitudeDegrees, longitudeDegrees, horizontalAccuracyMeters: accuracy, source } = location;
    const within = accuracy === undefined ? "" : ` ± ${distanceText(accuracy)}`;
    return [
      `${degrees(latitudeDegrees, "N", "S")}, ${degrees(longitudeDegrees, "E", "W")}${within}`,
      this.points.length > 1 && `${distanceText(this.length())} since ${timeOfDay(new Date(this.points[0][2] * 1000))}`,
      source !== "receiver" && source,
    ].filter(Boolean).join(" · ");
  }

  /** The length of the way in metres. */
  length() {
    const { points } = this;
    const steps = points.slice(1).map((point, index) => isGap(points[index], point) ? 0 : metersBetween(points[index], point));
    return steps.reduce((sum, step) => sum + step, 0);
  }

  draw() {
    const { clientWidth: width, clientHeight: height } = this.map;
    if (this.map.hidden || width === 0 || height === 0) return;
    const { location } = this.event;
    const here = location ? [location.latitudeDegrees, location.longitudeDegrees] : this.points.at(-1);
    if (!here) return;
    const places = [...this.points, here];
    const latitude = places[0][0];
    const east = Math.max(0.01, Math.cos((latitude * Math.PI) / 180)) * metersPerDegree;
    // A way over the date line goes on instead of around the earth.
    const origin = places[0][1];
    const metersTo = ([lat, lon]) => [turned(lon - origin) * east, (latitude - lat) * metersPerDegree];
    const meters = places.map(metersTo);
    const xs = meters.map(([x]) => x);
    const ys = meters.map(([, y]) => y);
    const reach = Math.min(location?.horizontalAccuracyMeters ?? 0, 20_000);
    const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
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
    const bar = step * scale;
    const middle = [latitude - (top + bottom) / 2 / metersPerDegree, origin + (left + right) / 2 / east];
    const disc = (name, [cx, cy], r) => shape("circle", { class: name, cx, cy, r });
    this.svg.replaceChildren(...[
      shape("title", { id: "trace-title" }, this.title()),
      ...this.underlay.shapes({ width, height, scale, middle }, (place) => project(metersTo(place))),
      shape("path", { class: "lines", d: grid(width, height, project([0, 0]), bar) }),
      // The last third of the way is stronger.
      shape("path", { class: "way", d: this.way(spots, 0) }),
      shape("path", { class: "way late", d: this.way(spots, Math.floor((this.points.length * 2) / 3)) }),
      this.points.length > 1 && disc("start", spots[0], 4),
      reach * scale > 9 && disc("reach", spots.at(-1), reach * scale),
      location && disc("here", spots.at(-1), 8),
      shape("path", { class: "scale", d: `M10 ${height - 15}v5h${bar}v-5M${width - 16} 30v-18m-5 7l5 -7l5 7` }),
      shape("text", { x: bar + 17, y: height - 10 }, distanceText(step)),
      shape("text", { x: width - 24, y: 29, "text-anchor": "end" }, "N"),
    ].filter(Boolean));
  }

  /** The way after some of its points, as a path. */
  way(spots, start) {
    return this.points.slice(start).map((point, index) => {
      const isStart = index === 0 || isGap(this.points[start + index - 1], point);
      return `${isStart ? "M" : "L"}${spots[start + index].map((length) => length.toFixed(1)).join(" ")}`;
    }).join("");
  }

  title() {
    const { location, text } = this.event;
    const way = this.points.length > 1 ? `A way of ${distanceText(this.length())}. ` : "";
    return `${way}${location ? `Now at ${this.here(location)}.` : text ?? ""}`;
  }
}

/** A difference of longitudes, the shorter way around. */
function turned(degrees) { return ((degrees + 540) % 360) - 180; }

function metersBetween([lat, lon], [otherLat, otherLon]) {
  const east = turned(otherLon - lon) * Math.cos((lat * Math.PI) / 180);
  return Math.hypot(otherLat - lat, east) * metersPerDegree;
}

function isGap(from, to) { return to[2] - from[2] > gap.seconds && metersBetween(from, to) > gap.meters; }

function grid(width, height, [x, y], step) {
  let d = "";
  for (let at = x % step; at < width; at += step) d += `M${at} 0V${height}`;
  for (let at = y % step; at < height; at += step) d += `M0 ${at}H${width}`;
  return d;
}
