// Steps through the game of the page: first, back, next, last, to any move, and the board turned round. All that is shown
// stands in the list of positions; without this script the page shows the last position and all moves.
// @ts-check
"use strict";
(() => {
  const figure = document.getElementById("game");
  const caption = document.getElementById("caption");
  const board = figure && figure.querySelector("svg");
  const list = document.querySelectorAll("#positions li");
  const onBoard = /** @type {HTMLAnchorElement | null} */ (document.getElementById("on-board"));
  if (!figure || !caption || !board || list.length === 0) return;
  const SVG = "http://www.w3.org/2000/svg";
  const last = list.length - 1;
  const said = caption.textContent || "";
  /** The moves of the game itself, by ply. @type {Map<number, Element>} */
  const moves = new Map();
  for (const link of document.querySelectorAll(".score a")) {
    moves.set(Number((link.getAttribute("href") || "").slice(2)), link);
  }
  let ply = last;
  let turned = false;

  /** @param {string} name @param {Record<string, string | number>} attributes */
  const drawn = (name, attributes) => {
    const it = document.createElementNS(SVG, name);
    for (const key in attributes) it.setAttribute(key, String(attributes[key]));
    return it;
  };
  /** @param {number} x @param {number} y */
  const place = (x, y) => (turned ? [7 - x, 7 - y] : [x, y]);
  /** @param {string} group @param {Element[]} children */
  const fill = (group, children) => {
    const there = board.querySelector("." + group);
    if (there) there.replaceChildren(...children);
  };
  /** @param {string} square */
  const mark = (square) => {
    const [x, y] = place(square.charCodeAt(0) - 97, 8 - Number(square[1]));
    return drawn("path", { d: `M${x} ${y}h1v1h-1z` });
  };

  const draw = () => {
    const line = /** @type {HTMLElement} */ (list[ply]);
    const code = line.querySelector("code");
    const fen = (code && code.textContent) || "";
    const men = [];
    fen.split(" ")[0].split("/").forEach((row, down) => {
      let right = 0;
      for (const sign of row) {
        if (sign >= "1" && sign <= "8") {
          right += Number(sign);
          continue;
        }
        const [x, y] = place(right, down);
        const small = sign.toLowerCase();
        men.push(drawn("use", { href: "#" + (sign === small ? "b" : "w") + small, x, y }));
        right += 1;
      }
    });
    fill("men", men);
    const moved = line.dataset.m || "";
    fill("marks", moved.length < 4 ? [] : [mark(moved.slice(0, 2)), mark(moved.slice(2, 4))]);
    const signs = [];
    for (let nth = 0; nth < 8; nth += 1) {
      const file = drawn("text", { x: nth + 0.86, y: 7.95 });
      file.textContent = "abcdefgh"[turned ? 7 - nth : nth];
      const rank = drawn("text", { x: 0.03, y: nth + 0.2 });
      rank.textContent = String(turned ? nth + 1 : 8 - nth);
      signs.push(file, rank);
    }
    fill("signs", signs);
    const words = (line.textContent || "").replace(fen, "").trim();
    const to = fen.split(" ")[1] === "w" ? "White" : "Black";
    caption.textContent = ply === last ? `${words}. ${said}` : `${words}. ${to} to move. Ply ${ply} of ${last}.`;
    board.setAttribute("aria-label", `The board: ${words}. FEN ${fen}`);
    for (const [nth, link] of moves) {
      if (nth === ply) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
    if (onBoard) onBoard.href = "../board.html#fen=" + fen.replace(/ /g, "_");
    back.forEach((it) => it.setAttribute("aria-disabled", String(ply === 0)));
    on.forEach((it) => it.setAttribute("aria-disabled", String(ply === last)));
  };

  /** @param {number} to */
  const step = (to) => {
    ply = Math.max(0, Math.min(last, to));
    history.replaceState(null, "", "#p" + ply);
    draw();
  };
  const turn = () => {
    turned = !turned;
    draw();
  };

  const steps = document.createElement("div");
  steps.className = "steps";
  /** @param {string} sign @param {string} name @param {() => void} act */
  const button = (sign, name, act) => {
    const it = document.createElement("button");
    it.type = "button";
    it.textContent = sign;
    it.setAttribute("aria-label", name);
    it.title = name;
    it.addEventListener("click", act);
    steps.append(it);
    return it;
  };
  const back = [
    button("|<", "First position", () => step(0)),
    button("<", "Back", () => step(ply - 1)),
  ];
  const on = [
    button(">", "Next", () => step(ply + 1)),
    button(">|", "Last position", () => step(last)),
  ];
  button("\u21c5", "Turn the board", turn);
  board.after(steps);
  caption.setAttribute("aria-live", "polite");

  // Keys belong to the page, but while the board has the focus.
  figure.tabIndex = 0;
  figure.setAttribute("aria-label", "The board. Arrow keys step through the game, Home and End go to its ends, f turns the board.");
  figure.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const acts = {
      ArrowLeft: () => step(ply - 1),
      ArrowRight: () => step(ply + 1),
      Home: () => step(0),
      End: () => step(last),
      f: turn,
    };
    const act = acts[/** @type {keyof typeof acts} */ (event.key)];
    if (!act) return;
    event.preventDefault();
    act();
  });
  for (const [nth, link] of moves) {
    link.addEventListener("click", (event) => {
      event.preventDefault();
      step(nth);
    });
  }
  const asked = /^#p(\d+)$/.exec(location.hash);
  if (asked) ply = Math.min(last, Number(asked[1]));
  draw();
})();
