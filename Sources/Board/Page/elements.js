// Pieces of the pages.

/** Returns a new element with texts and elements in it; missing ones, and undefined attributes, are left out. */
export function create(name, content, attributes = {}) {
  return fill(document.createElement(name), attributes, [content]);
}

/** Returns a new shape of a drawing. */
export function shape(name, attributes, ...children) {
  return fill(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, children);
}

function fill(element, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) if (value !== undefined) element.setAttribute(key, value);
  element.append(...children.flat(Infinity).filter(Boolean));
  return element;
}

/** Returns a new element of a template. */
export function copyOf(template) { return document.getElementById(template).content.firstElementChild.cloneNode(true); }

/** Returns parts of an element by their names, each found by its selector. */
export function partsOf(element, selectors) {
  return Object.fromEntries(Object.entries(selectors).map(([name, selector]) => [name, element.querySelector(selector)]));
}

/** Returns the time of day. */
export function timeOfDay(date) {
  return new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit" }).format(date);
}

/** Shows a notice above all; without a text, none. */
export function warn(text, reason) {
  const notice = document.getElementById("notice");
  // A board without cards says it in their place.
  notice.hidden = !text || document.getElementById("blank")?.hidden === false;
  // What is read aloud is read once.
  if (notice.textContent === (text || "") + (reason || "")) return;
  notice.textContent = text || "";
  if (reason) notice.append(create("small", reason));
}

/** Shows in a part of a page why something failed; without a text, nothing failed. */
export function fail(part, text) {
  const place = part.querySelector(".failure");
  place.textContent = text ?? "";
  place.hidden = !text;
}

/** Returns a text of the service as a sentence. */
export function sentence(text) {
  const whole = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.?!]$/.test(whole) ? whole : `${whole}.`;
}
