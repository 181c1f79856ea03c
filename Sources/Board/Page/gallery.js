// The gallery: what may be placed, how it looks, and the form for its configuration.

import { call } from "/service.js";
import { sentence } from "/content.js";
import { draw } from "/drawing.js";
import { copyOf, create, fail, partsOf } from "/elements.js";

const dialog = document.getElementById("gallery");

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

dialog.addEventListener("close", () => dialog.querySelector(".offers").replaceChildren());

/** Asks for all kinds that may be placed, with their names in the language of the browser. */
export async function listKinds() {
  const { kinds } = await call("/kinds", { locale: navigator.language.replace("-", "_") });
  return kinds;
}

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
    const place = create("div", undefined, { "aria-hidden": "true" });
    const label = `Add ${kind.appName ?? app}: ${kind.name ?? name}`;
    const button = create("button", place, { class: "preview", type: "button", "data-family": family, "aria-label": label });
    draw(place, content, family, button);
    button.addEventListener("click", openGallery);
    return create("li", [button, create("p", kind.name ?? kind.appName ?? name)]);
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
  const { heading, summary, list } = partsOf(dialog, { heading: "h2", summary: ".summary", list: ".offers" });
  heading.textContent = title;
  summary.textContent = "";
  list.replaceChildren();
  dialog.showModal();
  try {
    list.replaceChildren(...(await offers()).map((offer) => offer.element));
    if (list.children.length === 0) summary.textContent = blank;
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
    this.element = copyOf("offer");
    this.element.offer = this;
    this.element.dataset.kind = `${kind.app}/${kind.kind}`;
    Object.assign(this, partsOf(this.element, {
      form: "form", button: "button", tile: ".preview", content: ".content", sentence: ".sentence", absence: ".absence",
    }));
    const { title, app, description, list } = partsOf(this.form, { title: "h3", app: ".app", description: ".description", list: ".fields" });
    const appName = kind.appName ?? kind.app;
    title.textContent = kind.name ?? kind.kind;
    app.textContent = kind.wantsLocation ? `${appName} · wants the location` : appName;
    description.textContent = kind.description ?? "";
    const { families: offered, configuration: { properties = {}, required = [] } = {} } = kind;
    const size = { title: "Size", type: "string", enum: offered, default: offered[0] };
    const family = offered.length > 1 ? [new Field("", size, widget?.family, true, (name) => families[name] ?? name)] : [];
    this.fields = family.concat(Object.entries(properties).map(([name, property]) =>
      new Field(name, property, widget?.configuration[name], required.includes(name))));
    list.append(...this.fields.map((field) => field.row));
    this.button.textContent = widget ? "Change" : "Add";
    this.button.setAttribute("aria-label", `${this.button.textContent} ${appName}: ${title.textContent}`);
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.add();
    });
    this.form.addEventListener("input", () => {
      clearTimeout(this.timer);
      // Another preview is asked for when the form has not changed for 300 ms.
      this.timer = setTimeout(() => this.preview(), 300);
    });
    observer.observe(this.element);
  }

  /** What the form says: the family and the configuration. */
  get setup() {
    const known = this.fields.map(({ name, value }) => [name, value]).filter(([, value]) => value !== undefined);
    const { "": family, ...values } = Object.fromEntries(known);
    const configuration = Object.keys(values).length > 0 ? values : undefined;
    return { app: this.kind.app, kind: this.kind.kind, user: this.kind.user, family, configuration };
  }

  /** Shows what the widget would look like. */
  preview() {
    previews = previews.then(async () => {
      if (!dialog.open || !this.form.checkValidity()) return;
      const setup = this.setup;
      try {
        const { content, absence } = await call("/snapshot", setup);
        const family = setup.family ?? this.kind.families[0];
        this.tile.dataset.family = family;
        this.tile.classList.toggle("placeholder", absence !== undefined);
        const shown = draw(this.content, content, family, this.tile);
        this.sentence.textContent = shown ? sentence(shown) : "";
        this.absence.textContent = absences[absence] ?? "";
        fail(this.element);
      } catch (error) { fail(this.element, error.message); }
    });
  }

  async add() {
    this.button.disabled = true;
    try {
      const { setup } = this;
      const change = { widget: this.widget?.widget, family: setup.family, configuration: setup.configuration };
      const { widget } = this.widget ? await call("/configure", change) : await call("/place", setup);
      dialog.close();
      // Nothing behind an open dialog takes the keyboard.
      if (widget) dispatchEvent(new CustomEvent("placed", { detail: widget }));
    } catch (error) { fail(this.element, error.message); }
    this.button.disabled = false;
  }
}

/** One field of the form. */
class Field {
  constructor(name, property, present = property.default, isRequired, textOf = String) {
    const { type, title = name, description, enum: choices, minimum = "", maximum = "" } = property;
    [this.name, this.type] = [name, type];
    if (choices) {
      // Without a present value, nothing is chosen until the person chooses.
      const none = (!isRequired || present === undefined) && create("option", "", { value: "" });
      this.input = create("select", [none, choices.map((value) => create("option", textOf(value), { value }))]);
    } else {
      const kinds = { boolean: "checkbox", integer: "number", number: "number" };
      this.input = create("input", undefined, { type: kinds[type] ?? "text", min: minimum, max: maximum });
      if (type === "number") this.input.step = "any";
    }
    this.input.required = isRequired && type !== "boolean";
    if (present !== undefined) this.input[type === "boolean" ? "checked" : "value"] = present;
    const words = [create("span", title), this.input, description && create("small", description)];
    this.row = create("label", words, { class: "field" });
  }

  /** The value; undefined if the field is empty, which means the default of the kind. */
  get value() {
    if (this.type === "boolean") return this.input.checked;
    if (this.input.value === "") return undefined;
    return ["integer", "number"].includes(this.type) ? Number(this.input.value) : this.input.value;
  }
}
