// Pieces of the pages.

/** Returns a new element. */
export function create(name, text, attributes = {}) {
  const element = document.createElement(name);
  if (text !== undefined) element.textContent = text;
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

/** Returns a new shape of a drawing. */
export function shape(name, attributes, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

/** Shows in a part of a page why something failed; without a text, nothing failed. */
export function fail(part, text) {
  const place = part.querySelector(".failure");
  place.textContent = text ?? "";
  place.hidden = !text;
}
