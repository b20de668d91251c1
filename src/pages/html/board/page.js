// @ts-check
// The board page: what its controls do, and what it shows beside the board. It keeps nothing and asks nobody; the address of
// the page says which position is shown.

import { Board } from "./board.js";
import { STARTS, numberOf, readStart, startOf } from "./chess960.js";
import { FIELDS, USUAL, mayCastle, other, positionOf, readFen, rookOf, writeFen } from "./fen.js";
import { faultsOf } from "./faults.js";
import { arrange, begin, forgotten, now, play, step, withPosition } from "./history.js";
import { linkOf, mailOf, positionIn } from "./links.js";
import { movetext } from "./notation.js";
import { carriedInWords, statusOf } from "./words.js";

/** @typedef {import("./fen.js").Dialect} Dialect */
/** @typedef {import("./fen.js").Fault} Fault */
/** @typedef {import("./fen.js").Field} Field */
/** @typedef {import("./fen.js").Position} Position */
/** @typedef {import("./fen.js").Side} Side */
/** @typedef {import("./history.js").Game} Game */

/** @param {string} id @returns {any} whatever element it is: the page has it */
const the = (id) => document.getElementById(id);

let game = begin(usual());
/** What was on the board before it was last changed as a whole. @type {Game | null} */
let kept = null;

const board = new Board({ grid: the("board"), extras: the("extras"), desk: the("desk") }, { carry, turn, say });

/** @param {string} from @param {string} to @param {string} man */
function carry(from, to, man) {
  const before = now(game);
  const done = the("set-up").checked ? arrange(game, from, to, man) : play(game, from, to, man);
  if (done === game) return show("Nothing has changed.");
  game = done;
  show(carriedInWords(before, man, from, to));
}

/** @returns {Position} */
function usual() {
  const { given } = readFen(USUAL);
  if (given === null) throw new Error("the usual start cannot be read");
  return positionOf(given, false).position;
}

/** @param {string} words */
function say(words) {
  the("said").textContent = words;
}

function turn() {
  say(board.turn() ? "Black is below now." : "White is below now.");
}

/** Something else on the board; `restore` brings back what was there. @param {Game} other @param {string} words */
function replace(other, words) {
  kept = game;
  game = other;
  show(words);
}

/** @param {string} [words] what has happened */
function show(words) {
  const { position } = now(game);
  board.show(now(game));
  the("status").textContent = statusOf(game);
  the("moves").value = movetext(game);
  the("fen").value = writeFen(position, dialect());
  if (words !== undefined) say(`${words} ${statusOf(game)}.`);
  for (const id of ["first", "back"]) the(id).setAttribute("aria-disabled", String(game.at === 0));
  for (const id of ["forward", "last"]) the(id).setAttribute("aria-disabled", String(game.at === game.moves.length));
  the("restore").setAttribute("aria-disabled", String(kept === null));
  const number = position.chess960 ? numberOf(position.board) : -1;
  the("number-is").textContent = number < 0 ? "" : `On the board: start ${number}.`;
  showRights(position);
  showLinks(position);
}

/** @returns {Dialect} */
function dialect() {
  const wanted = the("dialect").value;
  if (wanted !== "fitting") return wanted;
  return now(game).position.chess960 ? "shredder" : "x-fen";
}

/** @param {Position} position */
function showLinks(position) {
  const link = linkOf(position);
  the("link").href = link;
  try {
    history.replaceState(null, "", link);
  } catch {
    // Some browsers allow only so many in a minute; the link itself is right.
  }
  const challenge = the("challenge");
  if (challenge === null) return;
  const faults = faultsOf(position);
  const whom = the("whom").value.trim();
  the("why-not").textContent =
    faults.length > 0
      ? `The server begins no game from here: ${faults.map(({ text }) => text).join("; ")}.`
      : whom === "" ? "Write whom you challenge, and the link is made." : "";
  if (faults.length > 0 || whom === "") challenge.removeAttribute("href");
  else challenge.href = mailOf(the("desk").dataset.address || "", whom, position);
}

/** The four rights to castle, as boxes of the set-up. */
const RIGHTS = /** @type {const} */ (["K", "Q", "k", "q"]);

/** @param {Position} position */
function showRights(position) {
  the("rights").hidden = !the("set-up").checked;
  for (const letter of RIGHTS) {
    const box = the(`right-${letter}`);
    const rook = rookOf(letter, position.board);
    const may = rook !== null && mayCastle(position.board, rook, position.chess960);
    box.disabled = !may;
    box.checked = may && position.rooks.includes(rook);
  }
}

/** @param {typeof RIGHTS[number]} letter */
function changeRight(letter) {
  const { position } = now(game);
  const rook = rookOf(letter, position.board);
  if (rook === null) return;
  const others = position.rooks.filter((there) => there !== rook);
  const rooks = the(`right-${letter}`).checked ? [...others, rook] : others;
  game = withPosition(game, { ...position, rooks });
  show("The rights to castle have changed.");
}

/** The six fields of what was given, each with what is wrong with it. @param {string[]} fields @param {Fault[]} faults @param {string} title */
function showFaults(fields, faults, title) {
  the("faults").hidden = faults.length === 0;
  the("faults-title").textContent = title;
  const keys = /** @type {Field[]} */ (Object.keys(FIELDS));
  const lines = keys.map((field, nth) => {
    const mine = faults.filter((fault) => fault.field === field);
    const given = fields[nth];
    if (mine.length === 0 && (given === undefined || field === "whole")) return null;
    const line = document.createElement("li");
    const name = document.createElement("b");
    name.textContent = FIELDS[field];
    const text = document.createElement("code");
    text.textContent = field === "whole" || given === undefined ? "" : given;
    line.append(name, " ", text);
    for (const fault of mine) {
      const said = document.createElement("span");
      said.className = "fault";
      said.textContent = `✗ ${fault.text}`;
      line.append(said);
    }
    return line;
  });
  the("faults-list").replaceChildren(...lines.filter((line) => line !== null));
}

/** Loads what stands in the field. Its counters begin again, as there is no history, unless they are to be kept. @param {boolean} keepsCounters */
function load(keepsCounters) {
  const field = the("given");
  const { given, faults, fields } = readFen(field.value);
  field.setAttribute("aria-invalid", String(faults.length > 0));
  if (given === null) {
    const count = faults.length === 1 ? "1 fault" : `${faults.length} faults`;
    showFaults(fields, faults, `Not loaded: ${count}.`);
    return say(`Not loaded: ${count}. ${faults.map(({ field, text }) => `${FIELDS[field]}: ${text}`).join(". ")}.`);
  }
  const chess960 = (given.letters || []).some((letter) => /[a-h]/i.test(letter));
  const { position, faults: castling } = positionOf(given, chess960);
  showFaults(fields, castling, "Loaded, without a right to castle:");
  const counters = keepsCounters ? {} : { clock: 0, number: 1 };
  const left = castling.map(({ text }) => `; ${text}`).join("");
  replace(begin({ ...position, ...counters }), `Loaded${left}.`);
}

/** What the address of the page asks for. */
function loadAddress() {
  const asked = positionIn(location.hash);
  if (asked === null) return false;
  the("given").value = asked;
  load(true);
  return true;
}

/** @param {number} number */
function setUpStart(number) {
  the("number").value = String(number);
  the("number-fault").textContent = "";
  replace(begin(startOf(number)), `Start ${number} of Chess960.`);
}

function setUpNumber() {
  const text = the("number").value.trim();
  if (/^[0-9]{1,3}$/.test(text) && Number(text) < STARTS) return setUpStart(Number(text));
  the("number-fault").textContent = `✗ It must be a number from 0 to ${STARTS - 1}.`;
  say(`It must be a number from 0 to ${STARTS - 1}.`);
}

function readNumber() {
  const { number, reasons } = readStart(now(game).position.board);
  if (number >= 0) return setUpStart(number);
  the("number-fault").textContent = `✗ This is no start: ${reasons.join("; ")}.`;
  say(`This is no start: ${reasons.join("; ")}.`);
}

/** A number that nobody could guess, each as likely. */
function drawnByLot() {
  const drawn = new Uint32Array(1);
  do crypto.getRandomValues(drawn);
  while (drawn[0] >= Math.floor(2 ** 32 / STARTS) * STARTS);
  return drawn[0] % STARTS;
}

/** An empty board, on which White is to move. */
function empty() {
  const { position } = now(game);
  return begin({ ...position, board: {}, turn: "w", rooks: [], passed: null, clock: 0, number: 1 });
}

function changeSide() {
  const { position } = now(game);
  game = withPosition(game, { ...position, turn: other(position.turn), passed: null });
  show("The other side is to move.");
}

function restore() {
  if (kept === null) return say("There is nothing to restore.");
  replace(kept, "Restored.");
}

/** @param {number} at @param {string} words */
function stepTo(at, words) {
  const there = step(game, at);
  const isThere = there.at === game.at;
  game = there;
  show(isThere ? "There is nothing further." : words);
}

/** @type {Record<string, () => void>} */
const ACTS = {
  first: () => stepTo(0, "First position."),
  back: () => stepTo(game.at - 1, "Back."),
  forward: () => stepTo(game.at + 1, "Forward."),
  last: () => stepTo(game.moves.length, "Last position."),
  turn,
  reset: () => replace(begin(usual()), "The usual start."),
  clear: () => replace(empty(), "The board is empty."),
  "reset-history": () => replace(forgotten(game), "The history is empty."),
  side: changeSide,
  restore,
  load: () => load(the("counters").checked),
  generate: () => setUpStart(drawnByLot()),
  "set-number": setUpNumber,
  "read-start": readNumber,
};
for (const [id, act] of Object.entries(ACTS)) the(id).addEventListener("click", act);
for (const letter of RIGHTS) the(`right-${letter}`).addEventListener("change", () => changeRight(letter));
the("set-up").addEventListener("change", () => {
  show(the("set-up").checked ? "Set-up: nothing is recorded." : "Moves are recorded again.");
});
the("dialect").addEventListener("change", () => show());
the("size").addEventListener("change", () => (the("desk").dataset.size = the("size").value));
the("fen").addEventListener("focus", () => the("fen").select());
if (the("whom") !== null) the("whom").addEventListener("input", () => showLinks(now(game).position));
for (const [id, act] of /** @type {[string, () => void][]} */ ([["given", ACTS.load], ["number", setUpNumber]])) {
  the(id).addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    act();
  });
}
window.addEventListener("hashchange", () => {
  if (location.hash !== linkOf(now(game).position)) loadAddress();
});

the("without").hidden = true;
the("desk").hidden = false;
if (!loadAddress()) show();
