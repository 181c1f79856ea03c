// The cards of widgets.

import { sentence } from "/content.js";
import { draw, icon } from "/drawing.js";
import { copyOf, partsOf, timeOfDay } from "/elements.js";

/** Returns how long ago something was, in a few words; of what will not change for now, when it was. */
function age(date, isOver) {
  const minutes = Math.round((Date.now() - date) / 60_000);
  if (minutes < 60 && !isOver) return minutes < 1 ? "just now" : `${minutes} min ago`;
  if (minutes < 12 * 60) return `at ${timeOfDay(date)}`;
  return new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" }).format(date);
}

/** The conditions for a location: what a card says when one keeps it from that, and what is said to a person who asks. */
export const obstacles = {
  registered: ["Its app no longer offers it", (name) => `${name} no longer offers this widget.`],
  purposeStated: ["Its app does not say what the location is for",
    (name) => `${name} does not say what the location is for, so it cannot have it.`],
  servicesOn: ["Location services are off", () => "Location services are off."],
  allowedByPolicy: ["The administrator forbids the location", (name) => `The administrator of this machine forbids ${name} the location.`],
  appAuthorized: ["Not allowed", (name) => `${name} may not know where you are: you have not allowed it.`],
  widgetsAuthorized: ["Not allowed for widgets", (name) => `You have allowed ${name} the location, but not its widgets.`],
  notPaused: ["You have paused the location", () => "You have paused the location of all apps."],
  inUse: ["Updates while it is in view", (name) => `${name} learns where you are while it is in view, and it was not in view lately.`],
  fixFresh: ["No position yet", () => "No receiver knows where this machine is now."],
  fixBelieved: ["The position is in doubt", () => "What the receiver says is in doubt, so nobody is told."],
  budgetAllows: ["Updated often today, and waits", (name) => `${name} was updated often today, and has to wait.`],
  providerConnected: ["Its app is not running", (name) => `The program of ${name} is not running.`],
  providerAnswered: ["Its app is working on it", (name) => `${name} is making its new content.`],
  providerSucceeded: ["Its app failed, and is asked again soon", (name) => `${name} failed lately, and is asked again soon.`],
};

/** What a card says of itself while it knows no reason. */
const states = {
  waiting: ["wait", "Waiting for its first content"],
  denied: ["bad", "Not allowed"],
  unavailable: ["warn", "No location"],
};

/** What a content can offer, in the words of this page. */
const links = { explain: "Why?", configure: "Change…", permission: "Permission…" };

const stillness = matchMedia("(prefers-reduced-motion: reduce)");

/** The families without room for a name. */
const small = new Set(["inline", "circular", "rectangular"]);

/** One widget. */
export class Card {
  constructor(name, actions) {
    this.name = name;
    this.element = copyOf("card");
    this.element.dataset.widget = name;
    Object.assign(this, partsOf(this.element, {
      article: "article", header: "header", title: "h2", sentence: ".sentence", content: ".content", state: ".state",
      allow: "[data-allow]", share: "[data-share]", why: "[data-why]", link: "[data-link]",
    }));
    this.title.id = `title-${name}`;
    this.article.setAttribute("aria-labelledby", this.title.id);
    this.allow.addEventListener("click", () => actions.permission(this));
    this.share.addEventListener("click", () => actions.share(this));
    this.why.addEventListener("click", () => actions.explain(this));
    this.link.addEventListener("click", () => actions[this.shown?.link]?.(this));
  }

  /** Whether it shows no location, so that its reader wants to know why. */
  get needsReason() {
    return this.view !== undefined && !["fix", "ready"].includes(this.view.status);
  }

  /** Shows what the service says; returns what is new to hear, if anything. */
  show(view) {
    const isFirst = this.view === undefined;
    if (this.view?.status !== view.status) this.reason = null;
    this.view = view;
    this.element.dataset.family = view.family;
    this.shown = draw(this.content, view.entry?.content ?? view.placeholder, view.family, this.article);
    this.header.querySelector(".glyph")?.remove();
    if (this.shown?.icon) this.header.prepend(icon(this.shown.icon));
    const text = this.shown ? sentence(this.shown) : "";
    const isNew = this.sentence.textContent !== text;
    if (isNew) {
      this.sentence.textContent = text;
      if (!isFirst && !stillness.matches) this.content.animate({ opacity: [0, 1], translate: ["0 0.15rem", "0"] }, 350);
    }
    this.article.dataset.status = view.entry ? view.status : view.placeholder ? "placeholder" : "waiting";
    this.refresh();
    return isNew && !isFirst && text ? `${this.appName}: ${text}` : null;
  }

  /** Gives the card the name of its app. */
  rename(app) {
    this.appName = app;
    this.title.textContent = app;
    this.element.title = small.has(this.view?.family) ? app : "";
    this.why.setAttribute("aria-label", `Why? ${app}`);
    this.share.setAttribute("aria-label", `Share the location once: ${app}`);
    this.allow.setAttribute("aria-label", `Allow ${app} to know the location…`);
  }

  /** Shows why there is no location, by an explanation of the service. */
  explain({ decisive, checks }) {
    this.reason = decisive === undefined ? "Updates soon"
      : obstacles[decisive]?.[0] ?? checks.find(({ check }) => check === decisive)?.text;
    this.refresh();
  }

  /** Shows the age, which grows. */
  refresh() {
    if (!this.view) return;
    const [tone, words] = states[this.view.status] ?? (this.view.entry ? ["good", null] : states.waiting);
    this.state.dataset.tone = tone;
    this.state.textContent = this.needsReason && this.reason ? this.reason
      : words ?? age(new Date(this.view.entry.date), document.body.classList.contains("stale"));
    this.allow.hidden = this.view.status !== "denied";
    // What goes must not take the keyboard's place with it.
    if (this.view.shareable !== true && document.activeElement === this.share) this.why.focus();
    this.share.hidden = this.view.shareable !== true;
    const offer = this.allow.hidden ? links[this.shown?.link] : undefined;
    this.link.hidden = !offer;
    this.link.textContent = offer ?? "";
  }
}
