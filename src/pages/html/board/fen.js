// @ts-check
// Positions as text: every dialect of FEN is read, each fault is told with its field, and three dialects are written. What is
// read, and the words for a fault, are those of the server (src/chess/position), and a test compares the two.

/**
 * A man by its letter in a FEN: capitals are White's.
 * @typedef {string} Man
 *
 * Squares by name, each with the man on it; an empty square is not there.
 * @typedef {Readonly<Record<string, Man>>} Board
 *
 * @typedef {"w" | "b"} Side
 *
 * @typedef {object} Position
 * @property {Board} board
 * @property {Side} turn who is to move
 * @property {readonly string[]} rooks the squares of the rooks that may still castle
 * @property {string | null} passed the square that a pawn has just passed by a double step
 * @property {number} clock plies since the last capture or move of a pawn
 * @property {number} number of the move, from 1
 * @property {boolean} chess960 whether king and rooks castle from wherever they began
 *
 * What somebody gave; `null` where a field is not there or is a dash.
 * @typedef {object} Given
 * @property {Board} board
 * @property {Side | null} turn
 * @property {string[] | null} letters of the castling field
 * @property {string | null} passed
 * @property {number | null} clock
 * @property {number | null} number
 *
 * @typedef {keyof typeof FIELDS} Field
 * @typedef {{field: Field, text: string}} Fault
 *
 * @typedef {"standard" | "x-fen" | "shredder"} Dialect
 */

/** The fields in their order, and what they are called. */
export const FIELDS = /** @type {const} */ ({
  pieces: "pieces (field 1)",
  side: "side to move (field 2)",
  castling: "castling (field 3)",
  passed: "en passant (field 4)",
  clock: "halfmove clock (field 5)",
  number: "move number (field 6)",
  whole: "position",
});

export const FILES = "abcdefgh";
const MEN = "KQRBNPkqrbnp";
const DASHES = ["-", "–", "—", "−", "‐", "‑"];
/** What a number may be at most: 32 bits, as on the server. */
const HIGHEST = 4294967295;
/** Unicode's white space, as the server has it: JavaScript knows a mark of byte order for one, and no next line. */
const BLANK = "(?:[^\\S\\ufeff]|\\u0085)";
const AROUND = new RegExp(`^${BLANK}+|${BLANK}+$`, "g");
const BETWEEN = new RegExp(`${BLANK}|_`);

/** The usual start. */
export const USUAL = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/** @param {Man} man @returns {Side} */
export const sideOf = (man) => (man < "a" ? "w" : "b");

/** @param {Side} side @returns {Side} */
export const other = (side) => (side === "w" ? "b" : "w");

/** The rank on which the pieces of a side begin. @param {Side} side */
export const homeOf = (side) => (side === "w" ? "1" : "8");

/** A man of that side. @param {Side} side @param {string} role @returns {Man} */
export const manOf = (side, role) => (side === "w" ? role.toUpperCase() : role.toLowerCase());

/** The squares of a kind of men, from a1 to h8. @param {Board} board @param {Man} man */
export const squaresOf = (board, man) =>
  Object.keys(board)
    .filter((square) => board[square] === man)
    .sort((one, two) => (one[1] + one[0] < two[1] + two[0] ? -1 : 1));

/** Characters of the longest text that is looked at. */
const LONGEST = 1000;

/**
 * Reads a FEN in any dialect; the placement alone is enough. Every fault of form is told, and with one there is no position.
 * @param {string} text
 * @returns {{given: Given | null, faults: Fault[], fields: string[]}} `fields` is what was found for each field
 */
export function readFen(text) {
  // A FEN is short; what is longer is not looked at, since to split it would take long.
  if (text.length > LONGEST) return { given: null, faults: [{ field: "pieces", text: "that is too long for a FEN" }], fields: [] };
  const fields = splitFields(text);
  /** @type {Fault[]} */
  const faults = [];
  if (fields.length === 0) return { given: null, faults: [{ field: "pieces", text: "nothing is given" }], fields };
  const board = readPlacement(fields[0], faults);
  const turn = fields.length > 1 ? readTurn(fields[1], faults) : null;
  const letters = fields.length > 2 ? readCastling(fields[2], faults) : null;
  const passed = fields.length > 3 ? readPassed(fields[3], faults) : null;
  const [clock, number] = readCounters(fields.slice(4), faults);
  const inOrder = inOrderOfFields(faults);
  const given = faults.length > 0 ? null : { board, turn, letters, passed, clock, number };
  return { given, faults: inOrder, fields };
}

/** @param {Fault[]} faults */
export function inOrderOfFields(faults) {
  const order = Object.keys(FIELDS);
  return [...faults].sort((one, two) => order.indexOf(one.field) - order.indexOf(two.field));
}

/** All faults on one line, each after the name of its field. @param {Fault[]} faults */
export const inOneLine = (faults) => faults.map(({ field, text }) => `${FIELDS[field]}: ${text}`).join("; ");

/** @param {string} text */
function splitFields(text) {
  const trimmed = (/** @type {string} */ it) => it.replace(AROUND, "");
  let whole = trimmed(trimmed(text).replace(/^["'`[\]()*]+|["'`[\]()*]+$/g, ""));
  if (/^fen/i.test(whole)) whole = whole.slice(3);
  return whole
    .split(BETWEEN)
    .map((field) => field.replace(/^["'`“”:=,;]+|["'`“”:=,;]+$/g, "").replace(/\.+$/, ""))
    .filter((field) => field !== "");
}

/** Somebody's text, fit to be shown back. @param {string} text */
function shown(text) {
  return [...text.replace(/[\u0000-\u001f\u007f-\u009f]/g, "")].slice(0, 30).join("");
}

/** In small letters, where it is ASCII: the sign of the kelvin is no k. @param {string} text */
const small = (text) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/** @param {string} text @param {Fault[]} faults @returns {Board} */
function readPlacement(text, faults) {
  /** @type {Record<string, Man>} */
  const board = {};
  const ranks = text.split("/");
  if (ranks.length !== 8) {
    const are = ranks.length === 1 ? "is" : "are";
    const said = `there must be 8 ranks with a slash between them, but there ${are} ${ranks.length}`;
    faults.push({ field: "pieces", text: said });
    return board;
  }
  ranks.forEach((rank, down) => {
    let squares = 0;
    let unknown = "";
    for (const sign of rank) {
      if (/^[1-8]$/.test(sign)) {
        squares += Number(sign);
      } else if (MEN.includes(sign)) {
        if (squares < 8) board[FILES[squares] + (8 - down)] = sign;
        squares += 1;
      } else if (sign !== "~" && unknown === "") {
        // The tilde marks a promoted piece in some variants' FENs.
        unknown = sign;
      }
    }
    const named = `rank ${8 - down}`;
    if (unknown !== "") {
      const said = "which is neither one of the pieces KQRBNP and kqrbnp nor a number from 1 to 8";
      faults.push({ field: "pieces", text: `${named} has "${unknown}", ${said}` });
    } else if (squares !== 8) {
      faults.push({ field: "pieces", text: `${named}, "${shown(rank)}", has ${squares} squares instead of 8` });
    }
  });
  return board;
}

/** @param {string} text @param {Fault[]} faults @returns {Side | null} */
function readTurn(text, faults) {
  const word = small(text);
  if (word === "w" || word === "white") return "w";
  if (word === "b" || word === "black") return "b";
  faults.push({ field: "side", text: `it must be w or b, not "${shown(text)}"` });
  return null;
}

/** @param {string} text @param {Fault[]} faults */
function readCastling(text, faults) {
  if (DASHES.includes(text)) return [];
  const letters = [...text];
  const known = letters.every((letter) => /^[a-hkqA-HKQ]$/.test(letter));
  if (known && new Set(letters).size === letters.length) return letters;
  const said = `it must be letters such as KQkq, each once, or -, not "${shown(text)}"`;
  faults.push({ field: "castling", text: said });
  return null;
}

/** @param {string} text @param {Fault[]} faults */
function readPassed(text, faults) {
  if (DASHES.includes(text)) return null;
  const square = small(text);
  if (/^[a-h][36]$/.test(square)) return square;
  const said = `it must be a square on the third or sixth rank, such as e3, or -, not "${shown(text)}"`;
  faults.push({ field: "passed", text: said });
  return null;
}

/** The two counters; behind the fourth field of an EPD they stand among its operations. @param {string[]} rest @param {Fault[]} faults */
function readCounters(rest, faults) {
  if (rest.length > 0 && /^[a-zA-Z]/.test(rest[0])) {
    return [operand(rest, "hmvc"), operand(rest, "fmvn")];
  }
  const counters = /** @type {const} */ (["clock", "number"]).map((field, nth) => {
    const text = rest[nth];
    if (text === undefined || DASHES.includes(text)) return null;
    const number = wholeNumber(text);
    if (number === null) faults.push({ field, text: `it must be a number, not "${shown(text)}"` });
    return number;
  });
  if (rest.length > 2) faults.push({ field: "whole", text: `"${shown(rest[2])}" follows the last field` });
  return counters;
}

/** @param {string} text */
function wholeNumber(text) {
  const number = Number(text);
  return /^\+?[0-9]+$/.test(text) && number <= HIGHEST ? number : null;
}

/** The number behind an operation code of EPD. @param {string[]} operations @param {string} code */
function operand(operations, code) {
  const at = operations.indexOf(code);
  const text = at < 0 ? undefined : operations[at + 1];
  return text === undefined ? null : wholeNumber(text.replace(/;+$/, ""));
}

/**
 * The position that was given, with what was left out: White to move, no castling, no en passant, clock 0, move 1. A right
 * without its king or rook is left out, and told.
 * @param {Given} given @param {boolean} chess960
 * @returns {{position: Position, faults: Fault[]}}
 */
export function positionOf(given, chess960) {
  const { board } = given;
  /** @type {Fault[]} */
  const faults = [];
  /** @type {Set<string>} */
  const rooks = new Set();
  for (const letter of given.letters || []) {
    const rook = rookOf(letter, board);
    if (rook !== null && mayCastle(board, rook, chess960)) {
      rooks.add(rook);
    } else {
      const said = `the right "${letter}" is given, but king and rook are not in their places for it`;
      faults.push({ field: "castling", text: said });
    }
  }
  const position = {
    board,
    turn: given.turn || "w",
    rooks: [...rooks],
    passed: given.passed,
    clock: given.clock || 0,
    number: given.number || 1,
    chess960,
  };
  return { position, faults };
}

/** The one king of a side. @param {Board} board @param {Side} side @returns {string | null} */
export function kingOf(board, side) {
  const kings = squaresOf(board, manOf(side, "k"));
  return kings.length === 1 ? kings[0] : null;
}

/**
 * The rook that a castling letter means: by its file (Shredder-FEN), or the outermost on that side of the king (X-FEN, and
 * with the usual start the same as in the standard).
 * @param {string} letter @param {Board} board
 */
export function rookOf(letter, board) {
  const side = sideOf(letter);
  const home = homeOf(side);
  const rooks = squaresOf(board, manOf(side, "r")).filter((square) => square[1] === home);
  const file = small(letter);
  if (file !== "k" && file !== "q") return rooks.find((square) => square[0] === file) || null;
  const king = kingOf(board, side);
  if (king === null) return null;
  // Of a king that is not at home nothing stands beside it; [mayCastle] says so.
  const outermost = file === "k" ? rooks[rooks.length - 1] : rooks[0];
  if (outermost === undefined) return null;
  const key = (/** @type {string} */ square) => square[1] + square[0];
  const beside = file === "k" ? key(outermost) > key(king) : key(outermost) < key(king);
  return beside ? outermost : null;
}

/** Whether the king stands on its first rank, and in orthodox chess both on their squares. @param {Board} board @param {string} rook @param {boolean} chess960 */
export function mayCastle(board, rook, chess960) {
  const man = board[rook];
  if (man === undefined || small(man) !== "r" || rook[1] !== homeOf(sideOf(man))) return false;
  const king = kingOf(board, sideOf(man));
  if (king === null || king[1] !== rook[1]) return false;
  return chess960 || (king[0] === "e" && (rook[0] === "a" || rook[0] === "h"));
}

/**
 * A position as FEN. The standard's form has the square that a pawn passed after every double step; the two others only where
 * an enemy pawn stands to take. For castling the standard and X-FEN have a side of the king, where X-FEN names the file of a
 * rook that is not the outermost; Shredder-FEN always has the file.
 * @param {Position} position @param {Dialect} dialect
 */
export function writeFen(position, dialect) {
  const { board, turn, passed, clock, number } = position;
  const ranks = [..."87654321"].map((rank) => {
    const signs = [...FILES].map((file) => board[file + rank] || "1").join("");
    return signs.replace(/1+/g, (empty) => String(empty.length));
  });
  const square = passed !== null && (dialect === "standard" || isReal(position)) ? passed : "-";
  return [ranks.join("/"), turn, castlingField(position, dialect), square, clock, number].join(" ");
}

/** Whether an enemy pawn stands to take in passing. @param {Position} position */
export function isReal({ board, turn, passed }) {
  if (passed === null || passed[1] !== (turn === "w" ? "6" : "3")) return false;
  const at = FILES.indexOf(passed[0]);
  const rank = turn === "w" ? "5" : "4";
  return [at - 1, at + 1].some((file) => board[FILES[file] + rank] === manOf(turn, "p"));
}

/** @param {Position} position @param {Dialect} dialect */
function castlingField(position, dialect) {
  const of = (/** @type {Side} */ side) => {
    const mine = position.rooks.filter((rook) => rook[1] === homeOf(side)).sort();
    if (dialect === "shredder") return mine.map((rook) => manOf(side, rook[0])).join("");
    return mine
      .reverse()
      .map((rook) => manOf(side, sideLetter(position.board, side, rook)))
      .join("");
  };
  return of("w") + of("b") || "-";
}

/** `k`, `q`, or the file of a rook that is not the outermost. @param {Board} board @param {Side} side @param {string} rook */
function sideLetter(board, side, rook) {
  const king = kingOf(board, side);
  const letter = king !== null && rook[0] > king[0] ? "k" : "q";
  return rookOf(manOf(side, letter), board) === rook ? letter : rook[0];
}
