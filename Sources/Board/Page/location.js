// Which apps may know where the person is, who knows now, and who has known. What takes away counts at once; what gives
// an app more is a question to the person, who is asked elsewhere.

import { copyOf, create, fail, shape, timeOfDay, warn } from "/elements.js";
import { confirmation, showQuestions } from "/questions.js";
import { call, follow } from "/service.js";

const find = (id) => document.getElementById(id);
const [content, toast] = ["content", "toast"].map(find);
const rows = new Map();

/** The app whose card on the board has led here. */
const wanted = new URLSearchParams(location.search).get("app");
const nothing = { accesses: [], apps: [], consumers: [], services: { on: true }, agents: 0 };
let state = nothing;

// Words

const grounds = {
  inView: "its widget was in view", inUseWindow: "its widget was in view shortly before",
  appInUse: "it was in use", backgroundSession: "it was in use in the background", always: "it may always know",
  sharedOnce: "you shared it once, by a click",
};
const limits = {
  forbidden: "The administrator forbids it.", whenInUseOnly: "The administrator allows it only while in use.",
  reducedAccuracy: "The administrator allows the area only.", servicesOff: "Location is switched off for all apps.",
};
const fields = {
  status: ["May know", {
    authorizedAlways: "Always", authorizedWhenInUse: "While in use", once: "Once, the next time it is in use",
    notDetermined: "Ask me", denied: "Never",
  }],
  accuracy: ["How exactly", { reduced: "The area (5 km)", full: "Exactly" }],
  widgets: ["Its widgets too", { undecided: "Ask me", granted: "Yes", refused: "No" }],
  span: ["For how long", {
    "": "Until I change it", hour: "For an hour", day: "For a day", week: "For a week", date: "Until a time…",
  }],
};
const day = (date) => new Intl.DateTimeFormat(undefined, { weekday: "long", day: "numeric", month: "long" }).format(date);
const moment = (date) => `${isSameDay(date, new Date()) ? "today" : day(date)} at ${timeOfDay(date)}`;
const name = (app) => app.name ?? app.app;
const nameOf = (key) => state.apps.find(({ app }) => app === key)?.name ?? key;
const extent = (accuracy) => accuracy === "reduced" ? "the area" : "exactly";

function isSameDay(one, other) { return one.toDateString() === other.toDateString(); }

/** What an app may know, as a sentence. */
function standing(app) {
  const how = extent(app.accuracy);
  const widgets = app.status === "authorizedAlways" && !app.isProvisional || app.widgets !== "granted" ? "" : ", its widgets too";
  const end = app.until ? `, until ${moment(new Date(app.until))}` : "";
  if (app.isTemporary) return `Once, ${how}`;
  return {
    authorizedAlways: `${app.isProvisional ? "Always, to be confirmed" : "Always"}, ${how}${widgets}${end}`,
    authorizedWhenInUse: `While in use, ${how}${widgets}${end}`,
    denied: "Never", notDetermined: "You are asked", restricted: "Never",
  }[app.status];
}

// What is shown

function show() {
  content.hidden = false;
  find("nobody").hidden = state.agents > 0;
  showNow();
  const { services } = state;
  const pause = services.pause && !services.pause.endedAt ? services.pause : undefined;
  find("services").checked = services.on;
  find("services").disabled = services.offForEverybody;
  find("pause").textContent = services.offForEverybody ? "The administrator has switched location off."
    : pause ? `Paused until ${moment(new Date(pause.until))}: no app is told anything.` : "Not paused.";
  find("resume").hidden = !pause;
  for (const button of document.querySelectorAll("[data-pause]")) button.hidden = Boolean(pause);
  const [{ apps }, list] = [state, find("apps")];
  find("no-apps").hidden = apps.length > 0;
  for (const [key, row] of rows) if (!apps.some(({ app }) => app === key)) { row.element.remove(); rows.delete(key); }
  for (const [index, app] of apps.entries()) {
    const isNew = !rows.has(app.app);
    if (isNew) rows.set(app.app, new Row(app.app));
    const row = rows.get(app.app);
    if (list.children[index] !== row.element) list.insertBefore(row.element, list.children[index] ?? null);
    row.show(app);
    if (isNew && app.app === wanted) row.open();
  }
}

function showNow() {
  const items = [...Map.groupBy(state.consumers, ({ app }) => app)].map(([key, [{ ground }]]) => {
    const why = ground === "inUseWindow" ? "its widget was in view just before" : grounds[ground].replace("was", "is");
    return [nameOf(key), ` ${extent(state.apps.find(({ app }) => app === key)?.accuracy)}: ${why}`];
  });
  const texts = items.length ? items : [["No app", " knows where you are now."]];
  const list = find("now");
  // A live region says what changes in it, and only that.
  if (list.textContent === texts.flat().join("")) return;
  list.replaceChildren(...texts.map(([who, what]) =>
    create("li", [create("strong", who), create("span", what, { class: "standing" })])));
}

/** One app: what it may know, and the form that changes it. */
class Row {
  constructor(key) {
    this.element = copyOf("app");
    this.element.dataset.app = key;
    this.form = this.find("form");
    for (const [name, [label, choices]] of Object.entries(fields)) {
      const options = Object.entries(choices).map(([value, text]) => create("option", text, { value }));
      this.find("[data-until]").before(create("label", [label, create("select", options, { name })]));
    }
    this.form.addEventListener("input", () => { this.isEdited = true; this.arrange(); });
    this.form.addEventListener("submit", (event) => { event.preventDefault(); this.change(); });
    this.find("[data-forget]").addEventListener("click", () => {
      const words = `Forgotten what you decided about ${name(this.app)}. It has to ask again.`;
      this.decide("/forget", { app: this.app.app }, () => words);
    });
  }

  find(selector) { return this.element.querySelector(selector); }

  show(app) {
    this.app = app;
    this.set(".name", name(app));
    const waits = app.prompts.length > 0 ? " · a question waits" : "";
    this.set(".standing", standing(app) + waits);
    const last = state.accesses.find((access) => access.app === app.app);
    this.set(".last", last ? `Last learned ${moment(new Date(last.date))}, because ${grounds[last.ground]}` : "Has not learned it lately");
    this.set(".identity", [app.app, app.verificationText].filter(Boolean).join(", "));
    this.set(".limits", app.limits.map((limit) => limits[limit]).join(" "));
    if (this.isEdited) return;
    this.shown = decided(app);
    const values = { ...this.shown, span: app.until ? "date" : "" };
    for (const [field, value] of Object.entries(values)) this.form.elements[field].value = value;
    this.arrange();
  }

  /** Opens it for a person who comes from the card of one of its widgets, and so allows these too. */
  open() {
    const { status, widgets } = this.form.elements;
    const allow = () => { if (widgets.value === "undecided") widgets.value = "granted"; };
    status.addEventListener("input", allow, { once: true });
    this.find("details").open = true;
    this.element.scrollIntoView();
    status.focus();
  }

  set(selector, text) {
    const place = this.find(selector);
    if (place.textContent !== text) place.textContent = text;
  }

  arrange() {
    const { status, accuracy, widgets, span } = this.form.elements;
    const mayKnow = ["authorizedAlways", "authorizedWhenInUse"].includes(status.value);
    span.disabled = !mayKnow;
    widgets.disabled = status.value !== "authorizedWhenInUse";
    accuracy.disabled = !mayKnow && status.value !== "once";
    this.find("[data-until]").hidden = span.value !== "date" || !mayKnow;
  }

  /** What the form says, of which a disabled field says nothing else than is shown. */
  get chosen() {
    const { span, until, ...others } = { ...this.shown, ...Object.fromEntries(new FormData(this.form)) };
    const hours = { hour: 1, day: 24, week: 168 }[span];
    const after = hours && new Date(Date.now() + hours * 3_600_000).toISOString();
    return { ...others, until: span ? after ?? until : "" };
  }

  async change() {
    const { span, until } = this.form.elements;
    if (!span.disabled && span.value === "date" && !(new Date(until.value) > new Date())) {
      return fail(this.element, "Give a time to come.");
    }
    const changes = decision(this.app.app, this.shown, this.chosen);
    if (Object.keys(changes).length === 1) return fail(this.element, "Nothing is changed in the form.");
    await this.decide("/authorize", changes, (app) => `${name(app)}: ${standing(app).toLowerCase()}.`);
  }

  async decide(path, body, words) {
    const before = this.app;
    const undo = (after) => change("/authorize", decision(before.app, after ? decided(after) : {}, decided(before)));
    if (!await change(path, body, words, undo, (text) => fail(this.element, text))) return;
    this.isEdited = false;
    this.show(this.app);
  }
}

/** What is decided about an app, as the form shows it, with an end in whole minutes of local time. */
function decided({ isTemporary, choice, accuracy, widgets, until }) {
  const end = new Date(until);
  const local = until ? new Date(end - end.getTimezoneOffset() * 60_000).toISOString().slice(0, 16) : "";
  return { status: isTemporary ? "once" : choice, accuracy, widgets, until: local };
}

/** The decision that changes one into another: only what differs, because the rest need not be a decision. */
function decision(app, from, { status, accuracy, widgets, until }) {
  const isOther = status !== from.status || until !== from.until;
  if (status === "once") return isOther || accuracy !== from.accuracy ? { app, once: true, accuracy } : { app };
  return {
    app,
    ...(accuracy !== from.accuracy && { accuracy }),
    ...(widgets !== from.widgets && { widgets }),
    ...(isOther && { status, until: until ? new Date(until).toISOString() : undefined }),
  };
}

/** Changes something, and says what was done, with its undoing, or what waits for the person; returns whether it succeeded. */
async function change(path, body, words = () => "Done.", undo, complain = warn) {
  complain();
  try {
    const { app, prompt } = await call(path, body);
    toast.dataset.waits = prompt ?? "";
    toast.hidden = false;
    const [text, button] = toast.children;
    text.textContent = prompt ? `Nothing is given yet. ${confirmation}` : words(app);
    button.hidden = Boolean(prompt) || !undo;
    button.onclick = () => undo(app);
    await refresh();
    return true;
  } catch (error) {
    complain(error.message);
    // What was clicked shows again what counts.
    show();
    return false;
  }
}

find("services").addEventListener("change", ({ target }) => {
  const switchOn = () => change("/services", { on: true });
  if (!target.checked) return change("/services", { on: false }, () => "No app may know where you are now.", switchOn);
  // It is on when the person has confirmed it.
  target.checked = false;
  return switchOn();
});
const resume = () => change("/resume", {});
for (const button of document.querySelectorAll("[data-pause]")) {
  button.addEventListener("click", () => {
    const end = new Date();
    if (button.dataset.pause === "hour") end.setHours(end.getHours() + 1); else end.setHours(24, 0, 0, 0);
    change("/pause", { until: end.toISOString() }, () => `Paused until ${moment(end)}.`, resume);
  });
}
find("resume").addEventListener("click", resume);

// The access log as a day

/** How many days before today the day is that is shown. */
let daysBack = 0;

function chosenDay() {
  const date = new Date();
  date.setDate(date.getDate() - daysBack);
  return date;
}

function showDay() {
  const shownDay = chosenDay();
  find("day").dataset.date = shownDay.toDateString();
  find("day-title").textContent = `Who knew ${daysBack ? `on ${day(shownDay)}` : "today"}`;
  find("later").disabled = daysBack === 0;
  const oldest = state.accesses.at(-1);
  find("earlier").disabled = !oldest || new Date(oldest.date) >= new Date(shownDay.toDateString());
  const ofDay = state.accesses.filter(({ date }) => isSameDay(new Date(date), shownDay));
  const open = new Set([...document.querySelectorAll("#day details[open]")].map((one) => one.closest("li").dataset.app));
  const items = [...Map.groupBy(ofDay, ({ app }) => app)].map(([key, records]) => {
    const times = `${records.length === 1 ? "once" : `${records.length} times`}, last at ${timeOfDay(new Date(records[0].date))}`;
    const [who, when] = [create("span", nameOf(key), { class: "name" }), create("span", times, { class: "standing" })];
    const list = create("ol", records.slice(0, 100).map(({ date, accuracy, ground }) =>
      create("li", `${timeOfDay(new Date(date))} ${extent(accuracy)}, because ${grounds[ground]}`)));
    const quarters = new Set(records.map(({ date }) => {
      const at = new Date(date);
      return at.getHours() * 4 + Math.floor(at.getMinutes() / 15);
    }));
    const marks = [...quarters].map((x) => shape("rect", { x, y: 0, width: 1, height: 4 }));
    return create("li", [
      create("details", [create("summary", [who, " ", when]), list], open.has(key) ? { open: "" } : {}),
      shape("svg", { viewBox: "0 0 96 4", preserveAspectRatio: "none", "aria-hidden": "true" }, ...marks),
    ], { class: "learned", "data-app": key });
  });
  find("day").replaceChildren(...(items.length ? items : [create("li", "Nobody.", { class: "quietly" })]));
}

find("earlier").addEventListener("click", () => { daysBack += 1; showDay(); });
find("later").addEventListener("click", () => { daysBack -= 1; showDay(); });

// What is known

/** What the notice says about a reading, which goes with the next one. */
let problem = "";

/** Shows nothing of the person any more, because the page may not. */
function lock() {
  state = nothing;
  for (const list of ["apps", "now", "day"]) find(list).replaceChildren();
  rows.clear();
  showQuestions([]);
  [content.hidden, toast.hidden, find("locked").hidden] = [true, true, false];
  warn();
}

let last = Promise.resolve();
let waiting = 0;

/** Reads everything again, after what is read now. */
function refresh() {
  if (waiting > 1) return last;
  waiting += 1;
  last = last.then(read).finally(() => { waiting -= 1; });
  return last;
}

async function read() {
  try {
    const known = await call("/permissions");
    const hasNews = JSON.stringify(known.latest) !== JSON.stringify(state.accesses[0]);
    const { accesses } = hasNews ? await call("/accesses") : state;
    state = { ...known, accesses };
    show();
    // Today becomes another day at midnight.
    if (hasNews || find("day").dataset.date !== chosenDay().toDateString()) showDay();
    if (find("notice").textContent === problem) warn();
  } catch (error) {
    if (error.isLocked) return lock();
    problem = error.message;
    warn(problem);
  }
}

let anchor = {};

follow((name, event) => {
  if (name === "anchor") anchor = event;
  // The alarm about an anchor is on the board, which the person may have forgotten to go back to.
  if (wanted && (anchor.alarm || anchor.down && event.state === "lost")) location.assign("/");
  if (name === "questions") {
    showQuestions(event.questions);
    const { waits } = toast.dataset;
    if (waits && !event.questions.some(({ prompt }) => prompt === waits)) toast.hidden = true;
  }
  // Whatever ends a question may have changed a permission.
  if (["questions", "service"].includes(name)) refresh();
}, (failure) => { if (failure?.isLocked) lock(); });
setInterval(() => { if (!document.hidden && find("locked").hidden) refresh(); }, 5000);
refresh();
