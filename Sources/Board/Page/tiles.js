// The images of the owner's own map, below the trace: squares of the Mercator projection.

import { create, shape } from "/elements.js";
import { load } from "/service.js";

/** The most images that are kept, and that are asked for at a time. */
const [most, atOnce] = [96, 4];

const radians = Math.PI / 180;
const column = (longitude, count) => (longitude + 180) / 360 * count;
const row = (latitude, count) => (1 - Math.asinh(Math.tan(latitude * radians)) / Math.PI) / 2 * count;
const longitudeOf = (x, count) => x / count * 360 - 180;
const latitudeOf = (y, count) => Math.atan(Math.sinh(Math.PI * (1 - 2 * y / count))) / radians;

export class Tiles {
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
    if (images.has(name)) {
      const image = images.get(name);
      images.delete(name);
      images.set(name, image);
      return image;
    }
    if (this.loading >= atOnce) return undefined;
    this.loading += 1;
    // Its absence is remembered too.
    images.set(name, null);
    load("/tile", { level, x, y }).then(createImageBitmap).then((image) => {
      if (this.images === images) images.set(name, image); else image.close();
    }, () => {}).finally(() => {
      this.loading -= 1;
      if (this.images !== images) return;
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
