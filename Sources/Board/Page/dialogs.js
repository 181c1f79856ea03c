// What lies behind a card.

import { create, fail } from "/elements.js";
import { call } from "/service.js";
import { confirmation } from "/questions.js";
import { sentence } from "/trace.js";
import { timeOfDay } from "/cards.js";

for (const dialog of document.querySelectorAll("dialog")) {
  dialog.querySelector("[data-close]").addEventListener("click", () => dialog.close());
  // A press beside the dialog closes it.
  dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
}

/** Closes the dialogs of a card, or all. */
export function closeDialogs(card) {
  for (const dialog of document.querySelectorAll("dialog[open]")) {
    const own = { details: shown, permission: permitted }[dialog.id];
    if (card === undefined || card === own) dialog.close();
  }
}

// Details

const details = document.getElementById("details");
const remove = details.querySelector("[data-remove]");
let shown;
let openPermission;
let openChange;

// What a dialog showed of a widget does not stay behind it.
details.addEventListener("close", () => {
  if (details.open) return;
  for (const place of details.querySelectorAll(".summary, .checks, .history ol, .names")) place.replaceChildren();
  shown = undefined;
});

/** Sets what changes a widget, which is in a module that needs this one. */
export function onChange(action) { openChange = action; }

details.querySelector("[data-change]").addEventListener("click", () => {
  const card = shown;
  details.close();
  openChange(card);
});

remove.addEventListener("click", async () => {
  // What is removed is gone, so the first press only asks.
  if (!remove.classList.contains("armed")) {
    remove.classList.add("armed");
    remove.textContent = "Remove for good";
    return;
  }
  try {
    await call("/remove", { widget: shown.name });
    details.close();
  } catch (error) { fail(details, error.message); }
});

details.querySelector("[data-permit]").addEventListener("click", () => {
  const card = shown;
  details.close();
  openPermission(card);
});

/** What decides, in a sentence for the person; it begins what is shown, and the service's list follows. */
const meanings = {
  registered: (name) => `${name} no longer offers this widget.`,
  purposeStated: (name) => `${name} does not say what the location is for, so it cannot have it.`,
  servicesOn: () => "Location services are off.",
  allowedByPolicy: (name) => `The administrator of this machine forbids ${name} the location.`,
  appAuthorized: (name) => `${name} may not know where you are: you have not allowed it.`,
  widgetsAuthorized: (name) => `You have allowed ${name} the location, but not its widgets.`,
  notPaused: () => "You have paused the location of all apps.",
  inUse: (name) => `${name} learns where you are while it is in view, and it was not in view lately.`,
  fixFresh: () => "No receiver knows where this machine is now.",
  fixBelieved: () => "What the receiver says is in doubt, so nobody is told.",
  budgetAllows: (name) => `${name} was updated often today, and has to wait.`,
  providerConnected: (name) => `The program of ${name} is not running.`,
  providerAnswered: (name) => `${name} is making its new content.`,
  providerSucceeded: (name) => `${name} failed lately, and is asked again soon.`,
};

/** Returns an explanation of the service as a sentence for the person. */
function meaning(card, { decisive, checks, summary }) {
  if (checks.some(({ check, holds }) => check === "wantsLocation" && holds === false)) return `${card.appName} does not use the location.`;
  if (decisive === undefined) return `${card.appName} may know where you are, and gets it with its next update.`;
  return meanings[decisive]?.(card.appName) ?? sentence(summary);
}

/** Shows why a widget gets a location or gets none. */
export async function explain(card) {
  shown = card;
  fail(details);
  remove.classList.remove("armed");
  remove.textContent = "Remove";
  details.querySelector("h2").textContent = card.appName;
  details.querySelector(".summary").textContent = "";
  details.querySelector(".checks").replaceChildren();
  details.querySelector(".history").hidden = true;
  details.querySelector(".names").textContent = `${card.name} · ${card.view.app} · ${card.view.kind}`;
  if (!details.open) details.showModal();
  let answer;
  try {
    answer = await call("/explain", { widget: card.name });
  } catch (error) {
    fail(details, error.message);
    return;
  }
  if (shown !== card) return;
  details.querySelector(".summary").textContent = meaning(card, answer);
  details.querySelector(".checks").replaceChildren(...answer.checks.map((check) => {
    const item = create("li", undefined, { "data-holds": String(check.holds) });
    const isDecisive = check.check === answer.decisive;
    // What does not hold and decides nothing is no fault: it is no reason for a reload, or comes after what decides.
    const sign = check.holds === true ? ["✓", "yes: "] : [isDecisive ? "✗" : "–", check.holds === false ? "no: " : "not known: "];
    const mark = create("span", sign[0], { "aria-hidden": "true" });
    const text = create("span");
    text.append(create("span", sign[1], { class: "unseen" }), check.text);
    item.append(mark, text);
    if (isDecisive) item.classList.add("decisive");
    return item;
  }));
  const history = details.querySelector(".history");
  history.hidden = answer.decisions.length === 0;
  history.querySelector("ol").replaceChildren(...answer.decisions.reverse().map((decision) => {
    const item = create("li");
    item.append(create("time", timeOfDay(new Date(decision.time)), { datetime: decision.time }), decision.text);
    return item;
  }));
}

// Permission

const permission = document.getElementById("permission");
let permitted;

for (const button of permission.querySelectorAll("footer button")) {
  button.addEventListener("click", async () => {
    const isAllowed = button.value !== "denied";
    try {
      const { prompt } = await call("/authorize", {
        app: permitted.view.app,
        status: button.value,
        widgets: isAllowed ? "granted" : "refused",
        ...(isAllowed ? { accuracy: permission.querySelector("input:checked").value } : {}),
      });
      if (!prompt) permission.close();
      else {
        permission.querySelector(".summary").textContent = confirmation;
        permission.querySelector(".summary").setAttribute("role", "status");
      }
    } catch (error) { fail(permission, error.message); }
  });
}

/** Asks whether an app's widgets may know the location. */
export function permit(card) {
  permitted = card;
  fail(permission);
  permission.querySelector("h2").textContent = `May ${card.appName} know the location?`;
  permission.querySelector(".summary").textContent =
    "This counts for the app and all of its widgets. You can change it here at any time.";
  permission.showModal();
}
openPermission = permit;
