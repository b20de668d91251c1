// @ts-check
// The board as it is seen and touched: a grid of squares with a row of room above and below, and the extra men beside it. It
// knows where men are put from and to, and not what that means.

import { dragging } from "./drag.js";
import { FILES, sideOf } from "./fen.js";
import { ASIDE, EXTRA, isSquare } from "./history.js";
import { isLight } from "./faults.js";
import { capitalName, nameOf, placeInWords } from "./words.js";

/** @typedef {import("./fen.js").Man} Man */
/** @typedef {import("./history.js").State} State */

/** The rows as White sees them, from above; 9 and 0 are beside the board. */
const RANKS = "9876543210";
const EXTRAS = "KQRBNPkqrbnp";
const SVG = "http://www.w3.org/2000/svg";

/**
 * A man that was picked up.
 * @typedef {{from: string, man: Man}} Held
 *
 * Where the board is: its grid, the extra men, and around both of them what a man can be dragged over.
 * @typedef {{grid: HTMLElement, extras: HTMLElement, desk: HTMLElement}} Places
 *
 * @typedef {object} Acts
 * @property {(from: string, to: string, man: Man) => void} carry
 * @property {() => void} turn the board round
 * @property {(words: string) => void} say
 */

export class Board {
  /** @param {Places} places @param {Acts} acts */
  constructor(places, acts) {
    this.places = places;
    this.acts = acts;
    /** @type {State | null} */
    this.state = null;
    this.turned = false;
    /** @type {Held | null} */
    this.held = null;
    /** The row and the column of the cell that the Tab key comes to. @type {[number, number]} */
    this.here = [7, 4];
    /** In rows, as they lie on the screen. @type {HTMLElement[][]} */
    this.cells = [...RANKS].map(() => [...FILES].map(() => cellOf()));
    this.buttons = [...EXTRAS].map((man) => extraOf(man));
    places.grid.append(...this.cells.map(rowOf));
    places.extras.append(...this.buttons);
    this.listen();
    dragging(places.desk, {
      grab: (element) => this.grab(element),
      drop: (element) => this.drop(element),
      cancel: () => this.hold(null),
    });
  }

  /** @param {State} state */
  show(state) {
    this.state = state;
    this.held = null;
    this.draw();
  }

  /** Turns the board; who uses it stays on the same square. Returns whether Black is below. */
  turn() {
    this.turned = !this.turned;
    this.here = [9 - this.here[0], 7 - this.here[1]];
    const isFocused = this.places.grid.contains(document.activeElement);
    this.draw();
    if (isFocused) this.cells[this.here[0]][this.here[1]].focus();
    return this.turned;
  }

  /** The square or spot in that row and column. @param {number} row @param {number} column */
  placeAt(row, column) {
    return this.turned ? FILES[7 - column] + RANKS[9 - row] : FILES[column] + RANKS[row];
  }

  /** Who stands there, or lies on top there. @param {string} place @returns {Man} */
  manAt(place) {
    if (this.state === null) return "";
    return isSquare(place) ? this.state.position.board[place] || "" : (this.state.piles[place] || "").slice(-1);
  }

  draw() {
    const { state, held } = this;
    if (state === null) return;
    this.cells.forEach((row, down) =>
      row.forEach((cell, right) => {
        const place = this.placeAt(down, right);
        fill(cell, place, state);
        // The signs at the edges stand in the squares, as on the pictures of letters.
        mark(cell, "rank", right === 0 && isSquare(place) ? place[1] : "");
        mark(cell, "file", down === 8 ? place[0] : "");
        if (held !== null && held.from === place) cell.setAttribute("aria-selected", "true");
        else cell.removeAttribute("aria-selected");
      }),
    );
    for (const button of this.buttons) {
      const isHeld = held !== null && held.from === EXTRA && held.man === button.dataset.man;
      button.setAttribute("aria-pressed", String(isHeld));
    }
    this.places.desk.classList.toggle("holding", held !== null);
    this.rove();
  }

  /** One cell alone is reached by the Tab key, the others from there by the arrows. */
  rove() {
    this.cells.forEach((row, down) =>
      row.forEach((cell, right) => {
        cell.tabIndex = this.here[0] === down && this.here[1] === right ? 0 : -1;
      }),
    );
  }

  /** @param {number} row @param {number} column */
  go(row, column) {
    this.here = [Math.max(0, Math.min(9, row)), Math.max(0, Math.min(7, column))];
    this.rove();
    this.cells[this.here[0]][this.here[1]].focus();
  }

  /** @param {Held | null} held */
  hold(held) {
    this.held = held;
    this.draw();
  }

  /** @param {string} to */
  put(to) {
    const { held } = this;
    this.hold(null);
    if (held !== null) this.acts.carry(held.from, to, held.man);
  }

  letGo() {
    if (this.held === null) return;
    this.acts.say(`The ${nameOf(this.held.man)} stays where it was.`);
    this.hold(null);
  }

  /** Enter, a tap or a click on a place: picks up, or puts there what was picked up. @param {string} place */
  touch(place) {
    if (this.held !== null) return this.held.from === place ? this.letGo() : this.put(place);
    const man = this.manAt(place);
    if (man === "") return this.acts.say(`Nobody is ${isSquare(place) ? `on ${place}` : "there"}.`);
    this.hold({ from: place, man });
    this.acts.say(`${capitalName(man)} picked up from ${isSquare(place) ? place : "beside the board"}.`);
  }

  /** @param {Man} man */
  touchExtra(man) {
    const isAgain = this.held !== null && this.held.from === EXTRA && this.held.man === man;
    this.hold(isAgain ? null : { from: EXTRA, man });
    this.acts.say(isAgain ? `The ${nameOf(man)} is laid back.` : `Extra ${nameOf(man)} picked up: choose its square.`);
  }

  /** Takes off the board who was picked up, or who stands on the square of the keys. */
  takeOff() {
    const place = this.held === null ? this.placeAt(...this.here) : this.held.from;
    const man = this.manAt(place);
    this.hold(null);
    if (isSquare(place) && man !== "") this.acts.carry(place, ASIDE, man);
  }

  listen() {
    const { grid, extras, desk } = this.places;
    grid.addEventListener("keydown", (event) => this.key(event));
    extras.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.letGo();
    });
    grid.addEventListener("focusin", (event) => {
      this.cells.forEach((row, down) => {
        const right = row.findIndex((cell) => cell === event.target);
        if (right >= 0) this.here = [down, right];
      });
      this.rove();
    });
    desk.addEventListener("click", (event) => {
      const button = extraAt(event.target);
      if (button !== null) return this.touchExtra(button.dataset.man || "");
      const place = placeOf(event.target);
      if (place !== null) this.touch(place);
    });
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const [row, column] = this.here;
    /** @type {Record<string, () => void>} */
    const acts = {
      ArrowUp: () => this.go(row - 1, column),
      ArrowDown: () => this.go(row + 1, column),
      ArrowLeft: () => this.go(row, column - 1),
      ArrowRight: () => this.go(row, column + 1),
      Home: () => this.go(row, 0),
      End: () => this.go(row, 7),
      PageUp: () => this.go(0, column),
      PageDown: () => this.go(9, column),
      Enter: () => this.touch(this.placeAt(row, column)),
      " ": () => this.touch(this.placeAt(row, column)),
      Delete: () => this.takeOff(),
      Backspace: () => this.takeOff(),
      Escape: () => this.letGo(),
      f: this.acts.turn,
    };
    const act = acts[event.key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  }

  /** Who is dragged from there, as it is drawn. @param {Element} element @returns {Element | null} */
  grab(element) {
    const button = extraAt(element);
    const place = placeOf(element);
    const man = button !== null ? button.dataset.man || "" : place !== null ? this.manAt(place) : "";
    if (man === "") return null;
    this.hold({ from: place === null ? EXTRA : place, man });
    const from = button === null ? element.closest("[role=gridcell]") : button;
    return from === null ? null : from.querySelector("svg");
  }

  /** @param {Element | null} element */
  drop(element) {
    const { held } = this;
    if (held === null) return;
    const place = placeOf(element);
    if (place !== null && place !== held.from) return this.put(place);
    // Anywhere else is off the board.
    if (place === null && isSquare(held.from)) return this.put(ASIDE);
    this.hold(null);
  }
}

/** The square or spot of an element. @param {EventTarget | null} element @returns {string | null} */
function placeOf(element) {
  const cell = element instanceof Element ? element.closest(".squares [role=gridcell]") : null;
  return cell instanceof HTMLElement ? cell.dataset.place || null : null;
}

/** The extra man of an element. @param {EventTarget | null} element @returns {HTMLElement | null} */
function extraAt(element) {
  const button = element instanceof Element ? element.closest(".extras button") : null;
  return button instanceof HTMLElement ? button : null;
}

/** @param {HTMLElement[]} cells */
function rowOf(cells) {
  const row = document.createElement("div");
  row.setAttribute("role", "row");
  row.append(...cells);
  return row;
}

function cellOf() {
  const cell = document.createElement("div");
  cell.setAttribute("role", "gridcell");
  return cell;
}

/** @param {Man} man */
function extraOf(man) {
  const button = document.createElement("button");
  button.type = "button";
  button.dataset.man = man;
  button.setAttribute("aria-label", `Extra ${nameOf(man)}`);
  button.append(drawnMan(man));
  return button;
}

/** @param {HTMLElement} cell @param {string} place @param {State} state */
function fill(cell, place, state) {
  const pile = isSquare(place) ? state.position.board[place] || "" : state.piles[place] || "";
  const kind = !isSquare(place) ? "spot" : isLight(place) ? "light" : "dark";
  cell.dataset.place = place;
  cell.className = pile === "" ? kind : `${kind} man`;
  cell.setAttribute("aria-label", placeInWords(state, place));
  const drawn = pile === "" ? [] : [drawnMan(pile.slice(-1))];
  cell.replaceChildren(...drawn);
  if (pile.length > 1) {
    const count = document.createElement("b");
    count.textContent = String(pile.length);
    cell.append(count);
  }
}

/** @param {HTMLElement} cell @param {string} name @param {string} sign */
function mark(cell, name, sign) {
  if (sign === "") delete cell.dataset[name];
  else cell.dataset[name] = sign;
}

/** @param {Man} man */
function drawnMan(man) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 1 1");
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `#${sideOf(man)}${man.toLowerCase()}`);
  svg.append(use);
  return svg;
}
