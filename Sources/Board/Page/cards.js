// The cards of widgets.

import { sentence } from "/content.js";
import { draw, icon } from "/drawing.js";

const template = document.getElementById("card");

/** Returns the time of day. */
export function timeOfDay(date) {
  return new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit" }).format(date);
}

/** Returns how long ago something was, in a few words; of what will not change for now, when it was. */
function age(date, isOver) {
  const minutes = Math.round((Date.now() - date) / 60_000);
  if (isOver && minutes < 12 * 60) return `at ${timeOfDay(date)}`;
  if (minutes < 1) return "just now";
  if (minutes < 60) return `${minutes} min ago`;
  if (minutes < 12 * 60) return `at ${timeOfDay(date)}`;
  return new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" })
    .format(date);
}

/** What a card says about the condition that keeps it from the location. The whole explanation is behind its button. */
const obstacles = {
  registered: "Its app no longer offers it",
  purposeStated: "Its app does not say what the location is for",
  servicesOn: "Location services are off",
  allowedByPolicy: "The administrator forbids the location",
  appAuthorized: "Not allowed",
  widgetsAuthorized: "Not allowed for widgets",
  inUse: "Updates while it is in view",
  fixFresh: "No position yet",
  providerConnected: "Its app is not running",
  providerAnswered: "Its app is working on it",
  providerSucceeded: "Its app failed, and is asked again soon",
};

/** What a card says of itself while it knows no reason. */
const states = {
  waiting: ["wait", "Waiting for its first content"],
  denied: ["bad", "Not allowed"],
  unavailable: ["warn", "No location"],
};

/** What a content can offer, in the words of this page. */
const links = {
  explain: { words: "Why?", action: "explain" },
  configure: { words: "Change…", action: "change" },
  permission: { words: "Permission…", action: "permit" },
};

const stillness = matchMedia("(prefers-reduced-motion: reduce)");

/** The families without room for a name. */
const small = new Set(["inline", "circular", "rectangular"]);

/** One widget. */
export class Card {
  constructor(name, actions) {
    this.name = name;
    this.element = template.content.firstElementChild.cloneNode(true);
    this.element.dataset.widget = name;
    this.article = this.element.querySelector("article");
    this.title = this.element.querySelector("h2");
    this.title.id = `title-${name}`;
    this.article.setAttribute("aria-labelledby", this.title.id);
    this.header = this.element.querySelector("header");
    this.sentence = this.element.querySelector(".sentence");
    this.content = this.element.querySelector(".content");
    this.state = this.element.querySelector(".state");
    this.allow = this.element.querySelector("[data-allow]");
    this.allow.addEventListener("click", () => actions.permit(this));
    this.share = this.element.querySelector("[data-share]");
    this.share.addEventListener("click", () => actions.share(this));
    this.why = this.element.querySelector("[data-why]");
    this.why.addEventListener("click", () => actions.explain(this));
    this.link = this.element.querySelector("[data-link]");
    this.link.addEventListener("click", () => actions[links[this.shown?.link]?.action]?.(this));
    this.appName = "";
    this.reason = null;
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
    this.shown = draw(this.content, view.entry?.content ?? view.placeholder, view.family);
    const { tint, icon: name, gauge } = this.shown ?? {};
    this.article.dataset.tint = tint ?? gauge?.tint ?? "";
    this.header.querySelector(".glyph")?.remove();
    if (name) this.header.prepend(icon(name));
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
    this.why.title = "Why?";
    this.share.setAttribute("aria-label", `Share the location once: ${app}`);
    this.allow.setAttribute("aria-label", `Allow ${app} to know the location…`);
  }

  /** Shows why there is no location, by an explanation of the service. */
  explain({ decisive, checks }) {
    this.reason = decisive === undefined ? "Updates soon"
      : obstacles[decisive] ?? checks.find(({ check }) => check === decisive)?.text;
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
    const offer = this.allow.hidden ? links[this.shown?.link]?.words : undefined;
    this.link.hidden = !offer;
    this.link.textContent = offer ?? "";
  }
}
