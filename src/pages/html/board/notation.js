// @ts-check
// Moves in reversible algebraic notation: whoever has the last position and the moves can play backwards to the first.
//
//   Ng1f3        a piece from square to square; e2e4: a pawn
//   Nf3xe5(p)    with whom it took, in the letters of a FEN: small ones are Black's
//   e5xd6(p@d5)  the one that was taken stood elsewhere
//   e7e8=Q       a pawn and what it became; =? until it is exchanged
//   O-O  O-O-O   castling; behind it, where that is not plain, from where: O-O(Kb1,Rc1)
//   +Qd4  -pd4   put on the board, taken off it; +Qd4(p): in the place of that one
//
// Parts that make no such move stand with a comma between them.

import { homeOf, manOf, other } from "./fen.js";
import { isSquare, moverOf } from "./history.js";

/** @typedef {import("./fen.js").Board} Board */
/** @typedef {import("./fen.js").Side} Side */
/** @typedef {import("./history.js").Game} Game */
/** @typedef {import("./history.js").Part} Part */

/** All moves of a game with their numbers, those of a pair on one line. @param {Game} game */
export function movetext(game) {
  let text = "";
  /** @type {Side | null} */
  let last = null;
  game.moves.forEach((parts, nth) => {
    const { board, number } = game.states[nth].position;
    const side = moverOf(parts);
    const pair = side === "b" && last === "w";
    const before = nth === 0 ? "" : pair ? " " : "\n";
    const numbered = pair ? "" : `${number}${side === "w" ? "." : "..."} `;
    text += before + numbered + moveText(parts, board);
    last = side;
  });
  return text;
}

/** One move. @param {readonly Part[]} parts @param {Board} before where the men stood */
export function moveText(parts, before) {
  const side = moverOf(parts);
  return castling(parts, side, before) || one(parts, side) || parts.map(partText).join(",");
}

/** @param {readonly Part[]} parts @param {Side} side @param {Board} before */
function castling(parts, side, before) {
  const [king, rook] = [manOf(side, "k"), manOf(side, "r")];
  const first = parts[0];
  if (first.man !== king || parts.some(({ man }) => man !== king && man !== rook)) return "";
  const home = homeOf(side);
  const last = parts.filter(({ man }) => man === king).slice(-1)[0].to;
  const target = { ["g" + home]: "f" + home, ["c" + home]: "d" + home }[last];
  const moved = parts.find(({ man }) => man === rook);
  // A king that was laid beside the board castles, also where the rook stands in its place already.
  const stayed = moved === undefined && !isSquare(first.to) && before[target || ""] === rook;
  if (target === undefined || (!stayed && (moved === undefined || moved.to !== target))) return "";
  const from = stayed ? target : moved !== undefined && isSquare(moved.from) ? moved.from : first.to;
  const name = last[0] === "g" ? "O-O" : "O-O-O";
  const plain = first.from === "e" + home && from === (last[0] === "g" ? "h" : "a") + home;
  return plain ? name : `${name}(K${first.from},R${from})`;
}

/** One man that moves from square to square, with whom it takes and what it becomes; empty where it is something else. @param {readonly Part[]} parts @param {Side} side */
function one(parts, side) {
  const isOff = (/** @type {Part} */ part) => isSquare(part.from) && !isSquare(part.to);
  const enemy = parts.find((part) => isOff(part) && moverOf([part]) === side);
  const mover = parts.find((part) => part !== enemy && isSquare(part.from) && isSquare(part.to));
  if (mover === undefined || moverOf([mover]) !== side) return "";
  const rest = parts.filter((part) => part !== mover && part !== enemy);
  const [became, isWhole] = promotion(mover, rest, side);
  if (!isWhole || (enemy !== undefined && mover.taken !== "")) return "";
  const taken = enemy === undefined ? mover.taken : enemy.from === mover.to ? enemy.man : `${enemy.man}@${enemy.from}`;
  // A man that is taken off where the mover has gone was not there before it.
  if (enemy !== undefined && enemy.from === mover.to && parts.indexOf(enemy) > parts.indexOf(mover)) return "";
  return letterOf(mover) + mover.from + (taken === "" ? mover.to : `x${mover.to}(${taken})`) + became;
}

/** What a pawn becomes by the parts behind its move, and whether these say nothing else. @param {Part} mover @param {readonly Part[]} rest @param {Side} side @returns {[string, boolean]} */
function promotion(mover, rest, side) {
  const arrives = mover.man === manOf(side, "p") && mover.to[1] === homeOf(other(side));
  if (rest.length === 0) return ["", true];
  const [first, second] = rest;
  const isPut = (/** @type {Part | undefined} */ part) => part !== undefined && part.to === mover.to && !isSquare(part.from);
  if (!arrives || rest.length > 2) return ["", false];
  if (isPut(first) && first.taken === mover.man && second === undefined) return ["=" + first.man.toUpperCase(), true];
  if (first.from !== mover.to || isSquare(first.to)) return ["", false];
  if (second === undefined) return ["=?", true];
  return ["=" + second.man.toUpperCase(), isPut(second)];
}

/** @param {Part} part */
const letterOf = ({ man }) => (/p/i.test(man) ? "" : man.toUpperCase());

/** @param {Part} part */
function partText(part) {
  const { man, from, to, taken } = part;
  const replaced = taken === "" ? "" : `(${taken})`;
  if (!isSquare(from)) return `+${man}${to}${replaced}`;
  if (!isSquare(to)) return `-${man}${from}`;
  return letterOf(part) + from + (taken === "" ? "" : "x") + to + replaced;
}

const MOVE = /^([KQRBN]?)([a-h][1-8])x?([a-h][1-8])(?:\(([KQRBNPkqrbnp])(?:@([a-h][1-8]))?\))?(?:=([KQRBNP?]))?$/;
const PUT = /^\+([KQRBNPkqrbnp])([a-h][1-8])(?:\(([KQRBNPkqrbnp])\))?$/;
const OFF = /^-([KQRBNPkqrbnp])([a-h][1-8])$/;
const CASTLING = /^(O-O(?:-O)?)(?:\(K([a-h][1-8]),R([a-h][1-8])\))?$/;

/**
 * The board before a move, from that behind it; `null` for a text that is no move.
 * @param {Board} board @param {string} text @param {Side} side who moved @returns {Board | null}
 */
export function unplay(board, text, side) {
  const castled = CASTLING.exec(text);
  if (castled !== null) {
    const home = homeOf(side);
    const short = castled[1] === "O-O";
    /** @type {Record<string, string>} */
    const before = { ...board };
    for (const file of short ? "gf" : "cd") delete before[file + home];
    before[castled[2] || "e" + home] = manOf(side, "k");
    before[castled[3] || (short ? "h" : "a") + home] = manOf(side, "r");
    return before;
  }
  /** @type {Board | null} */
  let before = board;
  for (const part of text.split(",").reverse()) {
    before = before && takenBack(before, part, side);
  }
  return before;
}

/** @param {Board} board @param {string} text @param {Side} side @returns {Board | null} */
function takenBack(board, text, side) {
  /** @type {Record<string, string>} */
  const before = { ...board };
  const put = PUT.exec(text);
  const off = OFF.exec(text);
  const move = MOVE.exec(text);
  if (put !== null) {
    delete before[put[2]];
    if (put[3] !== undefined) before[put[2]] = put[3];
  } else if (off !== null) {
    before[off[2]] = off[1];
  } else if (move !== null) {
    const [, , from, to, taken, at, became] = move;
    const man = became === undefined ? board[to] : manOf(side, "p");
    if (man === undefined) return null;
    delete before[to];
    before[from] = man;
    if (taken !== undefined) before[at || to] = taken;
  } else {
    return null;
  }
  return before;
}
