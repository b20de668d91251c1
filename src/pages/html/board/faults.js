// @ts-check
// What is wrong with a position that can be written down: the server would not let a game begin in it. The board takes all
// of them.

import { FILES, homeOf, inOrderOfFields, kingOf, manOf, other, sideOf, squaresOf } from "./fen.js";

/** @typedef {import("./fen.js").Board} Board */
/** @typedef {import("./fen.js").Fault} Fault */
/** @typedef {import("./fen.js").Position} Position */
/** @typedef {import("./fen.js").Side} Side */

/** @type {Readonly<Record<Side, string>>} */
export const SIDES = { w: "White", b: "Black" };

const STRAIGHT = [[0, 1], [0, -1], [1, 0], [-1, 0]];
const DIAGONAL = [[1, 1], [1, -1], [-1, 1], [-1, -1]];
const LEAPS = [[1, 2], [2, 1], [2, -1], [1, -2], [-1, -2], [-2, -1], [-2, 1], [-1, 2]];

/**
 * All faults of a position, in the order of the fields. `castling` are those of the rights that were given for it.
 * @param {Position} position @param {Fault[]} [castling]
 */
export function faultsOf(position, castling = []) {
  const faults = [...faultsOfPieces(position.board), ...castling];
  if (position.passed !== null && !isDoubleStep(position)) {
    const said = `${position.passed} is given, but no pawn can just have passed it with a double step`;
    faults.push({ field: "passed", text: said });
  }
  const waiting = other(position.turn);
  const king = kingOf(position.board, waiting);
  if (king !== null && attackers(position.board, king, position.turn).length > 0) {
    const said = `${SIDES[waiting]} is in check although ${SIDES[position.turn]} is to move`;
    faults.push({ field: "whole", text: said });
  }
  if (isImpossibleCheck(position)) {
    faults.push({ field: "whole", text: "no last move can have given this check" });
  }
  if (hasTooMany(position.board)) {
    const said = "a side has more pieces than its pawns could have been promoted to";
    faults.push({ field: "pieces", text: said });
  }
  // Said last and alone, as the server does: it is a rare one.
  if (faults.length === 0 && hasTwoOfASide(position)) {
    const letters = position.rooks.map((rook) => manOf(rook[1] === "1" ? "w" : "b", rook[0])).sort().join("");
    faults.push({ field: "castling", text: `it must be letters such as KQkq, each once, or -, not "${letters}"` });
  }
  return inOrderOfFields(faults);
}

/** Whether a king may castle with two rooks on one side of it. @param {Position} position */
function hasTwoOfASide({ board, rooks }) {
  const sides = rooks.map((rook) => {
    const side = rook[1] === homeOf("w") ? "w" : "b";
    return side + ((kingOf(board, side) || "") < rook);
  });
  return new Set(sides).size < sides.length;
}

/** @param {Board} board @returns {Fault[]} */
function faultsOfPieces(board) {
  /** @type {Fault[]} */
  const faults = [];
  for (const side of /** @type {Side[]} */ (["w", "b"])) {
    const kings = squaresOf(board, manOf(side, "k")).length;
    const told = kings === 0 ? "no king" : `${kings} kings`;
    if (kings !== 1) faults.push({ field: "pieces", text: `${SIDES[side]} has ${told}` });
  }
  for (const rank of "18") {
    for (const file of FILES) {
      if (/^p$/i.test(board[file + rank] || "")) {
        faults.push({ field: "pieces", text: `a pawn cannot stand on ${file}${rank}` });
      }
    }
  }
  return faults;
}

/** From where, over what and to where the pawn went that passed a square. @param {string} passed @param {Side} turn */
function doubleStep(passed, turn) {
  return turn === "w" ? [passed[0] + "7", passed, passed[0] + "5"] : [passed[0] + "2", passed, passed[0] + "4"];
}

/** @param {Position} position */
function isDoubleStep({ board, turn, passed }) {
  if (passed === null || passed[1] !== (turn === "w" ? "6" : "3")) return false;
  const [from, over, to] = doubleStep(passed, turn);
  return board[from] === undefined && board[over] === undefined && board[to] === manOf(other(turn), "p");
}

/** The square that many files and ranks away. @param {string} square @param {number} files @param {number} ranks */
function away(square, files, ranks) {
  const file = FILES[FILES.indexOf(square[0]) + files];
  const rank = Number(square[1]) + ranks;
  return file !== undefined && rank >= 1 && rank <= 8 ? file + rank : null;
}

/** The squares of all men of a side that attack a square. @param {Board} board @param {string} square @param {Side} by */
export function attackers(board, square, by) {
  /** @type {string[]} */
  const found = [];
  const stands = (/** @type {string | null} */ at, /** @type {string} */ roles) => {
    const man = at === null ? undefined : board[at];
    if (at !== null && man !== undefined && sideOf(man) === by && roles.includes(man.toLowerCase())) found.push(at);
  };
  for (const [directions, roles] of /** @type {[number[][], string][]} */ ([[STRAIGHT, "rq"], [DIAGONAL, "bq"]])) {
    for (const [files, ranks] of directions) {
      let at = away(square, files, ranks);
      while (at !== null && board[at] === undefined) at = away(at, files, ranks);
      stands(at, roles);
    }
  }
  for (const [files, ranks] of LEAPS) stands(away(square, files, ranks), "n");
  for (const [files, ranks] of [...STRAIGHT, ...DIAGONAL]) stands(away(square, files, ranks), "k");
  for (const files of [-1, 1]) stands(away(square, files, by === "w" ? -1 : 1), "p");
  return found;
}

/**
 * Whether the check that is given can come from no last move: more than two men, two on one line with the king, two that
 * make steps, or one that a double step cannot have uncovered.
 * @param {Position} position
 */
function isImpossibleCheck(position) {
  const { board, turn } = position;
  // Of several kings it is the first that is looked at, and only for those that make steps.
  const kings = squaresOf(board, manOf(turn, "k"));
  if (kings.length === 0) return false;
  const king = kings[0];
  const checkers = attackers(board, king, other(turn));
  const steppers = checkers.filter((square) => /[knp]/i.test(board[square]));
  if (steppers.length > 1) return true;
  if (kings.length > 1) return false;
  if (position.passed !== null && isDoubleStep(position)) {
    const [from, , to] = doubleStep(position.passed, turn);
    if (checkers.length === 0) return false;
    if (checkers.length > 1) return true;
    /** @type {Record<string, string>} */
    const before = { ...board, [from]: board[to] };
    delete before[to];
    // The pawn itself counts for nothing where it stood before: it is only in the way.
    return checkers[0] !== to && attackers(before, king, other(turn)).some((square) => square !== from);
  }
  return checkers.length > 2 || (checkers.length === 2 && isOneLine(checkers[0], king, checkers[1]));
}

/** @param {string} one @param {string} two @param {string} three */
function isOneLine(one, two, three) {
  const step = (/** @type {string} */ from, /** @type {string} */ to) => [
    FILES.indexOf(to[0]) - FILES.indexOf(from[0]),
    Number(to[1]) - Number(from[1]),
  ];
  const [files, ranks] = step(one, two);
  const [further, higher] = step(two, three);
  const line = files === 0 || ranks === 0 || Math.abs(files) === Math.abs(ranks);
  return line && files * higher === ranks * further;
}

/** @param {Board} board */
function hasTooMany(board) {
  return /** @type {Side[]} */ (["w", "b"]).some((side) => {
    const count = (/** @type {string} */ role) => squaresOf(board, manOf(side, role)).length;
    const bishops = squaresOf(board, manOf(side, "b"));
    const light = bishops.filter((square) => isLight(square)).length;
    const over = (/** @type {number} */ found, /** @type {number} */ usual) => Math.max(0, found - usual);
    const promoted =
      over(count("q"), 1) + over(count("r"), 2) + over(count("n"), 2) + over(light, 1) + over(bishops.length - light, 1);
    return count("p") + promoted > 8;
  });
}

/** @param {string} square */
export const isLight = (square) => (FILES.indexOf(square[0]) + Number(square[1])) % 2 === 0;
