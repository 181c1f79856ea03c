// The map below the trace: a part of the world's coasts, borders and places, larger than what is seen.

import { create, shape } from "/elements.js";
import { call, load } from "/service.js";

/** How much larger than the view a part is, and how much the scale may differ from the part's. */
const [spare, stretch] = [3, 2];
const mostNames = 12;

export class Underlay {
  constructor(changed) {
    this.changed = changed;
    this.tiles = new Tiles(changed);
  }

  /** Forgets the part, which says about where the machine was. */
  forget() {
    this.part = undefined;
    this.wanted = undefined;
    this.tiles.forget();
  }

  /** Returns the shapes of a view, whose `middle` is a latitude and a longitude, at `scale` pixels a metre. */
  shapes(view, project) {
    const { part } = this;
    const at = part && project(part.middle);
    if (!part || !fits(part, view, at)) this.fetch(view);
    if (!part) return [];
    const zoom = view.scale / part.scale;
    const images = part.tiles && this.tiles.shape(part.tiles, view, project);
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
      const [latitudeDegrees, longitudeDegrees] = [middle[0], ((middle[1] + 540) % 360) - 180];
      const part = await call("/map", { latitudeDegrees, longitudeDegrees, metersPerPixel: 1 / scale, ...size });
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

/** The most of the owner's images that are kept, and that are asked for at a time. */
const [most, atOnce] = [96, 4];

const radians = Math.PI / 180;
const column = (longitude, count) => (longitude + 180) / 360 * count;
const row = (latitude, count) => (1 - Math.asinh(Math.tan(latitude * radians)) / Math.PI) / 2 * count;
const longitudeOf = (x, count) => x / count * 360 - 180;
const latitudeOf = (y, count) => Math.atan(Math.sinh(Math.PI * (1 - 2 * y / count))) / radians;

/** The images of the owner's own map: squares of the Mercator projection. */
class Tiles {
  constructor(changed) {
    this.changed = changed;
    this.canvas = create("canvas");
    this.images = new Map();
    this.loading = 0;
  }

  forget() {
    for (const image of this.images.values()) image?.close?.();
    this.images = new Map();
  }

  /** Returns a shape with the images of a view; nothing if the file has none of it. */
  shape({ least, largest }, { width, height, scale, middle }, project) {
    const metersPerPixel = 156_543 * Math.cos(middle[0] * radians);
    const level = Math.min(Math.ceil(Math.log2(metersPerPixel * scale * devicePixelRatio) - 0.3), largest);
    const count = 2 ** level;
    const [halfWidth, halfHeight] = [width / 2 / scale / 111_320, height / 2 / scale / 111_320];
    const east = halfWidth / Math.max(0.01, Math.cos(middle[0] * radians));
    const [left, right] = [-east, east].map((side) => Math.floor(column(middle[1] + side, count)));
    const [top, bottom] = [halfHeight, -halfHeight].map((side) => Math.floor(row(middle[0] + side, count)));
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
