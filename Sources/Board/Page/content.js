// What a content says, in the vocabulary of docs/content.md. Any program can have made it: what does not keep to the
// vocabulary is left out, lists and texts have an end, and numbers are finite.

/** The most of each list, and the most characters of each text. */
const limits = { rows: 16, zones: 8, figures: 128, words: 1000, label: 80, unit: 16, value: 24 };

const icons = new Set(("anchor arrow battery bell bicycle boat bolt bus calendar car check clock cloud compass drop flag fog "
  + "fuel gauge heart home info moon mountain person pin plane rain route snow star storm sun sunrise sunset thermometer "
  + "train walk warning wave wind work").split(" "));
const tints = new Set("red orange yellow green teal blue purple pink gray".split(" "));
const links = new Set(["explain", "configure", "permission"]);

const numbers = new Intl.NumberFormat(undefined, { maximumFractionDigits: 2 });

const isNumber = (value) => typeof value === "number" && Number.isFinite(value);
const word = (value, known) => known.has(value) ? value : undefined;
const object = (value) => typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined;
const list = (value, limit) => Array.isArray(value) && value.length <= limit ? value : [];
const text = (value, limit) => typeof value === "string" && value !== "" && value.length <= 2 * limit && [...value].length <= limit
  ? value : undefined;
const figure = (value) => isNumber(value) ? numbers.format(value) : text(value, limits.value);

function range(value) {
  const [low, high] = Array.isArray(value) && value.length === 2 && value.every(isNumber) ? value : [];
  return low < high && Number.isFinite(high - low) ? { low, high } : undefined;
}

function gauge(value) {
  if (!isNumber(object(value)?.value)) return undefined;
  const { low, high } = range(value.range) ?? { low: 0, high: 100 };
  const share = (number) => Math.min(Math.max((number - low) / (high - low), 0), 1);
  let last = low;
  const zones = list(value.zones, limits.zones).flatMap((zone) => {
    const tint = word(object(zone)?.tint, tints);
    if (!tint || !isNumber(zone.to) || zone.to <= last) return [];
    const piece = { from: share(last), to: share(zone.to), tint, end: zone.to };
    last = zone.to;
    return [piece];
  });
  const tint = zones.find(({ end }) => value.value <= end)?.tint;
  return { value: value.value, low, high, share: share(value.value), zones, tint };
}

function chart(value) {
  const values = list(object(value)?.values, limits.figures);
  const known = values.filter(isNumber);
  if (values.length < 2 || known.length === 0 || !values.every((each) => each === null || isNumber(each))) return undefined;
  const isBars = value.style === "bars";
  const own = { low: Math.min(...known, isBars ? 0 : Infinity), high: Math.max(...known, isBars ? 0 : -Infinity) };
  const { low, high } = range(value.range) ?? range([own.low, own.high]) ?? { low: own.low - 1, high: own.low + 1 };
  const ends = list(value.ends, 2).map((end) => text(end, limits.unit) ?? "");
  return { values, low, high, isBars, ends, last: known.at(-1), least: Math.min(...known), most: Math.max(...known) };
}

/** Reads a content; what it does not say is undefined or empty. */
export function read(content) {
  const rows = list(content.rows, limits.rows).flatMap((row) => {
    const label = text(object(row)?.label, limits.label);
    if (!label) return [];
    const value = figure(row.value);
    const unit = value && text(row.unit, limits.unit);
    return [{ label, value, unit, icon: word(row.icon, icons), tint: word(row.tint, tints) }];
  });
  const degrees = object(content.compass)?.degrees;
  const value = figure(content.value);
  const model = {
    text: typeof content.text === "string" ? content.text.slice(0, limits.words) : undefined,
    detail: typeof content.detail === "string" ? content.detail.slice(0, limits.words) : undefined,
    percentage: isNumber(content.percentage) ? Math.min(Math.max(content.percentage, 0), 100) : undefined,
    icon: word(content.icon, icons), tint: word(content.tint, tints), link: word(content.link, links),
    value, unit: value && text(content.unit, limits.unit), label: text(content.label, limits.label),
    gauge: gauge(content.gauge), rows, chart: chart(content.chart),
    compass: isNumber(degrees) && degrees >= 0 && degrees < 360 ? degrees : undefined,
  };
  // An object in other words than these is shown as it is.
  const says = [model.text, model.value, model.label, model.gauge, model.rows[0], model.chart, model.compass];
  if (says.every((part) => part === undefined)) model.text = JSON.stringify(content).slice(0, limits.words);
  return model;
}

const points = ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"];

/** Returns the letters of the nearest of eight directions. */
export function pointOf(degrees) {
  return points[Math.round(degrees / 45) % 8].replace(/(\w)\w*(?:-(\w)\w*)?/, "$1$2").toUpperCase();
}

/** Returns what a content says, as words to be read aloud. */
export function sentence({ text: words, detail, value, unit, label, gauge: meter, rows, chart: series, compass, percentage }) {
  if (words !== undefined) return [words, detail].filter(Boolean).join(", ");
  const whole = (number) => numbers.format(number);
  return [
    [label, value, unit].filter(Boolean).join(" "),
    detail,
    meter && `${value ? "" : `${whole(meter.value)}, `}in a range from ${whole(meter.low)} to ${whole(meter.high)}`,
    compass !== undefined && `${whole(compass)} degrees, ${points[Math.round(compass / 45) % 8]}`,
    series && `${series.values.length} values from ${whole(series.least)} to ${whole(series.most)}, the last ${whole(series.last)}`,
    ...rows.map((row) => [row.label, row.value, row.unit].filter(Boolean).join(" ")),
    percentage !== undefined && `${Math.round(percentage)} percent`,
  ].filter(Boolean).join(", ");
}
