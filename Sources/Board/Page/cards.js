// The cards of widgets.

const template = document.getElementById("card");

/** Returns the time of day. */
export function timeOfDay(date) {
  return new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit" }).format(date);
}

/** Returns how long ago something was, in a few words. */
function age(date) {
  const minutes = Math.round((Date.now() - date) / 60_000);
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
    this.text = this.element.querySelector(".text");
    this.detail = this.element.querySelector(".detail");
    this.progress = this.element.querySelector("progress");
    this.state = this.element.querySelector(".state");
    this.allow = this.element.querySelector(".link");
    this.allow.addEventListener("click", () => actions.permit(this));
    this.share = this.element.querySelector("[data-share]");
    this.share.addEventListener("click", () => actions.share(this));
    const why = this.element.querySelector(".icon");
    why.addEventListener("click", () => actions.explain(this));
    this.why = why;
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
    const content = view.entry?.content ?? view.placeholder;
    const text = typeof content?.text === "string" ? content.text
      : content ? JSON.stringify(content) : "";
    const detail = typeof content?.detail === "string" ? content.detail : "";
    this.element.dataset.family = view.family;
    const isNew = this.text.textContent !== text;
    if (isNew) {
      this.text.textContent = text;
      this.text.classList.toggle("long", text.length > 28);
      this.text.classList.remove("new");
      // Reading a size starts the animation again.
      if (!isFirst && this.text.offsetWidth) this.text.classList.add("new");
    }
    this.detail.textContent = detail;
    const percentage = content?.percentage;
    this.progress.hidden = typeof percentage !== "number";
    if (this.progress.hidden) {
      this.progress.removeAttribute("value");
      this.progress.removeAttribute("aria-label");
    } else {
      this.progress.value = percentage;
      this.progress.setAttribute("aria-label", `${Math.round(percentage)} percent`);
    }
    this.article.dataset.status = view.entry ? view.status : view.placeholder ? "placeholder" : "waiting";
    this.refresh();
    return isNew && !isFirst && text ? `${this.appName}: ${text}${detail ? `, ${detail}` : ""}` : null;
  }

  /** Gives the card the name of its app. */
  rename(app) {
    this.appName = app;
    this.title.textContent = app;
    this.why.setAttribute("aria-label", `Why? ${app}`);
    this.why.title = "Why?";
    this.share.setAttribute("aria-label", `Share the location once: ${app}`);
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
      : words ?? age(new Date(this.view.entry.date));
    this.allow.hidden = this.view.status !== "denied";
    // What goes must not take the keyboard's place with it.
    if (this.view.shareable !== true && document.activeElement === this.share) this.why.focus();
    this.share.hidden = this.view.shareable !== true;
  }
}
