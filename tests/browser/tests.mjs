// What the board page must do, each in a window of its own. The first ones go by the sixteen features that were asked for.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { USUAL } from "./board.mjs";

export async function drags_any_man_anywhere(board) {
  await board.open();
  await board.is(USUAL, "", "Move 1 of 1, white to move");
  await board.drags("e2e4");
  await board.is("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", "1. e2e4", "Move 1 of 1, black to move");
  // No rule forbids it.
  await board.drags("a8d4");
  await board.is("1nbqkbnr/pppppppp/8/8/3rP3/8/PPPP1PPP/RNBQKBNR w KQk - 1 2", "1. e2e4 Ra8d4", "Move 2 of 2, white to move");
}

export async function takes_men_off_the_board(board) {
  await board.open();
  await board.drags("e2e4", "d7d5", "e4d5");
  await board.is("rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2", "1. e2e4 d7d5\n2. e4xd5(p)");
  assert.equal(await board.label("a0"), "beside the board, below a: black pawn");
  // Off the board is anywhere else: in passing, and right behind the move.
  await board.drags("c7c5", "d5c6");
  assert.equal(await board.text("status"), "Move 3 of 3 (taking in passing: take the pawn off), black to move");
  await board.drag("c5", board.page.locator("h1"));
  await board.is("rnbqkbnr/pp2pppp/2P5/8/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 3", "1. e2e4 d7d5\n2. e4xd5(p) c7c5\n3. d5xc6(p@c5)");
  assert.equal(await board.label("a0"), "beside the board, below a: black pawn on black pawn");
  // Taken off first, by Black's knight.
  await board.drag("c6", "h9");
  assert.match(await board.text("status"), /taking: now the man that takes/);
  await board.drags("b8c6");
  await board.is("r1bqkbnr/pp2pppp/2n5/8/8/8/PPPP1PPP/RNBQKBNR w KQkq - 0 4");
  assert.match(await board.value("moves"), /d5xc6\(p@c5\) Nb8xc6\(P\)$/);
}

export async function promotes_by_an_extra_man(board) {
  await board.open("board.html#fen=8/4P2k/8/8/8/8/8/K7_w_-_-_3_40");
  await board.drags("e7e8");
  assert.equal(await board.text("status"), "Move 40 of 40 (promotion: exchange the pawn), black to move");
  assert.equal(await board.value("moves"), "40. e7e8");
  await board.drag(board.extra("Q"), "e8");
  await board.is("4Q3/7k/8/8/8/8/8/K7 b - - 0 40", "40. e7e8=Q", "Move 40 of 40, black to move");
  await board.press("back");
  // Taken off and put on, from beside the board.
  await board.drags("e7e8", "e8e9");
  assert.match(await board.value("moves"), /e7e8=\?/);
  await board.drag(board.extra("N"), "e8");
  await board.is("4N3/7k/8/8/8/8/8/K7 b - - 0 40", "40. e7e8=N");
}

export async function castles_in_parts(board) {
  await board.open("board.html#fen=r3k2r/8/8/8/8/8/8/R3K2R_w_KQkq_-_0_1");
  await board.drags("e1g1");
  assert.equal(await board.text("status"), "Move 1 of 1 (castling: now the rook), black to move");
  await board.drags("h1f1", "e8c8", "a8d8");
  await board.is("2kr3r/8/8/8/8/8/8/R4RK1 w - - 2 2", "1. O-O O-O-O", "Move 2 of 2, white to move");
  await board.press("back");
  await board.press("back");
  await board.is("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
}

export async function castles_in_chess960_by_way_of_the_spot(board) {
  // The king goes where the rook stands, and the rook where the king did.
  await board.open("board.html#fen=4k3/8/8/8/8/8/8/5KR1_w_G_-_0_1");
  await board.is("4k3/8/8/8/8/8/8/5KR1 w G - 0 1");
  await board.drags("f1g0");
  assert.equal(await board.text("status"), "Move 1 of 1 (castling: the rook, then the king), white to move");
  await board.drags("g1f1", "g0g1");
  await board.is("4k3/8/8/8/8/8/8/5RK1 b - - 1 1", "1. O-O(Kf1,Rg1)", "Move 1 of 1, black to move");
  // Only the king moves.
  await board.page.goto("about:blank");
  await board.open("board.html#fen=4k3/8/8/8/8/8/8/1K1R4_w_D_-_0_1");
  await board.drags("b1c0", "c0c1");
  await board.is("4k3/8/8/8/8/8/8/2KR4 b - - 1 1", "1. O-O-O(Kb1,Rd1)");
  // By putting the king on his rook.
  await board.page.goto("about:blank");
  await board.open("board.html#fen=4k3/8/8/8/8/8/8/6KR_w_H_-_0_1");
  await board.drags("g1h1");
  assert.match(await board.text("status"), /castling: now the rook/);
  await board.drags("a9f1", "h1g1");
  await board.is("4k3/8/8/8/8/8/8/5RK1 b - - 1 1", "1. O-O(Kg1,Rh1)");
}

export async function steps_through_the_history(board) {
  await board.open();
  for (const [id, said] of [["first", "<<"], ["back", "< move back"], ["forward", "move forward >"], ["last", ">>"]]) {
    assert.equal(await board.text(id), said);
  }
  await board.drags("e2e4", "e7e5", "g1f3");
  await board.press("first");
  await board.is(USUAL, "1. e2e4 e7e5\n2. Ng1f3", "Move 1 of 2, white to move");
  await board.press("forward");
  await board.press("forward");
  await board.is("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
  await board.press("last");
  await board.is("rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2");
  // Back, and another way on.
  await board.press("back");
  await board.drags("f1c4");
  assert.equal(await board.value("moves"), "1. e2e4 e7e5\n2. Bf1c4");
}

export async function ignores_what_is_no_move(board) {
  await board.open();
  const [x, y] = await board.middle(board.square("e2"));
  await board.page.mouse.move(x, y);
  await board.page.mouse.down();
  await board.page.mouse.move(x + 90, y - 90, { steps: 3 });
  await board.page.mouse.move(x, y, { steps: 3 });
  await board.page.mouse.up();
  await board.is(USUAL, "");
  await board.drags("d2d4", "e7e5", "d4e5", "a0f0", "f0c9");
  assert.equal(await board.value("moves"), "1. d2d4 e7e5\n2. d4xe5(p)");
  assert.equal(await board.label("c9"), "beside the board, above c: black pawn");
}

export async function resets_clears_and_restores(board) {
  await board.open();
  await board.drags("e2e4", "e7e5");
  const played = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
  await board.press("reset-history");
  await board.is(played.replace("0 2", "0 1"), "", "Move 1 of 1, white to move");
  await board.press("restore");
  await board.is(played, "1. e2e4 e7e5");
  await board.press("side");
  await board.is(played.replace(" w ", " b "));
  await board.press("clear");
  await board.is("8/8/8/8/8/8/8/8 w - - 0 1", "");
  await board.press("restore");
  assert.equal(await board.value("moves"), "1. e2e4 e7e5");
  await board.press("reset");
  await board.is(USUAL, "");
  await board.press("restore");
  await board.press("restore");
  await board.is(USUAL, "");
}

export async function changes_its_size(board) {
  await board.open();
  const widths = [];
  for (const size of ["small", "medium", "large", "full"]) {
    await board.page.locator("#size").selectOption(size);
    widths.push((await board.page.locator("#board").boundingBox()).width);
  }
  assert.deepEqual([...widths].sort((one, two) => one - two), widths);
  assert.ok(widths[0] < widths[3] - 100, String(widths));
}

export async function sets_a_position_up(board) {
  await board.open();
  await board.press("clear");
  await board.page.locator("#set-up").check();
  for (const [man, place] of [["K", "e1"], ["R", "h1"], ["k", "e8"], ["p", "d4"], ["q", "a1"]]) await board.drag(board.extra(man), place);
  await board.drag("a1", board.page.locator("h1"));
  await board.is("4k3/8/8/8/3p4/8/8/4K2R w - - 0 1", "");
  await board.page.locator("#right-K").check();
  assert.ok(await board.page.locator("#right-Q").isDisabled());
  await board.is("4k3/8/8/8/3p4/8/8/4K2R w K - 0 1");
  await board.press("side");
  await board.press("reset-history");
  await board.page.locator("#set-up").uncheck();
  await board.is("4k3/8/8/8/3p4/8/8/4K2R b K - 0 1", "", "Move 1 of 1, black to move");
  await board.drags("d4d3");
  assert.equal(await board.value("moves"), "1... d4d3");
}

export async function sets_up_in_the_middle_of_a_game(board) {
  await board.open("board.html#fen=8/4P2k/8/8/8/8/8/K7_w_-_-_3_40");
  await board.drags("e7e8");
  await board.page.locator("#set-up").check();
  await board.drag(board.extra("R"), "e8");
  // The pawn was exchanged, but not in the move.
  await board.is("4R3/7k/8/8/8/8/8/K7 b - - 0 40", "40. e7e8", "Move 40 of 40, black to move");
  await board.page.locator("#set-up").uncheck();
  await board.drags("h7g7");
  assert.equal(await board.value("moves"), "40. e7e8 Kh7g7");
}

export async function writes_the_dialects(board) {
  await board.open();
  await board.drags("e2e4");
  const after = (castling, passed) => `rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b ${castling} ${passed} 0 1`;
  await board.is(after("KQkq", "-"));
  for (const [dialect, castling, passed] of [["standard", "KQkq", "e3"], ["x-fen", "KQkq", "-"], ["shredder", "AHah", "-"]]) {
    await board.page.locator("#dialect").selectOption(dialect);
    await board.is(after(castling, passed));
  }
  // Where an enemy pawn stands ready, it is real.
  await board.page.locator("#dialect").selectOption("fitting");
  await board.load("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1");
  await board.drags("e2e4");
  await board.is("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1");
}

export async function generates_and_reads_starts_of_chess960(board) {
  await board.open();
  const seen = new Set();
  for (let times = 0; times < 5; times += 1) {
    await board.press("generate");
    const number = await board.value("number");
    assert.equal(await board.text("number-is"), `On the board: start ${number}.`);
    assert.match(await board.value("fen"), /^[bnqrk]{8}\/p{8}\/8\/8\/8\/8\/P{8}\/[BNQRK]{8} w [A-H]{2}[a-h]{2} - 0 1$/);
    seen.add(number);
  }
  assert.ok(seen.size > 1);
  await board.page.locator("#number").fill("518");
  await board.page.locator("#number").press("Enter");
  await board.is("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w AHah - 0 1", "");
  await board.page.locator("#number").fill("960");
  await board.press("set-number");
  assert.equal(await board.text("number-fault"), "✗ It must be a number from 0 to 959.");
  assert.equal(await board.value("number"), "960", "nothing typed is lost");
  // White's pieces alone, set up by hand.
  await board.press("clear");
  await board.page.locator("#set-up").check();
  for (const [at, man] of [..."BQNBNRKR"].entries()) await board.drag(board.extra(man), "abcdefgh"[at] + "1");
  await board.press("read-start");
  await board.is("bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w FHfh - 0 1");
  assert.equal(await board.value("number"), "1");
  await board.drag("a1", "a3");
  await board.press("read-start");
  assert.match(await board.text("number-fault"), /White's first rank must have one king/);
}

export async function loads_a_fen_and_tells_every_fault_at_its_field(board) {
  await board.open();
  await board.load("4k3/8/8/8/8/8/4P3/4K3 w - - 5 39");
  await board.is("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "", "Move 1 of 1, white to move");
  await board.page.locator("#counters").check();
  await board.press("load");
  await board.is("4k3/8/8/8/8/8/4P3/4K3 w - - 5 39", "", "Move 39 of 39, white to move");
  const before = await board.value("fen");
  const wrong = "4k3/9/8/8/8/8/4P2/4K3 x KQkqq e9 a b c";
  await board.load(wrong);
  assert.equal(await board.value("given"), wrong, "nothing typed is lost");
  assert.equal(await board.value("fen"), before);
  assert.equal(await board.page.locator("#given").getAttribute("aria-invalid"), "true");
  const lines = await board.page.locator("#faults-list li").allTextContents();
  assert.deepEqual(lines.map((line) => line.split("✗").length - 1), [2, 1, 1, 1, 0, 0], lines.join("\n"));
  assert.match(lines[0], /^pieces \(field 1\).*rank 7 has "9".*rank 2, "4P2", has 7 squares instead of 8$/s);
  assert.match(lines[3], /^en passant \(field 4\) e9.*must be a square on the third or sixth rank/s);
  assert.match(await board.text("said"), /^Not loaded: 5 faults/);
  // The counters, and what follows the last field.
  await board.load("4k3/8/8/8/8/8/8/4K3 w - - 1x 2y 3z");
  const more = await board.page.locator("#faults-list li").allTextContents();
  assert.match(more.join("\n"), /halfmove clock.*1x.*number, not "1x".*move number.*not "2y".*"3z" follows the last field/s);
  // Of a right without its rook the rest is loaded.
  await board.load("4k3/8/8/8/8/8/8/4K2R w KQ - 0 1");
  await board.is("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
  assert.match(await board.text("faults"), /the right "Q" is given/);
  await board.load("<img src=x onerror=alert(1)> w");
  assert.equal(await board.page.locator("#faults-list img").count(), 0);
  assert.match(await board.text("faults"), /there must be 8 ranks/);
  await board.load("");
  assert.match(await board.text("faults"), /nothing is given/);
  // Enter loads, and breaks no line.
  await board.page.locator("#given").fill(USUAL);
  await board.page.locator("#given").press("Enter");
  await board.is(USUAL);
  assert.ok(await board.page.locator("#faults").isHidden());
}

export async function a_link_holds_the_position(board) {
  await board.open();
  await board.drags("e2e4", "c7c5");
  const link = await board.page.locator("#link").evaluate((it) => it.href);
  assert.match(link, /#fen=rnbqkbnr\/pp1ppppp\/8\/2p5\/4P3\/8\/PPPP1PPP\/RNBQKBNR_w_KQkq_c6_0_2$/);
  assert.equal(board.page.url(), link);
  await board.page.goto("about:blank");
  await board.page.goto(link);
  await board.is("rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
  // While the page is there, too; and one that holds nothing of the kind.
  await board.page.evaluate(() => { location.hash = "#start=0"; });
  await board.page.waitForFunction(() => document.querySelector("#fen").value.startsWith("bbqnnrkr"));
  await board.page.evaluate(() => { location.hash = "#fen=%E0%A4%A_x"; });
  await board.page.waitForFunction(() => document.querySelector("#faults-list").textContent.includes("8 ranks"));
}

export async function challenges_by_mail(board) {
  await board.open();
  assert.equal(await board.page.locator("#challenge").getAttribute("href"), null);
  await board.page.locator("#whom").fill("Bob & Söhne?cc=x");
  const mail = await board.page.locator("#challenge").getAttribute("href");
  assert.equal(mail, "mailto:chess%2Btest@example.org?subject=Chess&body=challenge%20Bob%20%26%20S%C3%B6hne%3Fcc%3Dx");
  await board.drags("e2e4");
  const body = decodeURIComponent((await board.page.locator("#challenge").getAttribute("href")).split("body=")[1]);
  assert.equal(body, "challenge Bob & Söhne?cc=x fen rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1");
  await board.page.locator("#number").fill("0");
  await board.press("set-number");
  const of960 = decodeURIComponent((await board.page.locator("#challenge").getAttribute("href")).split("body=")[1]);
  assert.equal(of960, "challenge Bob & Söhne?cc=x chess960 bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w FHfh - 0 1");
  await board.press("clear");
  assert.equal(await board.page.locator("#challenge").getAttribute("href"), null);
  assert.match(await board.text("why-not"), /White has no king; Black has no king/);
}

export async function explains_and_leads_to_the_numbers(board) {
  await board.open();
  for (const words of ["Halfmove clock", "AHah", "KQkq", "En passant"]) {
    assert.ok((await board.page.locator("main").textContent()).includes(words), words);
  }
  await board.page.locator("#castling ~ p a[href='chess960.html']").click();
  await board.page.locator("a[href='board.html#start=959']").click();
  await board.page.locator("#desk").waitFor({ state: "visible" });
  await board.is("rkrnnqbb/pppppppp/8/8/8/8/PPPPPPPP/RKRNNQBB w ACac - 0 1");
}

export async function flips(board) {
  await board.open();
  const box = async (place) => (await board.square(place).boundingBox()).y;
  assert.ok((await box("a1")) > (await box("a8")));
  await board.press("turn");
  assert.ok((await box("a1")) < (await box("a8")));
  await board.drags("e7e5");
  await board.is("rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 2");
}

export async function plays_by_keys_alone(board) {
  await board.open();
  const { keyboard } = board.page;
  const focused = () => board.page.evaluate(() => document.activeElement.getAttribute("aria-label"));
  await board.square("e2").focus();
  await keyboard.press("Enter");
  assert.equal(await board.square("e2").getAttribute("aria-selected"), "true");
  assert.equal(await board.text("said"), "White pawn picked up from e2.");
  await keyboard.press("ArrowUp");
  await keyboard.press("ArrowUp");
  await keyboard.press(" ");
  assert.equal(await focused(), "e4, white pawn");
  await board.is("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
  assert.equal(await board.text("said"), "White pawn from e2 to e4. Move 1 of 1, black to move.");
  // One cell of the grid is reached by the Tab key; f turns the board under who stands there.
  assert.equal(await board.page.locator("#board [tabindex='0']").count(), 1);
  await keyboard.press("f");
  assert.equal(await focused(), "e4, white pawn");
  await keyboard.press("ArrowUp");
  assert.equal(await focused(), "e3, empty");
  await keyboard.press("f");
  await keyboard.press("ArrowUp");
  await keyboard.press("Delete");
  // The pawn is off; back it comes.
  assert.equal(await board.label("e4"), "e4, empty");
  await board.page.locator("#back").focus();
  await keyboard.press("Enter");
  // Escape lets go.
  await board.square("d2").focus();
  await keyboard.press("Enter");
  await keyboard.press("Escape");
  assert.equal(await board.page.locator("[aria-selected]").count(), 0);
  // An extra man, by Tab and Enter.
  await board.page.locator("#set-up").focus();
  await keyboard.press(" ");
  await board.extra("n").focus();
  await keyboard.press("Enter");
  assert.equal(await board.extra("n").getAttribute("aria-pressed"), "true");
  await board.square("d5").focus();
  await keyboard.press("Enter");
  assert.equal(await board.label("d5"), "d5, black knight");
}

export async function touch_taps_and_drags(board) {
  await board.open();
  const tap = async (place) => board.page.touchscreen.tap(...(await board.middle(board.square(place))));
  await tap("e2");
  assert.equal(await board.square("e2").getAttribute("aria-selected"), "true");
  await tap("e4");
  await board.is("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", "1. e2e4");
  const touch = await board.page.context().newCDPSession(board.page);
  const send = (type, points) => touch.send("Input.dispatchTouchEvent", { type, touchPoints: points });
  const [x, y] = await board.middle(board.square("e7"));
  const [toX, toY] = await board.middle(board.square("e5"));
  await send("touchStart", [{ x, y }]);
  for (const part of [0.3, 0.7, 1]) await send("touchMove", [{ x: x + (toX - x) * part, y: y + (toY - y) * part }]);
  assert.equal(await board.page.locator(".ghost").count(), 1);
  await send("touchEnd", []);
  assert.equal(await board.page.locator(".ghost").count(), 0);
  await board.is("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2", "1. e2e4 e7e5");
}

export async function a_game_leads_to_the_board(board) {
  await board.page.goto(`${board.root}games/1.html`);
  await board.page.locator("button[aria-label='Back']").click();
  await board.page.locator("#on-board").click();
  await board.page.locator("#desk").waitFor({ state: "visible" });
  await board.is("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4", "");
}

export async function says_what_it_needs_without_javascript(board) {
  await board.page.goto(`${board.root}board.html`);
  assert.ok(await board.page.locator("#without").isVisible());
  assert.ok(await board.page.locator("#desk").isHidden());
  assert.match(await board.text("without"), /needs JavaScript/);
}
says_what_it_needs_without_javascript.context = { javaScriptEnabled: false };

export async function has_an_accessibility_tree(board) {
  await board.open();
  await board.drags("e2e4");
  const tree = await board.page.locator("main").ariaSnapshot();
  for (const there of [/grid "The board/, /gridcell "e4, white pawn"/, /status: White pawn from e2 to e4/, /button "< move back"/, /button "Extra black queen"/, /textbox "Moves"/, /checkbox "board setup"/, /combobox "size:"/]) {
    assert.match(tree, there);
  }
  assert.equal((tree.match(/- '?row/g) || []).length, 10);
  assert.equal((tree.match(/- '?gridcell/g) || []).length, 80);
}

export async function has_no_fault_that_axe_finds(board) {
  const source = readFileSync("node_modules/axe-core/axe.min.js", "utf8");
  for (const colorScheme of ["light", "dark"]) {
    for (const path of ["board.html", "chess960.html", "games/1.html", "enter.html", "enter-faulty.html", "enter-seen.html", "enter-waits.html"]) {
      await board.page.emulateMedia({ colorScheme });
      await board.page.goto(board.root + path);
      if (path === "board.html") {
        await board.drags("e2e4");
        await board.page.locator("#set-up").check();
        await board.load("x y z");
      }
      // The policy of the page lets no foreign script in, so it comes by the way of the debugger.
      await board.page.evaluate(source);
      const found = await board.page.evaluate(() => window.axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] }));
      const told = found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html.slice(0, 120)} ${failureSummary}`).join(" | ")}`);
      assert.deepEqual(told, [], `${path}, ${colorScheme}`);
    }
  }
}

export async function fits_narrow_windows_and_is_photographed(board) {
  for (const [width, height] of [[320, 640], [600, 900], [1200, 900]]) {
    for (const colorScheme of ["light", "dark"]) {
      await board.page.setViewportSize({ width, height });
      await board.page.emulateMedia({ colorScheme });
      await board.page.goto("about:blank");
      await board.open();
      await board.drags("e2e4", "d7d5", "e4d5");
      await board.square("g1").focus();
      const wide = await board.page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= width, `${wide} at ${width}`);
      for (const size of ["small", "large", "full"]) {
        await board.page.locator("#size").selectOption(size);
        const sized = await board.page.evaluate(() => document.documentElement.scrollWidth);
        assert.ok(sized <= width, `${size}: ${sized} at ${width}`);
      }
      await board.page.locator("#size").selectOption("medium");
      await board.load("4k3/9/8/8/8/8/4P2/4K3 x KQkqq e9 a b c");
      await board.page.evaluate(() => window.scrollTo(0, 0));
      await board.page.screenshot({ path: `pictures/${width}-${colorScheme}.png`, fullPage: true });
    }
  }
  for (const width of [320, 360, 800]) {
    for (const path of ["enter", "enter-faulty", "enter-seen", "enter-waits"]) {
      await board.page.setViewportSize({ width, height: 640 });
      await board.page.goto(`${board.root}${path}.html`);
      const wide = await board.page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= width, `${path}: ${wide} at ${width}`);
      await board.page.screenshot({ path: `pictures/${path}-${width}.png`, fullPage: true });
    }
  }
  // 400 % of 1280 by 1024 are 320 by 256: the board is moved past by what is not a man.
  await board.page.setViewportSize({ width: 320, height: 256 });
  await board.page.goto("about:blank");
  await board.open();
  await board.drags("e2e4");
  await board.is("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
}
