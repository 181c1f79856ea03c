// Moving and resizing cards, by pointer and by keyboard. The board keeps the order for all tabs, the service the sizes.

import { listKinds } from "/gallery.js";
import { create } from "/elements.js";
import { ask } from "/service.js";

const toggle = document.getElementById("arrange");
const grid = document.getElementById("cards");
const announcer = document.getElementById("announcer");
const isRightToLeft = () => getComputedStyle(grid).direction === "rtl";

export let isArranging = false;

const cardsOf = (list) => [...list.children].filter((item) => item.dataset.widget);

/** Puts the cards of a list into an order, and leaves the keyboard where it is. */
export function reorder(list, order) {
  const focused = document.activeElement;
  const wanted = cardsOf(list).sort((one, other) => order.indexOf(one.dataset.widget) - order.indexOf(other.dataset.widget));
  for (const [index, item] of wanted.entries()) if (cardsOf(list)[index] !== item) list.insertBefore(item, cardsOf(list)[index]);
  if (document.activeElement !== focused && list.contains(focused)) focused.focus();
}

function save() {
  ask("/arrange", { widgets: [...document.querySelectorAll("main > ul > [data-widget]")].map((item) => item.dataset.widget) });
}

/** Moves a card by places in its list. */
function move(item, steps) {
  const all = cardsOf(item.parentElement);
  const from = all.indexOf(item);
  const to = Math.min(Math.max(from + steps, 0), all.length - 1);
  if (to === from) return;
  reorder(item.parentElement, all.toSpliced(from, 1).toSpliced(to, 0, item).map((each) => each.dataset.widget));
  announcer.textContent = `${to + 1} of ${all.length}`;
  item.scrollIntoView({ block: "nearest" });
  save();
}

/** Draws a card at a place below the pointer, and lets it change places with the card that is there. */
function drag(item, { clientX, clientY }, x, y) {
  item.classList.add("dragged");
  const under = document.elementsFromPoint(clientX, clientY).map((element) => element.closest("[data-widget]"));
  const other = under.find((each) => each && each !== item && each.parentElement === item.parentElement);
  if (other) {
    const all = cardsOf(item.parentElement);
    const isAhead = all.indexOf(other) > all.indexOf(item);
    // Only beyond its middle, or cards of different sizes would change places for ever.
    const { left, width } = other.getBoundingClientRect();
    if ((clientX > left + width / 2) === (isAhead !== isRightToLeft())) item.parentElement.insertBefore(item, isAhead ? other.nextSibling : other);
  }
  if (clientY < 60) scrollBy(0, -12); else if (clientY > innerHeight - 60) scrollBy(0, 12);
  item.style.translate = "";
  const { left, top } = item.getBoundingClientRect();
  item.style.translate = `${x - left}px ${y - top}px`;
}

/** Gives a card the handles that move and resize it. */
export function addHandles(card) {
  const item = card.element;
  card.article.inert = true;
  const mover = create("button", undefined, { class: "mover", type: "button", "aria-label": `Move ${card.appName} with the arrow keys` });
  const sizer = create("button", undefined, { class: "sizer", type: "button", "aria-label": `Another size for ${card.appName}` });
  mover.addEventListener("keydown", (event) => {
    const [ahead, back] = isRightToLeft() ? ["ArrowLeft", "ArrowRight"] : ["ArrowRight", "ArrowLeft"];
    const steps = { [ahead]: 1, ArrowDown: 1, [back]: -1, ArrowUp: -1, Home: -Infinity, End: Infinity }[event.key];
    if (!steps) return;
    event.preventDefault();
    move(item, steps);
  });
  mover.addEventListener("pointerdown", (press) => {
    if (press.button !== 0) return;
    press.preventDefault();
    mover.focus();
    mover.setPointerCapture(press.pointerId);
    const place = item.getBoundingClientRect();
    mover.onpointermove = (event) => {
      const [right, down] = [event.clientX - press.clientX, event.clientY - press.clientY];
      if (item.classList.contains("dragged") || Math.hypot(right, down) > 5) drag(item, event, place.left + right, place.top + down);
    };
    mover.onpointerup = mover.onpointercancel = () => {
      mover.onpointermove = mover.onpointerup = mover.onpointercancel = null;
      if (!item.classList.contains("dragged")) return;
      item.classList.remove("dragged");
      item.style.translate = "";
      save();
    };
  });
  sizer.addEventListener("click", async () => {
    const { app, kind, user, family } = card.view;
    const kinds = await listKinds().catch(() => []);
    // Of a kind that is not known now, the service says why the widget stays as it is.
    const offered = kinds.find((other) => other.app === app && other.kind === kind && other.user === user)?.families ?? ["small", "medium"];
    const next = offered[(offered.indexOf(family) + 1) % offered.length];
    if (next !== family) ask("/configure", { widget: card.name, family: next });
  });
  item.append(mover, sizer);
}

/** Begins or ends the arranging of cards. */
export function arrangeCards(cards, on) {
  isArranging = on;
  document.body.classList.toggle("arranging", on);
  toggle.textContent = on ? "Done" : "Arrange";
  toggle.setAttribute("aria-pressed", String(on));
  for (const card of cards) {
    card.article.inert = false;
    for (const handle of card.element.querySelectorAll(".mover, .sizer")) handle.remove();
    if (on) addHandles(card);
  }
}
