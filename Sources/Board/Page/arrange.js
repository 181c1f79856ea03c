// Moving and resizing cards, by pointer and by keyboard. The board keeps the order for all tabs, the service the sizes.

import { listKinds } from "/gallery.js";
import { create } from "/elements.js";
import { ask } from "/service.js";

/** The families of the grid, in squares. */
const squares = { small: [1, 1], medium: [2, 1], large: [2, 2], extraLarge: [4, 2] };

const toggle = document.getElementById("arrange");
const grid = document.getElementById("cards");
const announcer = document.getElementById("announcer");
const isRightToLeft = () => getComputedStyle(grid).direction === "rtl";

let kinds = [];
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

function familiesOf({ app, kind, user }) {
  return kinds.find((other) => other.app === app && other.kind === kind && other.user === user)?.families ?? Object.keys(squares);
}

async function resize(card, family) {
  if (family === card.view.family || await ask("/configure", { widget: card.name, family })) return;
  card.element.dataset.family = card.view.family;
}

/** Follows the pointer from a press to its end; `drag` is told of each movement, and of the press and where the card was. */
function follow(handle, drag, end) {
  handle.addEventListener("pointerdown", (press) => {
    if (press.button !== 0) return;
    press.preventDefault();
    handle.focus();
    handle.setPointerCapture(press.pointerId);
    let hasMoved = false;
    const place = handle.parentElement.getBoundingClientRect();
    handle.onpointermove = (event) => {
      hasMoved ||= Math.hypot(event.clientX - press.clientX, event.clientY - press.clientY) > 5;
      if (hasMoved) drag(event, press, place);
    };
    handle.onpointerup = handle.onpointercancel = () => {
      handle.onpointermove = handle.onpointerup = handle.onpointercancel = null;
      end(hasMoved);
    };
  });
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
  follow(mover, ({ clientX, clientY }, press, place) => {
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
    item.style.translate = `${clientX - press.clientX + place.left - left}px ${clientY - press.clientY + place.top - top}px`;
  }, (hasMoved) => {
    item.classList.remove("dragged");
    item.style.translate = "";
    if (hasMoved) save();
  });
  let wasDragged = false;
  // Where it was: another size may have another place.
  follow(sizer, ({ clientX, clientY }, _, { left, right, top }) => {
    const style = getComputedStyle(grid);
    const [cell, gap] = [parseFloat(style.gridAutoRows), parseFloat(style.rowGap)];
    const count = (length) => Math.max(1, Math.round((length + gap) / (cell + gap)));
    const [columns, rows] = [count(isRightToLeft() ? right - clientX : clientX - left), count(clientY - top)];
    const distance = (family) => Math.abs(squares[family][0] - columns) + Math.abs(squares[family][1] - rows);
    const offered = familiesOf(card.view).filter((family) => family in squares);
    item.dataset.family = offered.sort((one, other) => distance(one) - distance(other))[0] ?? card.view.family;
  }, (hasMoved) => {
    wasDragged = hasMoved;
    if (hasMoved) resize(card, item.dataset.family);
  });
  // A press without a movement, and the keyboard, take the next size.
  sizer.addEventListener("click", () => {
    if (wasDragged) {
      wasDragged = false;
      return;
    }
    const offered = familiesOf(card.view);
    resize(card, offered[(offered.indexOf(card.view.family) + 1) % offered.length]);
  });
  item.append(mover, sizer);
}

/** Begins or ends the arranging of cards. */
export async function arrangeCards(cards, on) {
  isArranging = on;
  document.body.classList.toggle("arranging", on);
  toggle.textContent = on ? "Done" : "Arrange";
  toggle.setAttribute("aria-pressed", String(on));
  for (const card of cards) {
    card.article.inert = false;
    for (const handle of card.element.querySelectorAll(".mover, .sizer")) handle.remove();
    if (on) addHandles(card);
  }
  if (on) kinds = await listKinds().catch(() => []);
}
