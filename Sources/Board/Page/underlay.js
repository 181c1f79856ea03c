// The map below the trace: a part of the world's coasts, borders and places, larger than what is seen.

import { shape } from "/elements.js";
import { call } from "/service.js";
import { Tiles } from "/tiles.js";

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
    const wanted = this.wanted = { middle, scale, width: Math.min(spare * width, 8192), height: Math.min(spare * height, 8192) };
    try {
      const [latitudeDegrees, longitudeDegrees] = [middle[0], ((middle[1] + 540) % 360) - 180];
      const part = await call("/map", { latitudeDegrees, longitudeDegrees, metersPerPixel: 1 / scale, width: wanted.width, height: wanted.height });
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
