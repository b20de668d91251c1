// @ts-check
// What is on the board and what is done there, in words: for the line below the board and for who does not see it.

import { sideOf } from "./fen.js";
import { ASIDE, EXTRA, isSpot, isSquare, now, underWay } from "./history.js";

/** @typedef {import("./fen.js").Man} Man */
/** @typedef {import("./history.js").Game} Game */
/** @typedef {import("./history.js").State} State */

/** @type {Readonly<Record<string, string>>} */
const ROLES = { k: "king", q: "queen", r: "rook", b: "bishop", n: "knight", p: "pawn" };

/** "white knight". @param {Man} man */
export const nameOf = (man) => `${sideOf(man) === "w" ? "white" : "black"} ${ROLES[man.toLowerCase()]}`;

/** The same at the begin of a sentence. @param {Man} man */
export const capitalName = (man) => nameOf(man).replace(/^./, (first) => first.toUpperCase());

/** "Move 3 of 12, white to move"; a move that is not whole yet is told behind its number. @param {Game} game */
export function statusOf(game) {
  const { number, turn } = now(game).position;
  const last = game.states[game.states.length - 1].position.number;
  const way = underWay(game);
  return `Move ${number} of ${last}${way === "" ? "" : ` (${way})`}, ${turn === "w" ? "white" : "black"} to move`;
}

/** "e4, white knight"; "beside the board, below g: black pawn on black pawn". @param {State} state @param {string} place */
export function placeInWords(state, place) {
  if (isSquare(place)) {
    const man = state.position.board[place];
    return `${place}, ${man === undefined ? "empty" : nameOf(man)}`;
  }
  const pile = [...(state.piles[place] || "")].reverse();
  const beside = `beside the board, ${place[1] === "0" ? "below" : "above"} ${place[0]}`;
  return `${beside}: ${pile.length === 0 ? "empty" : pile.map(nameOf).join(" on ")}`;
}

/**
 * What has just been carried.
 * @param {State} before @param {Man} man @param {string} from @param {string} to
 */
export function carriedInWords(before, man, from, to) {
  const taken = isSquare(to) ? before.position.board[to] : undefined;
  const what = capitalName(man);
  const onto = taken === undefined ? "" : `, and the ${nameOf(taken)} goes off the board`;
  if (from === EXTRA || isSpot(from)) return isSquare(to) ? `${what} is put on ${to}${onto}.` : `${what} is laid elsewhere.`;
  if (to === ASIDE || isSpot(to)) return `${what} is taken off ${from}.`;
  return `${what} from ${from} to ${to}${onto}.`;
}
