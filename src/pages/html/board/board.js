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
 * @typedef {object} Acts
 * @property {(from: string, to: string, man: Man) => void} carry
 * @property {() => void} turn the board round
 * @property {(words: string) => void} say
 */

/**
 * @param {HTMLElement} grid @param {HTMLElement} extras @param {HTMLElement} desk within which men are dragged
 * @param {Acts} acts
 */
export function boardOf(grid, extras, desk, acts) {
  /** The cells in rows, as they lie on the screen. @type {HTMLElement[][]} */
  const cells = [...RANKS].map(() => [...FILES].map(() => cellOf()));
  /** @type {State | null} */
  let state = null;
  let turned = false;
  /** @type {Held | null} */
  let held = null;
  /** The cell that the Tab key comes to. @type {[number, number]} */
  let here = [7, 4];

  for (const row of cells) {
    const line = document.createElement("div");
    line.setAttribute("role", "row");
    line.append(...row);
    grid.append(line);
  }
  const buttons = [...EXTRAS].map((man) => extraOf(man));
  extras.append(...buttons);

  /** @param {number} row @param {number} column */
  const placeAt = (row, column) => (turned ? FILES[7 - column] + RANKS[9 - row] : FILES[column] + RANKS[row]);
  /** @param {Element | null} element @returns {string | null} */
  const placeOf = (element) => {
    const cell = element === null ? null : element.closest(".squares [role=gridcell]");
    return cell instanceof HTMLElement ? cell.dataset.place || null : null;
  };
  /** @param {string} place @returns {Man} */
  const manAt = (place) => {
    if (state === null) return "";
    return isSquare(place) ? state.position.board[place] || "" : (state.piles[place] || "").slice(-1);
  };

  const draw = () => {
    if (state === null) return;
    const shown = state;
    cells.forEach((row, down) =>
      row.forEach((cell, right) => {
        const place = placeAt(down, right);
        fill(cell, place, shown);
        // The signs at the edges stand in the squares, as on the pictures of letters.
        mark(cell, "rank", right === 0 && isSquare(place) ? place[1] : "");
        mark(cell, "file", down === 8 ? place[0] : "");
        cell.tabIndex = here[0] === down && here[1] === right ? 0 : -1;
        if (held !== null && held.from === place) cell.setAttribute("aria-selected", "true");
        else cell.removeAttribute("aria-selected");
      }),
    );
    buttons.forEach((button) => {
      const isHeld = held !== null && held.from === EXTRA && held.man === button.dataset.man;
      button.setAttribute("aria-pressed", String(isHeld));
    });
    desk.classList.toggle("holding", held !== null);
  };

  /** @param {number} row @param {number} column */
  const go = (row, column) => {
    here = [Math.max(0, Math.min(9, row)), Math.max(0, Math.min(7, column))];
    draw();
    cells[here[0]][here[1]].focus();
  };

  /** @param {Held | null} it */
  const hold = (it) => {
    held = it;
    draw();
  };

  /** @param {string} to */
  const put = (to) => {
    const carried = held;
    hold(null);
    if (carried !== null) acts.carry(carried.from, to, carried.man);
  };

  /** Enter, a tap or a click on a place: picks up, or puts there what was picked up. @param {string} place */
  const touch = (place) => {
    if (held !== null) {
      if (held.from !== place) return put(place);
      acts.say(`The ${nameOf(held.man)} stays where it was.`);
      return hold(null);
    }
    const man = manAt(place);
    if (man === "") return acts.say(`${place} has nobody on it.`);
    hold({ from: place, man });
    acts.say(`${capitalName(man)} picked up from ${isSquare(place) ? place : "beside the board"}.`);
  };

  /** @param {Man} man */
  const touchExtra = (man) => {
    const again = held !== null && held.from === EXTRA && held.man === man;
    hold(again ? null : { from: EXTRA, man });
    acts.say(again ? `The ${nameOf(man)} is laid back.` : `Extra ${nameOf(man)} picked up: choose its square.`);
  };

  const takeOff = () => {
    const place = held === null ? placeAt(...here) : held.from;
    hold(null);
    const man = manAt(place);
    if (isSquare(place) && man !== "") acts.carry(place, ASIDE, man);
  };

  /** @type {Record<string, () => void>} */
  const keys = {
    ArrowUp: () => go(here[0] - 1, here[1]),
    ArrowDown: () => go(here[0] + 1, here[1]),
    ArrowLeft: () => go(here[0], here[1] - 1),
    ArrowRight: () => go(here[0], here[1] + 1),
    Home: () => go(here[0], 0),
    End: () => go(here[0], 7),
    PageUp: () => go(0, here[1]),
    PageDown: () => go(9, here[1]),
    Enter: () => touch(placeAt(...here)),
    " ": () => touch(placeAt(...here)),
    Delete: takeOff,
    Backspace: takeOff,
    f: acts.turn,
    Escape: () => {
      if (held === null) return;
      acts.say(`The ${nameOf(held.man)} stays where it was.`);
      hold(null);
    },
  };
  grid.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const act = keys[event.key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  });
  extras.addEventListener("keydown", (event) => {
    if (event.key === "Escape") keys.Escape();
  });
  grid.addEventListener("focusin", (event) => {
    cells.forEach((row, down) => {
      const right = row.findIndex((cell) => cell === event.target);
      if (right >= 0) here = [down, right];
    });
    cells.forEach((row, down) => row.forEach((cell, right) => (cell.tabIndex = here[0] === down && here[1] === right ? 0 : -1)));
  });
  desk.addEventListener("click", (event) => {
    const element = event.target instanceof Element ? event.target : null;
    const button = element === null ? null : element.closest(".extras button");
    if (button instanceof HTMLElement) return touchExtra(button.dataset.man || "");
    const place = placeOf(element);
    if (place !== null) touch(place);
  });

  dragging(desk, {
    grab: (element) => {
      const button = element.closest(".extras button");
      const place = placeOf(element);
      const man = button instanceof HTMLElement ? button.dataset.man || "" : place === null ? "" : manAt(place);
      if (man === "") return null;
      hold({ from: place === null ? EXTRA : place, man });
      const from = button === null ? element.closest("[role=gridcell]") : button;
      return from === null ? null : from.querySelector("svg");
    },
    drop: (element) => {
      const place = placeOf(element);
      if (place !== null) return held !== null && held.from === place ? hold(null) : put(place);
      // Anywhere else is off the board.
      if (held !== null && isSquare(held.from)) put(ASIDE);
      else hold(null);
    },
    cancel: () => hold(null),
  });

  return {
    /** @param {State} shown */
    show: (shown) => {
      state = shown;
      held = null;
      draw();
    },
    /** Turns the board; who uses it stays on the same square. */
    turn: () => {
      turned = !turned;
      here = [9 - here[0], 7 - here[1]];
      const focused = grid.contains(document.activeElement);
      draw();
      if (focused) cells[here[0]][here[1]].focus();
      return turned;
    },
  };
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
