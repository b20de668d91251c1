// The board page as a user sees it.
import assert from "node:assert/strict";

export const USUAL = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

export class Board {
  constructor(page, root) {
    this.page = page;
    this.root = root;
  }

  async open(path = "board.html") {
    await this.page.goto(this.root + path);
    await this.page.locator("#desk").waitFor({ state: "visible" });
    return this;
  }

  square(name) {
    return this.page.locator(`[data-place="${name}"]`);
  }

  extra(man) {
    return this.page.locator(`.extras button[data-man="${man}"]`);
  }

  async middle(locator) {
    await locator.scrollIntoViewIfNeeded();
    const box = await locator.boundingBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
  }

  /** By mouse, from one place to another. */
  async drag(from, to) {
    const start = typeof from === "string" ? this.square(from) : from;
    const end = typeof to === "string" ? this.square(to) : to;
    await this.page.mouse.move(...(await this.middle(start)));
    await this.page.mouse.down();
    await this.page.mouse.move(...(await this.middle(end)), { steps: 4 });
    await this.page.mouse.up();
  }

  async drags(...moves) {
    for (const move of moves) await this.drag(move.slice(0, 2), move.slice(2));
  }

  async press(id) {
    await this.page.locator(`#${id}`).click();
  }

  async load(fen) {
    await this.page.locator("#given").fill(fen);
    await this.press("load");
  }

  async value(id) {
    return this.page.locator(`#${id}`).inputValue();
  }

  async text(id) {
    return (await this.page.locator(`#${id}`).textContent()).trim();
  }

  async is(fen, moves, status) {
    assert.equal(await this.value("fen"), fen);
    if (moves !== undefined) assert.equal(await this.value("moves"), moves);
    if (status !== undefined) assert.equal(await this.text("status"), status);
  }

  async label(place) {
    return this.square(place).getAttribute("aria-label");
  }
}
