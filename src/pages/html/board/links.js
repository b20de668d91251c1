// @ts-check
// Links that hold a position: to this page, and to a mail that challenges somebody from it.

import { STARTS, startOf } from "./chess960.js";
import { USUAL, writeFen } from "./fen.js";

/** @typedef {import("./fen.js").Position} Position */

/** A position so that nothing of it is lost. @param {Position} position */
const whole = (position) => writeFen(position, position.chess960 ? "shredder" : "standard");

/** What stands behind the name of the page: underlines are the blanks of a FEN. @param {Position} position */
export const linkOf = (position) => `#fen=${encodeURI(whole(position).replace(/ /g, "_"))}`;

/** The FEN that such a link asks for; `null` where it asks for none. @param {string} hash */
export function positionIn(hash) {
  const start = /^#start=([0-9]{1,3})$/.exec(hash);
  if (start !== null && Number(start[1]) < STARTS) return whole(startOf(Number(start[1])));
  if (!hash.startsWith("#fen=")) return null;
  const text = hash.slice("#fen=".length);
  try {
    return decodeURIComponent(text).replace(/_/g, " ");
  } catch {
    // A sign of percent that encodes nothing: shown as it is, with what is wrong.
    return text;
  }
}

/**
 * A mail to the server that challenges somebody from this position.
 * @param {string} address of the server @param {string} whom @param {Position} position
 */
export function mailOf(address, whom, position) {
  const fen = whole(position);
  const from = fen === USUAL ? "" : ` ${position.chess960 ? "chess960" : "fen"} ${fen}`;
  // A plus must not become a blank on its way through a page that writes mails.
  const to = encodeURIComponent(address).replace(/%40/g, "@");
  return `mailto:${to}?subject=Chess&body=${encodeURIComponent(`challenge ${whom}${from}`)}`;
}
