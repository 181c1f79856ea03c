// The way of the last hours, on the map that the board brings along.

import { copyOf, create, partsOf, sentence, shape, timeOfDay } from "/elements.js";
import { call, load } from "/service.js";

const metersPerDegree = 111_320;
const radians = Math.PI / 180;

/** Returns a longitude, or the difference of two, the shorter way around. */
const turned = (degrees) => ((degrees + 540) % 360) - 180;

/** Returns how long a degree of longitude is at a latitude, of one of latitude. */
const narrowing = (latitude) => Math.max(0.01, Math.cos(latitude * radians));

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
    this.event = { points: [] };
    this.underlay = new Underlay(() => this.draw());
    new ResizeObserver(() => this.draw()).observe(this.map);
  }

  /** Shows what the service says. */
  show(event) {
    this.event = event;
    const { on, location, points } = event;
    const hasMap = on === true && (points.length > 0 || location !== undefined);
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
    const { points } = this.event;
    const within = accuracy === undefined ? "" : ` ± ${distanceText(accuracy)}`;
    return [
      `${degrees(latitudeDegrees, "N", "S")}, ${degrees(longitudeDegrees, "E", "W")}${within}`,
      points.length > 1 && `${distanceText(this.length())} since ${timeOfDay(new Date(points[0][2] * 1000))}`,
      source !== "receiver" && source,
    ].filter(Boolean).join(" · ");
  }

  /** The length of the way in metres. */
  length() {
    const { points } = this.event;
    const steps = points.slice(1).map((point, index) => isGap(points[index], point) ? 0 : metersBetween(points[index], point));
    return steps.reduce((sum, step) => sum + step, 0);
  }

  draw() {
    const { clientWidth: width, clientHeight: height } = this.map;
    if (this.map.hidden || width === 0 || height === 0) return;
    const { location, points, text } = this.event;
    const here = location ? [location.latitudeDegrees, location.longitudeDegrees] : points.at(-1);
    if (!here) return;
    const places = [...points, here];
    const latitude = places[0][0];
    const east = narrowing(latitude) * metersPerDegree;
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
    const length = points.length > 1 ? `A way of ${distanceText(this.length())}. ` : "";
    this.svg.replaceChildren(...[
      shape("title", { id: "trace-title" }, `${length}${location ? `Now at ${this.here(location)}.` : text ?? ""}`),
      ...this.underlay.shapes({ width, height, scale, middle }, (place) => project(metersTo(place))),
      shape("path", { class: "lines", d: grid(width, height, project([0, 0]), bar) }),
      // The last third of the way is stronger.
      shape("path", { class: "way", d: this.way(spots, 0) }),
      shape("path", { class: "way late", d: this.way(spots, Math.floor((points.length * 2) / 3)) }),
      points.length > 1 && disc("start", spots[0], 4),
      reach * scale > 9 && disc("reach", spots.at(-1), reach * scale),
      location && disc("here", spots.at(-1), 8),
      shape("path", { class: "scale", d: `M10 ${height - 15}v5h${bar}v-5M${width - 16} 30v-18m-5 7l5 -7l5 7` }),
      shape("text", { x: bar + 17, y: height - 10 }, distanceText(step)),
      shape("text", { x: width - 24, y: 29, "text-anchor": "end" }, "N"),
    ].filter(Boolean));
  }

  /** The way after some of its points, as a path. */
  way(spots, start) {
    const { points } = this.event;
    return points.slice(start).map((point, index) => {
      const isStart = index === 0 || isGap(points[start + index - 1], point);
      return `${isStart ? "M" : "L"}${spots[start + index].map((length) => length.toFixed(1)).join(" ")}`;
    }).join("");
  }
}

function metersBetween([lat, lon], [otherLat, otherLon]) {
  const east = turned(otherLon - lon) * Math.cos(lat * radians);
  return Math.hypot(otherLat - lat, east) * metersPerDegree;
}

/** Returns whether there is no way between two points, but a pause of more than 180 s over more than 400 m. */
function isGap(from, to) { return to[2] - from[2] > 180 && metersBetween(from, to) > 400; }

function grid(width, height, [x, y], step) {
  let d = "";
  for (let at = x % step; at < width; at += step) d += `M${at} 0V${height}`;
  for (let at = y % step; at < height; at += step) d += `M0 ${at}H${width}`;
  return d;
}

// The map

/** How much larger than the view a part is, and how much the scale may differ from the part's. */
const [spare, stretch] = [3, 2];
const mostNames = 12;

/** The most of the owner's images that are kept, and that are asked for at a time. */
const [most, atOnce] = [96, 4];

// Squares of the Mercator projection, in which the world has `count` columns and rows.
const column = (longitude, count) => (longitude + 180) / 360 * count;
const row = (latitude, count) => (1 - Math.asinh(Math.tan(latitude * radians)) / Math.PI) / 2 * count;
const longitudeOf = (x, count) => x / count * 360 - 180;
const latitudeOf = (y, count) => Math.atan(Math.sinh(Math.PI * (1 - 2 * y / count))) / radians;

/** The map below the trace: a part of the world's coasts, borders and places, larger than what is seen. */
class Underlay {
  constructor(changed) {
    this.changed = changed;
    this.canvas = create("canvas");
    this.images = new Map();
    this.loading = 0;
  }

  /** Forgets the part, which says about where the machine was. */
  forget() {
    this.part = undefined;
    this.wanted = undefined;
    for (const image of this.images.values()) image?.close();
    this.images = new Map();
  }

  /** Returns the shapes of a view, whose `middle` is a latitude and a longitude, at `scale` pixels a metre. */
  shapes(view, project) {
    const { part } = this;
    const at = part && project(part.middle);
    if (!part || !fits(part, view, at)) this.fetch(view);
    if (!part) return [];
    const zoom = view.scale / part.scale;
    const images = part.tiles && this.tiles(part.tiles, view, project);
    const credit = images ? part.tiles.attribution : part.attribution;
    const paths = ["land", "lakes", "coast", "borders"].map((name) => shape("path", { class: name, d: part[name] }));
    return [
      shape("rect", { class: "sea", width: view.width, height: view.height }),
      shape("g", { transform: `translate(${at[0]} ${at[1]}) scale(${zoom})` }, ...paths),
      ...images ? [images] : names(part, view, ([x, y]) => [at[0] + x * zoom, at[1] + y * zoom]),
      shape("text", { x: view.width - 8, y: view.height - 10, "text-anchor": "end" }, credit),
    ];
  }

  /** Asks for the part around a view, one at a time. */
  async fetch({ width, height, scale, middle }) {
    if (this.wanted) return;
    const size = { width: Math.min(spare * width, 8192), height: Math.min(spare * height, 8192) };
    const wanted = this.wanted = { middle, scale, ...size };
    try {
      const place = { latitudeDegrees: middle[0], longitudeDegrees: turned(middle[1]) };
      const part = await call("/map", { ...place, metersPerPixel: 1 / scale, ...size });
      // What was forgotten meanwhile stays forgotten.
      if (this.wanted !== wanted) return;
      this.part = { ...wanted, ...part };
      this.wanted = undefined;
      this.changed();
    } catch {
      // The trace goes on without; a later view asks again.
      setTimeout(() => { if (this.wanted === wanted) this.wanted = undefined; }, 10_000);
    }
  }

  /** Returns a shape with the images of the owner's own map for a view; nothing if the file has none of it. */
  tiles({ least, largest }, { width, height, scale, middle }, project) {
    const metersPerPixel = 156_543 * Math.cos(middle[0] * radians);
    const level = Math.min(Math.ceil(Math.log2(metersPerPixel * scale * devicePixelRatio) - 0.3), largest);
    const count = 2 ** level;
    const [east, north] = [width / narrowing(middle[0]), height].map((pixels) => pixels / 2 / scale / metersPerDegree);
    const [left, right] = [-east, east].map((side) => Math.floor(column(middle[1] + side, count)));
    const [top, bottom] = [north, -north].map((side) => Math.floor(row(middle[0] + side, count)));
    if (level < least || !((right - left + 1) * (bottom - top + 1) <= most / 2)) return undefined;
    const context = this.canvas.getContext("2d");
    [this.canvas.width, this.canvas.height] = [width * devicePixelRatio, height * devicePixelRatio];
    context.scale(devicePixelRatio, devicePixelRatio);
    let drawn = 0;
    for (let y = Math.max(top, 0); y <= Math.min(bottom, count - 1); y += 1) {
      for (let x = left; x <= right; x += 1) {
        const image = this.image(level, ((x % count) + count) % count, y);
        if (!image) continue;
        const [x0, y0] = project([latitudeOf(y, count), longitudeOf(x, count)]);
        const [x1, y1] = project([latitudeOf(y + 1, count), longitudeOf(x + 1, count)]);
        // Half a pixel more, so that no lines are between them.
        context.drawImage(image, x0, y0, x1 - x0 + 0.5, y1 - y0 + 0.5);
        drawn += 1;
      }
    }
    if (drawn === 0) return undefined;
    this.canvas.style.cssText = `width: ${width}px; height: ${height}px`;
    const frame = shape("foreignObject", { width, height, class: "tiles" });
    frame.append(this.canvas);
    return frame;
  }

  /** Returns an image that is there, or asks for it. */
  image(level, x, y) {
    const name = `${level}/${x}/${y}`;
    const { images } = this;
    if (images.has(name)) return images.get(name);
    if (this.loading >= atOnce) return undefined;
    this.loading += 1;
    // Its absence is remembered too.
    images.set(name, null);
    load("/tile", { level, x, y }).then(createImageBitmap).then((image) => {
      if (this.images === images) images.set(name, image); else image.close();
    }, () => {}).finally(() => {
      this.loading -= 1;
      if (this.images !== images) return;
      // The oldest goes; where it is still seen, it is asked for again.
      while (images.size > most) {
        const [oldest, image] = images.entries().next().value;
        image?.close();
        images.delete(oldest);
      }
      this.changed();
    });
    return undefined;
  }
}

function fits(part, { width, height, scale }, [x, y]) {
  const zoom = scale / part.scale;
  const [halfWidth, halfHeight] = [part.width * zoom / 2, part.height * zoom / 2];
  return zoom < stretch && zoom > 1 / stretch
    && x - halfWidth <= 0 && x + halfWidth >= width && y - halfHeight <= 0 && y + halfHeight >= height;
}

/** Returns the names that have room, the more important first. */
function names(part, { width, height }, place) {
  // Below are the scale and the attribution.
  const taken = [[0, height - 26, width, height], [width - 44, 0, width, 38]];
  const drawn = [];
  for (const { text, isCountry, x, y } of part.names) {
    const [left, top] = place([x, y]);
    const reach = text.length * (isCountry ? 5 : 3.6) + 4;
    const box = isCountry ? [left - reach, top - 10, left + reach, top + 10] : [left - 5, top - 9, left + 2 * reach + 8, top + 9];
    const isFree = box[0] > 0 && box[1] > 0 && box[2] < width && box[3] < height
      && !taken.some((other) => box[0] < other[2] && box[2] > other[0] && box[1] < other[3] && box[3] > other[1]);
    if (!isFree) continue;
    taken.push(box);
    if (isCountry) drawn.push(shape("text", { class: "country", x: left, y: top + 4, "text-anchor": "middle" }, text));
    else drawn.push(shape("circle", { class: "place", cx: left, cy: top, r: 2.2 }), shape("text", { x: left + 6, y: top + 4 }, text));
    if (taken.length >= mostNames) break;
  }
  return drawn;
}
