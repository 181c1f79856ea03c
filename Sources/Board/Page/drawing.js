// How a content looks in each family. Texts become text, never markup; drawings come from the page's own files.

import { pointOf, read } from "/content.js";
import { create, shape } from "/elements.js";

function box(name, ...children) {
  const element = create("div", undefined, { class: name });
  element.append(...children.flat().filter(Boolean));
  return element;
}

function tinted(element, tint) {
  if (tint) element.dataset.tint = tint;
  return element;
}

/** Returns the drawing of a name. */
export function icon(name, tint) {
  return tinted(shape("svg", { class: "glyph" }, shape("use", { href: `/icons.svg#${name}` })), tint);
}

const words = (name, value) => value ? create("p", value, { class: name }) : undefined;

/** A figure with its unit; how long it is decides how large it can be. */
function figure(value, unit) {
  const element = create("p", undefined, { class: "figure" });
  element.style.setProperty("--length", value.length);
  element.append(create("span", value, { class: "value" }));
  if (unit) element.append(create("span", unit, { class: "unit" }));
  return element;
}

// Dials

/** Returns the arc between two shares of a dial, which is open below. */
function arc(from, to, attributes) {
  const at = (share) => {
    const angle = (0.75 + share * 1.5) * Math.PI;
    return `${(50 + 42 * Math.cos(angle)).toFixed(2)} ${(50 + 42 * Math.sin(angle)).toFixed(2)}`;
  };
  return shape("path", { d: `M${at(from)}A42 42 0 ${to - from > 2 / 3 ? 1 : 0} 1 ${at(to)}`, ...attributes });
}

function gaugeDial({ gauge, value, unit, icon: name }, isSmall) {
  const { share, zones, tint } = gauge;
  const svg = shape("svg", { viewBox: "0 0 100 100" }, arc(0, 1, { class: "track" }));
  for (const zone of zones) svg.append(tinted(arc(zone.from, zone.to, { class: "zone" }), zone.tint));
  if (zones.length === 0 && share > 0) svg.append(arc(0, share, { class: "level" }));
  if (zones.length > 0) svg.append(arc(share, share + 0.0001, { class: "mark edge" }), arc(share, share + 0.0001, { class: "mark" }));
  const foot = isSmall && name ? icon(name) : words("unit", unit);
  const dial = box("dial", svg, figure(value ?? String(gauge.value)), foot && box("foot", foot));
  return tinted(dial, tint);
}

function compassDial({ compass, value, unit }) {
  const svg = shape("svg", { viewBox: "0 0 100 100" }, shape("circle", { class: "rose", cx: 50, cy: 50, r: 33 }));
  for (let angle = 0; angle < 360; angle += 15) {
    const isMain = angle % 90 === 0;
    svg.append(shape("path", { class: isMain ? "tick main" : "tick", d: `M50 ${isMain ? 2 : 4}V8`, transform: `rotate(${angle} 50 50)` }));
  }
  svg.append(shape("path", { class: "needle", d: "M50 1 58.5 18.5 50 14.5 41.5 18.500z", transform: `rotate(${compass} 50 50)` }));
  return box("dial compass", svg, figure(value ?? `${Math.round(compass)}°`), words("unit", value ? unit : pointOf(compass)));
}

function dial(model, isSmall = false) {
  return model.compass !== undefined ? compassDial(model) : model.gauge ? gaugeDial(model, isSmall) : undefined;
}

// Series, lists and bars

function chart({ chart: series }) {
  if (!series) return undefined;
  const { values, low, high, isBars, ends } = series;
  const step = isBars ? 100 / values.length : 100 / (values.length - 1);
  const height = (value) => 98 - 94 * Math.min(Math.max((value - low) / (high - low), 0), 1);
  const svg = shape("svg", { viewBox: "0 0 100 100", preserveAspectRatio: "none" });
  if (isBars) {
    const base = height(Math.min(Math.max(0, low), high));
    const d = values.map((value, index) => value === null ? "" : `M${(index + 0.5) * step} ${base}V${height(value)}`).join("");
    svg.append(shape("path", { class: "columns", d }));
    svg.style.setProperty("--count", values.length);
  } else {
    let [line, area, end] = ["", "", ""];
    values.forEach((value, index) => {
      if (value === null) return;
      const [x, y, middle] = [index * step, height(value), (index - 0.5) * step];
      const before = values[index - 1] ?? null;
      const curve = before === null ? "" : `C${middle} ${height(before)} ${middle} ${y} ${x} ${y}`;
      line += curve || `M${x} ${y}`;
      area += curve || `M${x} 100V${y}`;
      if ((values[index + 1] ?? null) === null) area += "V100z";
      end = `M${x} ${y}h0`;
    });
    svg.append(shape("path", { class: "area", d: area }), shape("path", { class: "line", d: line }), shape("path", { class: "end", d: end }));
  }
  const axis = box("axis", create("span", String(Math.round(high * 100) / 100)), create("span", String(Math.round(low * 100) / 100)));
  return box("chart", box("plot", svg, axis), ends.some(Boolean) && box("ends", ends.map((end) => create("span", end))));
}

function rows({ rows: lines }) {
  if (lines.length === 0) return undefined;
  const element = create("ul", undefined, { class: "rows" });
  for (const { label, value, unit, icon: name, tint } of lines) {
    const line = create("li");
    const amount = value && create("span", unit ? `${value} ${unit}` : value, { class: "amount" });
    line.append(...[name && icon(name, tint), create("span", label, { class: "name" }), amount].filter(Boolean));
    element.append(line);
  }
  return element;
}

/** A level as a bar. */
function bar({ gauge, percentage }) {
  const share = gauge?.share ?? (percentage === undefined ? undefined : percentage / 100);
  if (share === undefined) return undefined;
  const level = create("span");
  level.style.inlineSize = `${100 * share}%`;
  return tinted(box("level-bar", level), gauge?.tint);
}

// Families

/** The words and the figure; `isBare` if a dial has the figure. */
function hero(model, isBare = false) {
  const { value, unit, label, text, detail, compass } = model;
  const heading = [label ?? (isBare ? text : undefined), isBare && value && compass !== undefined && pointOf(compass)].filter(Boolean).join(" · ");
  const main = isBare ? undefined
    : value ? figure(value, unit)
      : text !== undefined ? create("p", text, { class: "text", "data-length": text.length > 36 ? "long" : text.length > 12 ? "some" : "few" }) : undefined;
  return box("hero", main, words("label", heading), words("detail", detail));
}

const bearing = (degrees) => degrees === undefined ? undefined : `${Math.round(degrees)}° ${pointOf(degrees)}`;

const families = {
  inline(model) {
    const { value, unit, text, label, icon: name, rows: lines, compass } = model;
    const line = value ? [value, unit].filter(Boolean).join(" ")
      : text ?? bearing(compass) ?? (lines[0] ? [lines[0].label, lines[0].value].filter(Boolean).join(" ") : undefined);
    return [name && icon(name), words("label", label), words("text", line)];
  },
  circular(model) {
    const { value, unit, text, icon: name } = model;
    const level = model.percentage === undefined || model.gauge ? model
      : { ...model, gauge: { value: Math.round(model.percentage), share: model.percentage / 100, zones: [] } };
    return [dial(level, true) ?? box("disc", name && icon(name), value ? figure(value, unit) : words("text", text ?? model.label))];
  },
  rectangular(model) {
    const { value, unit, label, text, detail, icon: name, compass } = model;
    const turned = compass === undefined ? undefined : icon("arrow");
    if (turned) turned.style.transform = `rotate(${compass}deg)`;
    const main = value ? figure(value, unit) : words("text", text ?? bearing(compass));
    const list = model.rows.length > 0 && !main ? rows(model) : undefined;
    return [
      (label || name) && box("line", name && icon(name), words("label", label)),
      box("line", main, turned), list, bar(model) ?? words("detail", detail),
    ];
  },
  small(model) {
    const face = dial(model);
    if (face) return [face, hero({ ...model, text: model.value ? undefined : model.text, detail: undefined }, true)];
    return [hero(model), chart(model) ?? rows(model) ?? bar(model)];
  },
  medium(model) {
    const [face, series, list] = [dial(model), chart(model), rows(model)];
    if (face) return [face, box("side", hero(model, true), list ?? series)];
    if (series && list) return [box("side", hero(model), series), list];
    return [hero(model), list ?? series ?? bar(model)];
  },
  large(model) {
    const face = dial(model);
    const top = box("top", hero(model, face !== undefined), face);
    return [box("side", top, chart(model), face ? undefined : bar(model)), rows(model)];
  },
};
families.extraLarge = families.large;

/** Draws a content in a place of a tile, which has its tint; returns what it says. */
export function draw(place, content, family, tile) {
  const model = content ? read(content) : undefined;
  const layout = families[family] ?? families.small;
  // The style of the largest adds to that of large.
  place.className = family === "extraLarge" ? "content large extraLarge" : `content ${family}`;
  tile.dataset.tint = model?.tint ?? model?.gauge?.tint ?? "";
  place.dataset.tint = model?.gauge?.tint ?? model?.tint ?? "";
  place.replaceChildren(...(model ? layout(model).filter(Boolean) : []));
  return model;
}
