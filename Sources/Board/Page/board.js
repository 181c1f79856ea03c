// The board: a stream of events while the page is visible, and reports of what is in view.

import { addHandles, arrangeCards, isArranging, reorder } from "/arrange.js";
import { Card } from "/cards.js";
import { closeDialogs, explain, permit } from "/dialogs.js";
import { create, sentence, timeOfDay, warn } from "/elements.js";
import { changeWidget, listKinds, openGallery, showcase } from "/gallery.js";
import { surround } from "/kiosk.js";
import { showQuestions } from "/questions.js";
import { ask, call, follow } from "/service.js";
import { Trace } from "/trace.js";

const [grid, lines, marks, blank, offers, receiver, add, arranger, alarm, announcer] =
  ["cards", "lines", "marks", "blank", "showcase", "receiver", "add", "arrange", "anchor", "announcer"]
    .map((id) => document.getElementById(id));

/** The list in which a family has its place; that of the cards for all others. */
const lists = { inline: lines, circular: marks, rectangular: marks };

const cards = new Map();
const actions = { explain, share, configure: changeWidget, permission: permit };
const trace = new Trace((on) => ask("/trace", { on }));
let order = [];
let anchor = {};
let kinds = [];
let state = "connecting";
let problem;
let toldAt = new Date();
let hasShowcase = false;

/** The widget that was placed here last, until it is shown. */
let placed;

// What is shown

const receive = {
  stream: ({ stream }) => view.report(stream),
  widgets: ({ widgets }) => {
    order = widgets;
    for (const name of cards.keys()) if (!order.includes(name)) drop(name);
    for (const list of [lines, marks, grid]) reorder(list, order);
  },
  widget: (event) => {
    if (!cards.has(event.widget)) {
      cards.set(event.widget, new Card(event.widget, actions));
      learnNames();
    }
    const card = cards.get(event.widget);
    const news = card.show(event);
    card.rename(title(event));
    place(card);
    announcements.withdraw(event.widget);
    if (news && view.elements.has(card.element)) announcements.add(event.widget, news);
    reasons.ask(card);
  },
  questions: ({ questions }) => showQuestions(questions),
  receivers: ({ receivers }) => {
    showReceiver(receivers);
    for (const card of cards.values()) reasons.ask(card);
  },
  anchor: (event) => {
    anchor = event;
    arrange();
  },
  trace: (event) => {
    trace.show(event);
    arrange();
  },
  service: (event) => {
    state = event.state;
    problem = event.problem;
    if (state === "connected") learnNames();
    arrange();
    const past = cards.size > 0 ? ` This is how it was at ${timeOfDay(toldAt)}.` : "";
    warn(state === "lost" && `${losses[problem][0]}.${past}`, event.reason && sentence(event.reason));
  },
};

/** Why there is no service, as a title, what to do, and perhaps the command that does it. */
const losses = {
  notRunning: ["The location service is not running", "The board shows its widgets as soon as it runs.", "systemctl start waymarkd"],
  notPermitted: ["You may not use the location service", "The owner of its socket decides who may.", null],
  olderService: ["The location service is older than the board", "Upgrade it, or restart it after an upgrade.", "systemctl restart waymarkd"],
  refused: ["The location service refuses the board", "Its log says more.", "journalctl -u waymarkd"],
};

/** Puts a card where it belongs, in the list of its family. */
function place(card) {
  const list = lists[card.view.family] ?? grid;
  if (card.element.parentElement === list) return;
  const focused = card.element.contains(document.activeElement) ? document.activeElement : undefined;
  const later = order.slice(order.indexOf(card.name) + 1).map((next) => cards.get(next)?.element);
  list.insertBefore(card.element, later.find((element) => element?.parentElement === list) ?? null);
  observer.observe(card.element);
  arrange();
  focused?.focus();
  if (isArranging && !card.article.inert) addHandles(card);
  if (card.name === placed) reveal(card);
}

/** Leads the person to a widget that she has placed. */
function reveal(card) {
  placed = undefined;
  card.element.scrollIntoView({ block: "nearest" });
  card.why.focus();
}

/** Gives the widget of a card the location once; the second press of two does nothing. */
function share(card) {
  if (card.isSharing) return;
  card.isSharing = true;
  setTimeout(() => { card.isSharing = false; }, 1000);
  ask("/share", { widget: card.name });
}

function drop(name) {
  const card = cards.get(name);
  announcements.withdraw(name);
  closeDialogs(card);
  observer.unobserve(card.element);
  view.set(card.element, false);
  const next = card.element.nextElementSibling ?? card.element.previousElementSibling;
  const hadFocus = card.element.contains(document.activeElement);
  card.element.remove();
  cards.delete(name);
  arrange();
  // The keyboard goes on where the card was.
  if (hadFocus) (next?.querySelector("[data-why]") ?? (add.hidden ? blank.querySelector(".primary") : add)).focus();
}

/** Shows the grid, or what there is instead. */
function arrange() {
  const isStale = state === "lost" || state === "unreachable";
  const { classList } = document.body;
  if (classList.contains("stale") !== classList.toggle("stale", isStale)) for (const card of cards.values()) card.refresh();
  arrangeAlarm(isStale && anchor.down === true);
  const isEmpty = cards.size === 0 && order.length === 0;
  const hasTrace = trace.event.on === true;
  grid.hidden = isEmpty && !hasTrace;
  for (const list of [lines, marks]) list.hidden = list.children.length === 0;
  add.hidden = isEmpty && !hasTrace || state !== "connected";
  arranger.hidden = cards.size < 2 || add.hidden;
  if (arranger.hidden && isArranging) arrangeCards(cards.values(), false);
  receiver.hidden = receiver.textContent === "" || state !== "connected";
  blank.hidden = !(isEmpty && !hasTrace && ["connected", "lost", "locked"].includes(state));
  const wantsShowcase = !blank.hidden && state === "connected";
  if (!wantsShowcase) offers.replaceChildren(); else if (!hasShowcase) showcase(offers);
  hasShowcase = wantsShowcase;
  if (blank.hidden) return;
  const [title, text, hint] = {
    connected: ["Nothing on the board yet", "Widgets come from apps on this machine.", null],
    lost: losses[problem],
    locked: ["This board is locked", "Open it with the file that this command makes:", "waymark-board --open"],
  }[state];
  const [heading, words, place] = blank.children;
  heading.textContent = title;
  words.textContent = text;
  place.hidden = hint === null;
  place.replaceChildren(create("code", hint ?? ""));
  blank.querySelector(".primary").hidden = state !== "connected";
}

function showReceiver(receivers) {
  const rank = ["fixed", "lost", "acquiring", "connecting", "absent", "ended", "off"];
  const best = [...receivers].sort((a, b) =>
    Number(b.followed) - Number(a.followed) || rank.indexOf(a.state) - rank.indexOf(b.state))[0];
  const [tone, text] = best === undefined ? ["warn", "No receiver"] : {
    fixed: ["good", best.accuracyMeters ? `Position within ${Math.max(1, Math.round(best.accuracyMeters))} m` : "Position"],
    lost: ["warn", "Position lost"],
    acquiring: ["wait", "Looking for a position"],
    connecting: ["wait", "Connecting to the receiver"],
    absent: ["warn", "Receiver not there"],
    ended: ["wait", "Recording ended"],
    off: ["wait", "Receiver off"],
  }[best.state] ?? ["wait", best.state];
  // No receiver of a real service has this name: theirs are URLs.
  const isSimulated = best?.name === "simulated";
  receiver.dataset.tone = isSimulated && tone === "good" ? "warn" : tone;
  receiver.textContent = isSimulated ? `Simulated: ${text.toLowerCase()}` : text;
  receiver.title = [best?.name, best?.reasonText].filter(Boolean).join(": ");
  arrange();
}

/** Shows the alarm about the boat's anchor; without the service nobody knows whether it holds. */
function arrangeAlarm(isUnknown) {
  alarm.hidden = !isUnknown && anchor.alarm !== true;
  const [heading, silence] = alarm.children;
  const text = isUnknown ? "Nobody knows whether the anchor holds" : sentence(anchor.text ?? "");
  // What is read aloud is read once.
  if (heading.textContent !== text) heading.textContent = text;
  silence.hidden = isUnknown;
  surround(trace.event.location, !alarm.hidden);
}

/** New contents, which are read aloud, the latest of each few seconds; what is said or withdrawn does not stay. */
const announcements = {
  waiting: new Map(),
  spoken: new Set(),

  add(name, text) {
    this.waiting.set(name, text);
    this.timer ??= setTimeout(() => this.speak(), 3000);
  },
  speak() {
    announcer.textContent = [...this.waiting.values()].join(". ");
    this.spoken = new Set(this.waiting.keys());
    // Long enough for screen readers to take it.
    this.timer = this.waiting.size > 0 ? setTimeout(() => this.speak(), 3000) : undefined;
    this.waiting.clear();
  },
  withdraw(name) {
    this.waiting.delete(name);
    if (this.spoken.delete(name)) announcer.textContent = "";
  },
};

/** Forgets all that the board has told this page. */
function forget() {
  receive.widgets({ widgets: [] });
  kinds = [];
  trace.show({ points: [] });
  showQuestions([]);
  anchor = {};
  showReceiver([]);
  closeDialogs();
  announcer.textContent = "";
}

/** Returns the title of a widget: its app, and its kind if the app has several. */
function title({ app, kind }) {
  const own = kinds.filter((other) => other.app === app);
  const name = own[0]?.appName ?? app;
  const isOneOfSeveral = own.some((other) => other.kind !== own[0].kind);
  return isOneOfSeveral ? `${name} · ${own.find((other) => other.kind === kind)?.name ?? kind}` : name;
}

let learning;

/** Learns the names of apps and kinds for people, once for all cards that need one. */
function learnNames() {
  // Without an answer there are the names as before, or the identifiers.
  learning ??= listKinds().catch(() => kinds).then((known) => {
    [kinds, learning] = [known, undefined];
    for (const card of cards.values()) card.rename(title(card.view));
  });
}

// What is in view

const view = {
  stream: null,
  number: 0,
  elements: new Set(),

  set(element, isSeen) {
    if (this.elements.has(element) === isSeen) return;
    if (isSeen) this.elements.add(element); else this.elements.delete(element);
    this.report();
  },
  report(stream = this.stream) {
    this.stream = stream;
    this.timer ??= setTimeout(async () => {
      this.timer = undefined;
      if (this.stream === null) return;
      this.number += 1;
      const names = [...this.elements].map((element) => element.dataset.widget).filter(Boolean);
      const report = { stream: this.stream, order: this.number, widgets: names, trace: this.elements.has(trace.element) };
      try { await call("/view", report); } catch { /* The stream has ended too, and the next one begins again. */ }
    }, 60);
  },
};

// A card is in view when half of it is, or when it fills half of the window.
const observer = new IntersectionObserver((entries) => {
  for (const entry of entries) {
    const isSeen = entry.intersectionRatio >= 0.5
      || entry.isIntersecting && entry.intersectionRect.height >= (entry.rootBounds?.height ?? Infinity) / 2;
    view.set(entry.target, isSeen);
    const card = isSeen && cards.get(entry.target.dataset.widget);
    if (card) reasons.ask(card);
  }
}, { threshold: [0, 0.25, 0.5, 0.75, 1] });

/** Asks for the reasons of cards that show no location, each at most once in two seconds. */
const reasons = {
  waiting: new Set(),

  ask(card) {
    if (!card.needsReason) return;
    this.waiting.add(card);
    this.timer ??= setTimeout(() => this.answer(), 400);
  },
  async answer() {
    for (const card of this.waiting) {
      this.waiting.delete(card);
      if (!card.needsReason || !view.elements.has(card.element) || state !== "connected") continue;
      try {
        const explanation = await call("/explain", { widget: card.name });
        if (card.needsReason) card.explain(explanation);
      } catch { break; }
    }
    this.timer = this.waiting.size > 0 ? setTimeout(() => this.answer(), 2000) : undefined;
  },
};

// Reasons have times in them, ages grow, and apps come that offer something.
setInterval(() => {
  if (hasShowcase && offers.children.length === 0) showcase(offers);
  for (const card of cards.values()) {
    card.refresh();
    if (!document.hidden) reasons.ask(card);
  }
}, 20_000);

grid.prepend(trace.element);
observer.observe(trace.element);
alarm.querySelector("button").addEventListener("click", () => ask("/silence-anchor"));
add.addEventListener("click", openGallery);
arranger.addEventListener("click", () => arrangeCards(cards.values(), !isArranging));
addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !isArranging) return;
  arrangeCards(cards.values(), false);
  arranger.focus();
});
blank.querySelector(".primary").addEventListener("click", openGallery);
addEventListener("placed", ({ detail: widget }) => {
  placed = widget;
  if (cards.has(widget)) reveal(cards.get(widget));
});
follow((name, event) => {
  if (state === "unreachable") state = "connecting";
  if (state !== "lost") toldAt = new Date();
  receive[name]?.(event);
}, (failure) => {
  view.stream = null;
  state = failure?.isLocked ? "locked" : "unreachable";
  if (failure?.isLocked) forget();
  arrange();
  warn(failure?.status > 0 ? failure.message : "The board does not answer. It goes on by itself when it is back.");
});
