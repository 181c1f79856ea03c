// The questions of apps, and what was proposed. A page can refuse them; they are allowed elsewhere, so that nobody who
// only has the page can give a place away.

import { call } from "/service.js";

/** What to do about a change that the person has to confirm. */
export const confirmation =
  "Confirm it where you are asked: in a notification of your desktop, or with waymarkctl agent in a terminal.";

const questions = document.getElementById("questions");
const template = document.getElementById("question");

/** The time in which a new question takes no answer, in milliseconds: a finger may have been on its way. */
const startle = 700;

/** Shows the first of the questions that wait, because one program may have many. */
export function showQuestions([first]) {
  for (const element of [...questions.children]) {
    if (element.dataset.prompt !== first?.prompt) element.remove();
  }
  if (first && questions.children.length === 0) questions.append(question(first));
  questions.hidden = !first;
}

function element(name, text, attributes = {}) {
  const made = document.createElement(name);
  made.textContent = text;
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

function question(event) {
  const article = template.content.firstElementChild.cloneNode(true);
  article.dataset.prompt = event.prompt;
  const title = article.querySelector("h2");
  title.textContent = event.question;
  title.id = `question-${event.prompt}`;
  article.setAttribute("aria-labelledby", title.id);
  article.querySelector(".identity").textContent = event.who;
  article.querySelector(".purpose").textContent = event.why ?? "";
  article.querySelector(".end").textContent = event.end ?? "";
  article.querySelector(".where").textContent = confirmation;
  const meanings = article.querySelector(".meanings");
  const buttons = article.querySelector(".buttons");
  for (const { allows, choice, label, meaning } of event.answers) {
    meanings.append(element("dt", label), element("dd", meaning));
    if (allows) continue;
    const button = element("button", label, { class: "quiet", type: "button" });
    button.disabled = true;
    button.addEventListener("click", async () => {
      try {
        await call("/answer", { prompt: event.prompt, choice });
      } catch (error) {
        const failure = article.querySelector(".failure");
        failure.textContent = error.message;
        failure.hidden = false;
      }
    });
    buttons.append(button);
  }
  setTimeout(() => { for (const button of buttons.children) button.disabled = false; }, startle);
  return article;
}
