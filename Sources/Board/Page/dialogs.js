// What lies behind a card.

import { obstacles } from "/cards.js";
import { create, fail, partsOf, sentence, timeOfDay } from "/elements.js";
import { changeWidget } from "/gallery.js";
import { call } from "/service.js";

for (const dialog of document.querySelectorAll("dialog")) {
  dialog.querySelector("[data-close]").addEventListener("click", () => dialog.close());
  // A press beside the dialog closes it.
  dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
}

/** Closes the dialogs of a card, or all. */
export function closeDialogs(card) {
  for (const dialog of document.querySelectorAll("dialog[open]")) {
    if (card === undefined || card === dialog.card) dialog.close();
  }
}

// Details

const details = document.getElementById("details");
const remove = details.querySelector("[data-remove]");

// What a dialog showed of a widget does not stay behind it.
details.addEventListener("close", () => {
  if (details.open) return;
  for (const place of details.querySelectorAll(".summary, .checks, .history ol, .names")) place.replaceChildren();
  details.card = undefined;
});

for (const [button, action] of [["[data-change]", changeWidget], ["[data-permit]", permit]]) {
  details.querySelector(button).addEventListener("click", () => {
    const { card } = details;
    details.close();
    action(card);
  });
}

remove.addEventListener("click", () => {
  // What is removed is gone, so the first press only asks.
  if (!remove.classList.contains("armed")) {
    remove.classList.add("armed");
    remove.textContent = "Remove for good";
    return;
  }
  call("/remove", { widget: details.card.name }).then(() => details.close(), (error) => fail(details, error.message));
});

/** Returns an explanation of the service as a sentence for the person. */
function meaning(card, { decisive, checks, summary }) {
  if (checks.some(({ check, holds }) => check === "wantsLocation" && holds === false)) return `${card.appName} does not use the location.`;
  if (decisive === undefined) return `${card.appName} may know where you are, and gets it with its next update.`;
  const words = obstacles[decisive]?.[1];
  return words ? words(card.appName) : sentence(summary);
}

/** Shows why a widget gets a location or gets none. */
export async function explain(card) {
  details.card = card;
  fail(details);
  remove.classList.remove("armed");
  remove.textContent = "Remove";
  const { title, summary, checks, history, decisions, names } = partsOf(details, {
    title: "h2", summary: ".summary", checks: ".checks", history: ".history", decisions: ".history ol", names: ".names",
  });
  title.textContent = card.appName;
  history.hidden = true;
  names.textContent = `${card.name} · ${card.view.app} · ${card.view.kind}`;
  if (!details.open) details.showModal();
  try {
    const answer = await call("/explain", { widget: card.name });
    if (details.card !== card) return;
    summary.textContent = meaning(card, answer);
    checks.replaceChildren(...answer.checks.map((check) => checkItem(check, check.check === answer.decisive)));
    history.hidden = answer.decisions.length === 0;
    decisions.replaceChildren(...answer.decisions.reverse().map(({ time, text }) =>
      create("li", [create("time", timeOfDay(new Date(time)), { datetime: time }), text])));
  } catch (error) { fail(details, error.message); }
}

function checkItem({ holds, text }, isDecisive) {
  // What does not hold and decides nothing is no fault: it is no reason for a reload, or comes after what decides.
  const [sign, word] = holds ? ["✓", "yes: "] : [isDecisive ? "✗" : "–", holds === false ? "no: " : "not known: "];
  const words = create("span", [create("span", word, { class: "unseen" }), text]);
  const content = [create("span", sign, { "aria-hidden": "true" }), words];
  return create("li", content, { "data-holds": holds, class: isDecisive ? "decisive" : "" });
}

/** Leads to the page about all apps, at the one of a card. */
export function permit({ view }) { location.assign(`/location?app=${encodeURIComponent(view.app)}`); }
