// @ts-check
// The 960 start positions of Chess960 and their numbers, as R. Scharnagl counts them: 518 has the pieces where they usually are.

import { FILES, manOf } from "./fen.js";
import { isLight } from "./faults.js";

/** @typedef {import("./fen.js").Board} Board */
/** @typedef {import("./fen.js").Position} Position */

export const STARTS = 960;

/** On which two of five free squares the knights go. */
const KNIGHTS = [[0, 1], [0, 2], [0, 3], [0, 4], [1, 2], [1, 3], [1, 4], [2, 3], [2, 4], [3, 4]];

/**
 * The pieces of a start from the a-file to the h-file: bishops first, then the queen and the knights on what is left, then
 * rook, king, rook.
 * @param {number} number from 0 to 959
 */
export function arrangement(number) {
  /** @type {string[]} */
  const pieces = Array(8).fill("");
  const put = (/** @type {number} */ free, /** @type {string} */ piece) => {
    const empty = pieces.flatMap((there, at) => (there === "" ? [at] : []));
    pieces[empty[free]] = piece;
  };
  pieces[2 * (number % 4) + 1] = "b";
  pieces[2 * (Math.floor(number / 4) % 4)] = "b";
  put(Math.floor(number / 16) % 6, "q");
  const [left, right] = KNIGHTS[Math.floor(number / 96)];
  // The right one first, so that the left one's place among the free squares stays the same.
  put(right, "n");
  put(left, "n");
  for (const piece of "rkr") put(0, piece);
  return pieces.join("");
}

/** The numbers, each by its pieces. */
const NUMBERS = new Map(Array.from({ length: STARTS }, (_, number) => [arrangement(number), number]));

/** The start with this number. @param {number} number from 0 to 959 @returns {Position} */
export function startOf(number) {
  const pieces = arrangement(number);
  /** @type {Record<string, string>} */
  const board = {};
  [...pieces].forEach((piece, at) => {
    const file = FILES[at];
    board[file + "1"] = manOf("w", piece);
    board[file + "2"] = "P";
    board[file + "7"] = "p";
    board[file + "8"] = piece;
  });
  const rooks = [...FILES].filter((_, at) => pieces[at] === "r").flatMap((file) => [file + "1", file + "8"]);
  return { board, turn: "w", rooks, passed: null, clock: 0, number: 1, chess960: true };
}

/**
 * The number of the start whose pieces White has on the first rank, whatever else is on the board; or why they are none.
 * @param {Board} board
 * @returns {{number: number, reasons: string[]}} a number below 0 where there are reasons
 */
export function readStart(board) {
  const pieces = [...FILES].map((file) => board[file + "1"] || ".").join("");
  const reasons = [];
  if ([...pieces].sort().join("") !== "BBKNNQRR") {
    reasons.push("White's first rank must have one king, one queen, two rooks, two bishops and two knights");
  } else {
    const light = [...FILES].filter((file, at) => pieces[at] === "B" && isLight(file + "1"));
    if (light.length !== 1) reasons.push("the bishops must stand on squares of different colours");
    if (!/R.*K.*R/.test(pieces)) reasons.push("the king must stand between the rooks");
  }
  const number = reasons.length === 0 ? NUMBERS.get(pieces.toLowerCase()) : undefined;
  return { number: number === undefined ? -1 : number, reasons };
}

/** The number of the start that this board is, all men of it; below 0 where it is none. @param {Board} board */
export function numberOf(board) {
  const { number } = readStart(board);
  if (number < 0) return -1;
  const start = startOf(number).board;
  const squares = Object.keys(board);
  const same = squares.length === 32 && squares.every((square) => start[square] === board[square]);
  return same ? number : -1;
}
