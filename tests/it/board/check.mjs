// Reads the table that tests/it/board.rs has written, one line for a thing to be known, and holds what the modules of the
// board page make of it against it. Prints how many lines of each kind there were; ends with 1 at the first difference.
import { readFileSync } from "node:fs";
import { inOneLine, positionOf, readFen, writeFen } from "./board/fen.js";
import { faultsOf } from "./board/faults.js";
import { arrangement, numberOf, readStart, startOf } from "./board/chess960.js";
import { ASIDE, EXTRA, begin, moverOf, now, play, step, underWay } from "./board/history.js";
import { moveText, movetext, unplay } from "./board/notation.js";

const same = (said, expected, about) => {
  if (said === expected) return;
  console.error(`${about}\n  it says  ${said}\n  expected ${expected}`);
  process.exit(1);
};
const dialectOf = (chess960) => (chess960 ? "shredder" : "standard");

/** What a FEN means, or why it means nothing, in the words of the server. */
function meaning(text, chess960) {
  const { given, faults } = readFen(text);
  if (given === null) return { position: null, said: inOneLine(faults) };
  const { position, faults: castling } = positionOf(given, chess960);
  const all = faultsOf(position, castling);
  return { position, said: all.length > 0 ? inOneLine(all) : writeFen(position, dialectOf(chess960)) };
}

/** A legal move by the parts in which hands do it. */
function playedBy(game, from, to, kind) {
  if (kind === "e") return play(play(game, from, to), to[0] + from[1], ASIDE);
  if (/^[qrbn]$/.test(kind)) {
    const white = now(game).position.turn === "w";
    return play(play(game, from, to), EXTRA, to, white ? kind.toUpperCase() : kind);
  }
  if (kind !== "c") return play(game, from, to);
  const rank = from[1];
  const [king, rook] = (to > from ? ["g", "f"] : ["c", "d"]).map((file) => file + rank);
  if (!now(game).position.chess960) return play(play(game, from, king), to, rook);
  const aside = king[0] + (rank === "1" ? "0" : "9");
  let castled = play(game, from, aside);
  castled = to === rook ? castled : play(castled, to, rook);
  return play(castled, aside, king);
}

const boardOf = (board) => JSON.stringify(Object.entries(board).sort());
const count = {};
let game = null;
for (const line of readFileSync(new URL("./table", import.meta.url), "utf8").split("\n")) {
  if (line === "") continue;
  const [what, ...rest] = line.split("\t");
  count[what] = (count[what] || 0) + 1;
  if (what === "fen") {
    const [variant, encoded, expected, xfen] = rest;
    const text = JSON.parse(encoded);
    const { position, said } = meaning(text, variant === "chess960");
    same(said, JSON.parse(expected), `${variant} ${encoded}`);
    if (xfen !== "") same(writeFen(position, "x-fen"), xfen, `X-FEN of ${encoded}`);
  } else if (what === "start") {
    const [number, fen] = rest;
    const start = startOf(Number(number));
    same(writeFen(start, "shredder"), fen, `start ${number}`);
    same(String(numberOf(start.board)), number, `number of ${fen}`);
    same(arrangement(Number(number)), fen.split("/")[0], `pieces of ${number}`);
    // White's pieces alone are enough for `read`.
    const alone = Object.fromEntries(Object.entries(start.board).filter(([square]) => square[1] === "1"));
    same(String(readStart(alone).number), number, `White's pieces of ${fen}`);
    same(String(numberOf(alone)), "-1", `${fen} without the rest`);
  } else if (what === "reasons") {
    const [placement, expected] = rest;
    same(readStart(readFen(placement).given.board).reasons.join("; "), expected, placement);
  } else if (what === "game") {
    if (game !== null) backwards(game);
    const [variant, fen] = rest;
    game = begin(meaning(fen, variant === "chess960").position);
  } else if (what === "move") {
    const [from, to, kind, fen] = rest;
    const moves = game.moves.length;
    game = playedBy(game, from, to, kind);
    const about = `${from}${to} (${kind}) as ${movetext(game).split("\n").pop()}`;
    same(String(game.moves.length), String(moves + 1), `${about} is one move`);
    same(underWay(game), "", `${about} is whole`);
    same(writeFen(now(game).position, dialectOf(now(game).position.chess960)), fen, about);
  }
}
backwards(game);

/** From the last position by what is written alone to the first. */
function backwards(game) {
  let { board } = now(game).position;
  for (let nth = game.moves.length - 1; nth >= 0; nth -= 1) {
    const before = game.states[nth].position;
    const text = moveText(game.moves[nth], before.board);
    board = unplay(board, text, before.turn);
    same(boardOf(board || {}), boardOf(before.board), `back from ${text}`);
    same(boardOf(now(step(game, nth)).position.board), boardOf(board), `step back to ${nth}`);
  }
}

/** Randomness that comes out the same every time. */
let seed = 960;
const below = (sides) => {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return Math.floor((seed / 2 ** 32) * sides);
};
const one = (several) => several[below(several.length)];
const files = [..."abcdefgh"];
const squares = files.flatMap((file) => [..."12345678"].map((rank) => file + rank));
const spots = files.flatMap((file) => [file + "0", file + "9"]);

/** Hands that do what they like: what is recorded leads back all the same, and the position can be read again. */
function doodle() {
  const chess960 = below(2) === 0;
  let hands = begin(meaning(one(["r3k2r/pP4p1/8/3pP3/8/8/1p4P1/R3K2R w KQkq d6 0 1", "1rk3r1/8/8/8/8/8/8/1RK3R1 w BGbg - 0 1"]), chess960).position || startOf(below(960)));
  for (let times = 0; times < 30; times += 1) {
    const { board } = now(hands).position;
    const men = Object.keys(board);
    // Often to the back ranks and beside the board, where there is most to go wrong.
    const to = one([one(squares), one(spots), ASIDE, one(files) + one(["1", "8"]), one(men.length > 0 ? men : squares)]);
    const from = one([one(men.length > 0 ? men : squares), one(men.length > 0 ? men : squares), one(spots), EXTRA]);
    hands = play(hands, from, to, one([..."KQRBNPkqrbnp"]));
    if (below(20) === 0) hands = step(hands, hands.at - below(3));
    const { position } = now(hands);
    const fen = writeFen(position, dialectOf(position.chess960));
    const read = readFen(fen);
    same(read.given === null ? inOneLine(read.faults) : boardOf(read.given.board), boardOf(position.board), fen);
    const kept = positionOf(read.given, position.chess960);
    same(JSON.stringify([...kept.position.rooks].sort()), JSON.stringify([...position.rooks].sort()), `rights of ${fen}`);
  }
  let { board } = now(step(hands, hands.moves.length)).position;
  for (let nth = hands.moves.length - 1; nth >= 0; nth -= 1) {
    const before = hands.states[nth].position.board;
    const text = moveText(hands.moves[nth], before);
    board = unplay(board, text, moverOf(hands.moves[nth]));
    same(boardOf(board || {}), boardOf(before), `back from ${text}, which is ${JSON.stringify(hands.moves[nth])}`);
  }
}
for (count.doodle = 0; count.doodle < 2000; count.doodle += 1) doodle();
console.log(JSON.stringify(count));
