// The gallery: what may be placed, how it looks, and the form for its configuration.

import { call } from "/service.js";
import { sentence } from "/content.js";
import { draw } from "/drawing.js";
import { create, fail } from "/elements.js";

const dialog = document.getElementById("gallery");
const template = document.getElementById("offer");

/** The names of families, for people. */
const families = {
  small: "Small", medium: "Medium", large: "Large", extraLarge: "Extra large",
  circular: "Circle", rectangular: "Some lines", inline: "One line",
};

/** What a preview says that is no snapshot of the app. */
const absences = {
  noProvider: "Its app is not running, so this is no preview of its content.",
  failed: "Its app could make no preview.",
  late: "Its app made no preview in time.",
};

/** The pause after a change of the form before another preview is asked for, in milliseconds. */
const settling = 300;

dialog.addEventListener("close", () => dialog.querySelector(".offers").replaceChildren());

/** Asks for all kinds that may be placed, with their names in the language of the browser. */
export async function listKinds() {
  const { kinds } = await call("/kinds", { locale: navigator.language.replace("-", "_") });
  return kinds;
}

let onPlaced = () => {};

/** Sets what is done with a widget that was placed. */
export function setPlaced(action) { onPlaced = action; }

/** Shows in a list what some apps offer, so that a board without cards says what it is for. */
export async function showcase(list) {
  const kinds = await listKinds().catch(() => []);
  // An app that runs has a preview.
  const offered = kinds.sort((a, b) => Number(b.served) - Number(a.served)).slice(0, 4);
  const tiles = await Promise.all(offered.map(async (kind) => {
    const family = ["small", "medium", ...kind.families].find((each) => kind.families.includes(each));
    const { app, user, kind: name } = kind;
    const { content } = await call("/snapshot", { app, user, kind: name, family }).catch(() => ({}));
    if (!content) return [];
    const [item, button] = [create("li"), create("button", undefined, { class: "preview", type: "button", "data-family": family })];
    const place = create("div", undefined, { "aria-hidden": "true" });
    const shown = draw(place, content, family);
    button.dataset.tint = shown.tint ?? shown.gauge?.tint ?? "";
    button.setAttribute("aria-label", `Add ${kind.appName ?? app}: ${kind.name ?? name}`);
    button.addEventListener("click", () => openGallery());
    button.append(place);
    item.append(button, create("p", kind.name ?? kind.appName ?? name));
    return [item];
  }));
  list.replaceChildren(...tiles.flat());
}

/** Shows what may be placed. */
export function openGallery() {
  return fill("Add a widget", "No app offers a widget yet. Install one or start its program, and it appears here.",
    async () => (await listKinds()).map((kind) => new Offer(kind)));
}

/** Shows the form of a widget on the board, to change it. */
export function changeWidget(card) {
  return fill("Change the widget", "There is nothing to choose for this widget.", async () => {
    const [kinds, { widgets }] = await Promise.all([listKinds(), call("/widgets")]);
    const { app, user, kind: name } = card.view;
    const kind = kinds.find((other) => other.app === app && other.user === user && other.kind === name);
    const widget = widgets.find((other) => other.widget === card.name);
    return kind && widget ? [new Offer(kind, widget)].filter((offer) => offer.fields.length > 0) : [];
  });
}

/** Shows offers, or a text if there is none. */
async function fill(title, blank, offers) {
  fail(dialog);
  const summary = dialog.querySelector(".summary");
  const list = dialog.querySelector(".offers");
  dialog.querySelector("h2").textContent = title;
  summary.textContent = "";
  list.replaceChildren();
  dialog.showModal();
  try {
    const all = await offers();
    if (all.length === 0) summary.textContent = blank;
    list.replaceChildren(...all.map((offer) => offer.element));
  } catch (error) { fail(dialog, error.message); }
}

// The service makes few previews at a time, so they are asked for one after the other, and only those in view.
let previews = Promise.resolve();
const observer = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue;
    observer.unobserve(target);
    target.offer.preview();
  }
}, { root: dialog.querySelector(".scroll") });

/** One kind in the gallery, or a widget to be changed. */
class Offer {
  constructor(kind, widget) {
    this.kind = kind;
    this.widget = widget;
    this.element = template.content.firstElementChild.cloneNode(true);
    this.element.offer = this;
    this.element.dataset.kind = `${kind.app}/${kind.kind}`;
    const appName = kind.appName ?? kind.app;
    this.find("h3").textContent = kind.name ?? kind.kind;
    this.find(".app").textContent = kind.wantsLocation ? `${appName} · wants the location` : appName;
    this.find(".description").textContent = kind.description ?? "";
    this.form = this.find("form");
    this.fields = this.makeFields(kind);
    this.find(".fields").append(...this.fields.map((field) => field.row));
    const verb = widget ? "Change" : "Add";
    this.find("button").textContent = verb;
    this.find("button").setAttribute("aria-label", `${verb} ${appName}: ${kind.name ?? kind.kind}`);
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.add();
    });
    this.form.addEventListener("input", () => {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.preview(), settling);
    });
    observer.observe(this.element);
  }

  find(selector) { return this.element.querySelector(selector); }

  /** Returns the fields of the form: the family if there is a choice, and the properties of the configuration. */
  makeFields({ families: offered, configuration }) {
    const fields = [];
    if (offered.length > 1) {
      const choices = offered.map((family) => [family, families[family] ?? family]);
      fields.push(new Field("", { title: "Size", type: "string" }, choices, this.widget?.family ?? offered[0]));
    }
    const required = configuration?.required ?? [];
    for (const [name, property] of Object.entries(configuration?.properties ?? {})) {
      const choices = property.enum?.map((value) => [value, String(value)]);
      const present = this.widget?.configuration[name] ?? property.default;
      fields.push(new Field(name, property, choices, present, required.includes(name)));
    }
    return fields;
  }

  /** What the form says: the family and the configuration. */
  get setup() {
    const setup = { app: this.kind.app, kind: this.kind.kind, user: this.kind.user };
    const values = {};
    for (const field of this.fields) {
      const { value } = field;
      if (value === undefined) continue;
      if (field.name === "") setup.family = value; else values[field.name] = value;
    }
    if (Object.keys(values).length > 0) setup.configuration = values;
    return setup;
  }

  /** Shows what the widget would look like. */
  preview() {
    previews = previews.then(async () => {
      if (!dialog.open || !this.form.checkValidity()) return;
      const setup = this.setup;
      try {
        this.show(await call("/snapshot", setup), setup.family ?? this.kind.families[0]);
        this.fail();
      } catch (error) { this.fail(error.message); }
    });
  }

  show({ content, absence }, family) {
    const preview = this.find(".preview");
    preview.dataset.family = family;
    preview.classList.toggle("placeholder", absence !== undefined);
    const shown = draw(preview.querySelector(".content"), content, family);
    preview.dataset.tint = shown?.tint ?? shown?.gauge?.tint ?? "";
    this.find(".sentence").textContent = shown ? sentence(shown) : "";
    this.find(".absence").textContent = absences[absence] ?? "";
  }

  async add() {
    const button = this.find("button");
    button.disabled = true;
    try {
      const { family, configuration } = this.setup;
      if (this.widget) await call("/configure", { widget: this.widget.widget, family, configuration });
      const { widget } = this.widget ? {} : await call("/place", this.setup);
      dialog.close();
      // Nothing behind an open dialog takes the keyboard.
      if (widget) onPlaced(widget);
    } catch (error) { this.fail(error.message); }
    button.disabled = false;
  }

  fail(text) { fail(this.element, text); }
}

/** One field of the form. */
class Field {
  constructor(name, property, choices, initial, isRequired = false) {
    this.name = name;
    this.type = property.type;
    this.row = create("label", undefined, { class: "field" });
    this.row.append(create("span", property.title ?? name));
    if (choices) this.makeChoice(choices, isRequired); else this.makeInput(property);
    this.input.required = isRequired && this.type !== "boolean";
    if (initial !== undefined) {
      if (this.type === "boolean") this.input.checked = initial; else this.input.value = initial;
    }
    this.row.append(this.input);
    if (property.description) this.row.append(create("small", property.description));
  }

  makeChoice(choices, isRequired) {
    this.input = create("select");
    // Without a default, nothing is chosen until the person chooses.
    if (isRequired || this.name !== "") this.input.append(create("option", "", { value: "" }));
    this.input.append(...choices.map(([value, text]) => create("option", text, { value })));
  }

  makeInput({ type, minimum, maximum }) {
    const kinds = { boolean: "checkbox", integer: "number", number: "number" };
    this.input = create("input", undefined, { type: kinds[type] ?? "text" });
    if (type === "number") this.input.step = "any";
    if (minimum !== undefined) this.input.min = minimum;
    if (maximum !== undefined) this.input.max = maximum;
  }

  /** The value; undefined if the field is empty, which means the default of the kind. */
  get value() {
    if (this.type === "boolean") return this.input.checked;
    if (this.input.value === "") return undefined;
    return ["integer", "number"].includes(this.type) ? Number(this.input.value) : this.input.value;
  }
}
