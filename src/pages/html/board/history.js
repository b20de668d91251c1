// @ts-check
// What has happened on the board: positions, and between them moves. A move is a sequence of parts, each a man that was taken
// from one place and put to another, as hands do it: to take is to move and to take the other man off, to castle is to move
// the king and then the rook. No rule of chess forbids anything; which parts belong together follows from their order alone.
//
// Beside the board is room: the spots a0 to h0 below White's first rank, and a9 to h9 above Black's, each for a pile of men.

import { FILES, homeOf, manOf, mayCastle, other, sideOf } from "./fen.js";

/** @typedef {import("./fen.js").Board} Board */
/** @typedef {import("./fen.js").Man} Man */
/** @typedef {import("./fen.js").Position} Position */
/** @typedef {import("./fen.js").Side} Side */

/**
 * The piles beside the board, by spot; of each the last is on top.
 * @typedef {Readonly<Record<string, string>>} Piles
 *
 * @typedef {object} State
 * @property {Position} position
 * @property {Piles} piles
 * @property {boolean} [arranged] whether men were set up on it, so that it is not the move before it that goes on
 *
 * A man that was taken from a place and put to another.
 * @typedef {object} Part
 * @property {Man} man
 * @property {string} from a square, a spot, or `extra`
 * @property {string} to a square or a spot
 * @property {Man | ""} taken who stood there, and is now beside the board
 *
 * States, and between each two of them the parts of a move.
 * @typedef {object} Game
 * @property {readonly State[]} states one more than moves
 * @property {readonly (readonly Part[])[]} moves
 * @property {number} at the state that is on the board
 */

/** From where extra men come: they do not run out. */
export const EXTRA = "extra";
/** To some spot, whichever is free. */
export const ASIDE = "aside";

/** @param {string} place */
export const isSquare = (place) => /^[a-h][1-8]$/.test(place);
/** @param {string} place */
export const isSpot = (place) => /^[a-h][09]$/.test(place);

/** A history without a move. @param {Position} position @returns {Game} */
export const begin = (position) => ({ states: [{ position, piles: {} }], moves: [], at: 0 });

/** @param {Game} game @returns {State} */
export const now = (game) => game.states[game.at];

/** The position that many moves from the first; no further than there are. @param {Game} game @param {number} at @returns {Game} */
export const step = (game, at) => ({ ...game, at: Math.max(0, Math.min(game.moves.length, at)) });

/** Only what is on the board, as the beginning of a history: its counters begin again. @param {Game} game @returns {Game} */
export function forgotten(game) {
  const { position, piles } = now(game);
  return { states: [{ position: { ...position, clock: 0, number: 1 }, piles }], moves: [], at: 0 };
}

/** The same with another position in the place of that on the board. @param {Game} game @param {Position} position @returns {Game} */
export const withPosition = (game, position) => withState(game, { ...now(game), position });

/** @param {Game} game @param {State} state @returns {Game} */
const withState = (game, state) => ({
  ...game,
  states: game.states.map((there, at) => (at === game.at ? state : there)),
});

/**
 * A man is put from one place to another, and that is recorded. What changes nothing on the board is no move: put back on its
 * square, or from spot to spot.
 * @param {Game} game @param {string} from @param {string} to @param {Man} [extra] which man, where it comes from the extra ones
 * @returns {Game} the same one where nothing has changed
 */
export function play(game, from, to, extra = "") {
  const moved = carry(now(game), from, to, extra);
  if (moved === null) return game;
  const { part, board, piles } = moved;
  if (part === null) return withState(game, { ...now(game), piles });
  const last = game.at > 0 ? game.moves[game.at - 1] : [];
  const goesOn = game.at > 0 && continues(last, part, game.states[game.at - 1], now(game));
  const start = goesOn ? game.at - 1 : game.at;
  const parts = goesOn ? [...last, part] : [part];
  const position = after(game.states[start].position, parts, board);
  return {
    states: [...game.states.slice(0, start + 1), { position, piles }],
    moves: [...game.moves.slice(0, start), parts],
    at: start + 1,
  };
}

/** The same in a set-up: nothing is recorded, and moves that were taken back are gone. @param {Game} game @param {string} from @param {string} to @param {Man} [extra] @returns {Game} */
export function arrange(game, from, to, extra = "") {
  const moved = carry(now(game), from, to, extra);
  if (moved === null) return game;
  if (moved.part === null) return withState(game, { ...now(game), piles: moved.piles });
  const { position } = now(game);
  const board = moved.board;
  const rooks = position.rooks.filter((rook) => mayCastle(board, rook, position.chess960));
  const cut = {
    states: game.states.slice(0, game.at + 1),
    moves: game.moves.slice(0, game.at),
    at: game.at,
  };
  const arranged = { position: { ...position, board, rooks, passed: null }, piles: moved.piles, arranged: true };
  return withState(cut, arranged);
}

/**
 * The board and the piles when a man has been carried; `null` where nothing is changed, and no part where only piles are.
 * @param {State} state @param {string} from @param {string} to @param {Man} extra
 * @returns {{part: Part | null, board: Board, piles: Piles} | null}
 */
function carry(state, from, to, extra) {
  /** @type {Record<string, Man>} */
  const board = { ...state.position.board };
  /** @type {Record<string, string>} */
  const piles = { ...state.piles };
  const man = from === EXTRA ? extra : isSpot(from) ? (piles[from] || "").slice(-1) : board[from] || "";
  if (man === "" || from === to || (from === EXTRA && !isSquare(to))) return null;
  if (isSpot(from)) {
    piles[from] = piles[from].slice(0, -1);
    if (piles[from] === "") delete piles[from];
  }
  delete board[from];
  const place = to === ASIDE ? spotFor(piles, man) : to;
  if (isSpot(from) && !isSquare(place)) {
    if (to === ASIDE) return null;
    piles[place] = (piles[place] || "") + man;
    return { part: null, board, piles };
  }
  if (!isSquare(place)) {
    piles[place] = (piles[place] || "") + man;
    return { part: { man, from, to: place, taken: "" }, board, piles };
  }
  const taken = board[place] || "";
  if (taken !== "") {
    const spot = spotFor(piles, taken);
    piles[spot] = (piles[spot] || "") + taken;
  }
  board[place] = man;
  return { part: { man, from, to: place, taken }, board, piles };
}

/** Where a man is laid that leaves the board: with its like, else where nothing lies; on the side of who took it. @param {Piles} piles @param {Man} man */
function spotFor(piles, man) {
  const spots = [...FILES].map((file) => file + (sideOf(man) === "w" ? "9" : "0"));
  const like = spots.find((spot) => (piles[spot] || "").endsWith(man));
  return like || spots.find((spot) => piles[spot] === undefined) || spots[0];
}

/** Who makes a move. Whoever takes a man of the other side off begins to take it; who takes off the own king castles. @param {readonly Part[]} parts @returns {Side} */
export function moverOf(parts) {
  const { man, from, to } = parts[0];
  const isOff = isSquare(from) && !isSquare(to);
  return isOff && !isKing(man) ? other(sideOf(man)) : sideOf(man);
}

/** @param {Man} man */
const isKing = (man) => man === "K" || man === "k";

/** A man of the other side that was taken off the board; a king is never taken, he castles. @param {Part} part @param {Side} side */
const isRemoval = ({ man, from, to }, side) => isSquare(from) && !isSquare(to) && sideOf(man) !== side && !isKing(man);

/** Whether the king has been laid beside the board, and has not come back. @param {readonly Part[]} parts */
function isKingAway(parts) {
  const steps = parts.filter((part) => isKing(part.man));
  return steps.length > 0 && !isSquare(steps[steps.length - 1].to);
}

/** The square of a pawn that has come to its last rank in this move and is to be exchanged. @param {readonly Part[]} parts @param {Side} side */
function promoting(parts, side) {
  const arrived = parts.find(({ man, to }) => man === manOf(side, "p") && isSquare(to) && to[1] === homeOf(other(side)));
  if (arrived === undefined) return null;
  const exchanged = parts.some((part) => part !== arrived && part.to === arrived.to);
  return exchanged ? null : arrived.to;
}

/**
 * Whether a part belongs to the move before it.
 * @param {readonly Part[]} parts the move @param {Part} part @param {State} before the move @param {State} current
 */
function continues(parts, part, before, current) {
  if (current.arranged) return false;
  const side = moverOf(parts);
  const mine = sideOf(part.man) === side;
  if (!mine) return isRemoval(part, side) && !hasTaken(parts, side) && !isKingAway(parts);
  if (parts.every((it) => isRemoval(it, side))) return isSquare(part.to);
  const square = promoting(parts, side);
  if (square !== null) {
    if (part.from === square) return !isSquare(part.to);
    if (part.to === square) return !isSquare(part.from);
  }
  return castlesOn(parts, part, side, before.position, current.position.board);
}

/** @param {readonly Part[]} parts @param {Side} side */
const hasTaken = (parts, side) => parts.some((part) => part.taken !== "" || isRemoval(part, side));

/** @param {readonly Part[]} parts @param {Part} part @param {Side} side @param {Position} before @param {Board} board */
function castlesOn(parts, part, side, before, board) {
  const first = parts[0];
  const home = homeOf(side);
  if (first.man !== manOf(side, "k") || first.from[1] !== home || part.to[1] !== home) return false;
  const rooks = parts.filter(({ man }) => man === manOf(side, "r")).length;
  const overRook = first.taken === manOf(side, "r");
  if (isKing(part.man)) return isKingAway(parts) || (overRook && rooks === 1 && part.from === first.to);
  if (part.man !== manOf(side, "r") || rooks > 0) return false;
  if (isKingAway(parts)) return part.from[1] === home;
  if (overRook) return isSpot(part.from);
  const king = FILES.indexOf(first.to[0]) - FILES.indexOf(first.from[0]);
  const far = Math.abs(king) > 1 || before.chess960;
  const beside = first.to === "g" + home ? "f" + home : first.to === "c" + home ? "d" + home : "";
  return far && first.taken === "" && part.from[1] === home && part.to === beside && board[beside] === undefined;
}

/** What follows from a move beside where the men stand. @param {Position} before @param {readonly Part[]} parts @param {Board} board @returns {Position} */
function after(before, parts, board) {
  const side = moverOf(parts);
  const stays = before.rooks.filter((rook) => {
    const king = manOf(rook[1] === homeOf("w") ? "w" : "b", "k");
    const moved = parts.some(({ man, from, to }) => man === king || from === rook || to === rook);
    return !moved && mayCastle(board, rook, before.chess960);
  });
  const still = { ...before, board, rooks: stays, passed: null };
  // Before the king is back, or anybody has moved, it is the same side's turn.
  if (isKingAway(parts) || parts.every((part) => isRemoval(part, side))) return { ...still, turn: side };
  const [{ man, from, to }] = parts;
  const isPawn = parts.some((part) => part.man === manOf(side, "p"));
  const double = man === manOf(side, "p") && isSquare(from) && from[0] === to[0] && from[1] + to[1] === (side === "w" ? "24" : "75");
  const counted = Object.keys(board).length !== Object.keys(before.board).length;
  return {
    ...still,
    turn: other(side),
    passed: double && parts.length === 1 ? to[0] + (side === "w" ? "3" : "6") : null,
    clock: isPawn || counted ? 0 : before.clock + 1,
    number: before.number + (side === "b" ? 1 : 0),
  };
}

/**
 * What is still to be done of the move that led to the position on the board; empty where it is whole.
 * @param {Game} game
 */
export function underWay(game) {
  if (game.at === 0 || now(game).arranged) return "";
  const parts = game.moves[game.at - 1];
  const before = game.states[game.at - 1].position;
  const side = moverOf(parts);
  if (isKingAway(parts)) return "castling: the rook, then the king";
  if (parts.every((part) => isRemoval(part, side))) return "taking: now the man that takes";
  if (promoting(parts, side) !== null) return "promotion: exchange the pawn";
  const [{ man, from, to, taken }] = parts;
  if (parts.length === 1 && man === manOf(side, "p") && to === before.passed && taken === "") {
    return "taking in passing: take the pawn off";
  }
  const files = isKing(man) ? Math.abs(FILES.indexOf(to[0]) - FILES.indexOf(from[0])) : 0;
  const right = before.rooks.some((rook) => rook[1] === from[1] && (rook > from) === (to > from));
  if (parts.length === 1 && from[1] === to[1] && /^[cg]/.test(to) && files > 1 && right) return "castling: now the rook";
  if (isKing(man) && taken === manOf(side, "r")) {
    return parts.length === 1 ? "castling: now the rook" : parts.length === 2 ? "castling: now the king" : "";
  }
  return "";
}
