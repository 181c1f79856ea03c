// The questions of apps, and what was proposed. A page can refuse them; they are allowed elsewhere, so that nobody who
// only has the page can give a place away.

import { create, fail } from "/elements.js";
import { call } from "/service.js";

/** What to do about a change that the person has to confirm. */
export const confirmation =
  "Confirm it where you are asked: in a notification of your desktop, or with waymarkctl agent in a terminal.";

const questions = document.getElementById("questions");

/** The time in which a new question takes no answer, in milliseconds: a finger may have been on its way. */
const startle = 700;

/** Shows the first of the questions that wait, because one program may have many. */
export function showQuestions([first]) {
  for (const element of [...questions.children]) if (element.dataset.prompt !== first?.prompt) element.remove();
  const isNew = first && questions.children.length === 0;
  if (isNew) questions.append(question(first));
  questions.hidden = !first;
  // Whoever writes something, or has a dialog open, goes on with that.
  if (isNew && !document.activeElement?.closest("dialog, form")) questions.firstChild.focus();
}

function question(event) {
  const id = `question-${event.prompt}`;
  const texts = [["identity", event.who], ["purpose", event.why], ["end", event.end]].filter(([, text]) => text);
  const meanings = event.answers.map(({ label, meaning }) => [create("dt", label), create("dd", meaning)]);
  const buttons = event.answers.filter(({ allows }) => !allows).map(({ choice, label }) => {
    const button = create("button", label, { class: "quiet", type: "button", disabled: "" });
    button.addEventListener("click", () => {
      call("/answer", { prompt: event.prompt, choice }).catch((error) => fail(article, error.message));
    });
    return button;
  });
  const article = create("article", [
    create("h2", event.question, { id }), texts.map(([name, text]) => create("p", text, { class: name })),
    create("dl", meanings, { class: "meanings" }),
    create("p", confirmation, { class: "where" }), create("p", undefined, { class: "failure", role: "alert", hidden: "" }),
    create("div", buttons, { class: "buttons" }),
  ], { class: "question", tabindex: -1, "aria-labelledby": id, "data-prompt": event.prompt });
  setTimeout(() => { for (const button of buttons) button.disabled = false; }, startle);
  return article;
}
