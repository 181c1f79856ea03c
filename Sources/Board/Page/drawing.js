// How a content looks in each family. Texts become text, never markup; drawings come from the page's own files.

import { pointOf, read } from "/content.js";
import { create, shape } from "/elements.js";

const box = (name, ...children) => create("div", children, { class: name });

/** Returns the drawing of a name. */
export function icon(name, tint) {
  return shape("svg", { class: "glyph", "data-tint": tint }, shape("use", { href: `/icons.svg#${name}` }));
}

const words = (name, value) => value && create("p", value, { class: name });

/** A figure with its unit; how long it is decides how large it can be. */
function figure(value, unit) {
  const parts = [create("span", value, { class: "value" }), unit && create("span", unit, { class: "unit" })];
  const element = create("p", parts, { class: "figure" });
  element.style.setProperty("--length", value.length);
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
  const level = zones.length > 0 ? ["mark edge", "mark"].map((each) => arc(share, share + 0.0001, { class: each }))
    : share > 0 && arc(0, share, { class: "level" });
  const svg = shape("svg", { viewBox: "0 0 100 100" }, arc(0, 1, { class: "track" }),
    zones.map((zone) => arc(zone.from, zone.to, { class: "zone", "data-tint": zone.tint })), level);
  const foot = isSmall && name ? icon(name) : words("unit", unit);
  const parts = [svg, figure(value ?? String(gauge.value)), foot && box("foot", foot)];
  return create("div", parts, { class: "dial", "data-tint": tint });
}

function compassDial({ compass, value, unit }) {
  const turned = (name, d, angle) => shape("path", { class: name, d, transform: `rotate(${angle} 50 50)` });
  const ticks = Array.from({ length: 24 }, (_, index) =>
    index % 6 === 0 ? turned("tick main", "M50 2V8", 15 * index) : turned("tick", "M50 4V8", 15 * index));
  const svg = shape("svg", { viewBox: "0 0 100 100" }, shape("circle", { class: "rose", cx: 50, cy: 50, r: 33 }), ticks,
    turned("needle", "M50 1 58.5 18.5 50 14.5 41.5 18.500z", compass));
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
  return lines.length === 0 ? undefined : create("ul", lines.map(({ label, value, unit, icon: name, tint }) => create("li", [
    name && icon(name, tint), create("span", label, { class: "name" }),
    value && create("span", unit ? `${value} ${unit}` : value, { class: "amount" }),
  ])), { class: "rows" });
}

/** A level as a bar. */
function bar({ gauge, percentage }) {
  const share = gauge?.share ?? (percentage === undefined ? undefined : percentage / 100);
  if (share === undefined) return undefined;
  const element = create("div", create("span"), { class: "level-bar", "data-tint": gauge?.tint });
  element.firstChild.style.inlineSize = `${100 * share}%`;
  return element;
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
