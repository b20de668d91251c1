// Serves the site of tests/browser/main.rs on the loopback address, runs every test of tests.mjs in a window of its own, and
// takes pictures. Ends with 1 when one has failed; NAME=word runs those whose names have that in them.
import { createServer } from "node:http";
import { existsSync, readFileSync, mkdirSync } from "node:fs";
import { extname, join, normalize } from "node:path";
import { chromium } from "playwright-core";
import { Board } from "./board.mjs";
import * as tests from "./tests.mjs";

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".xml": "application/atom+xml", ".pgn": "text/plain" };
const site = join(process.cwd(), "site");
const server = createServer((request, response) => {
  const path = join(site, normalize(new URL(request.url, "http://localhost").pathname));
  if (!path.startsWith(site) || !existsSync(path)) return response.writeHead(404).end();
  response.writeHead(200, { "content-type": `${TYPES[extname(path)] || "text/plain"}; charset=utf-8`, "x-content-type-options": "nosniff" });
  response.end(readFileSync(path));
});
await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
const root = `http://127.0.0.1:${server.address().port}/`;

const executablePath = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(existsSync);
if (executablePath === undefined) throw new Error("chromium is missing; run tests/bed/install browser");
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
mkdirSync("pictures", { recursive: true });

let failed = 0;
let passed = 0;
for (const [name, test] of Object.entries(tests)) {
  if (typeof test !== "function" || !name.includes(process.env.NAME || "")) continue;
  const context = await browser.newContext({ viewport: { width: 1000, height: 900 }, hasTouch: name.startsWith("touch"), ...(test.context || {}) });
  const page = await context.newPage();
  const faults = [];
  page.on("pageerror", (fault) => faults.push(String(fault)));
  // What the policy of the page forbids is told here as well.
  page.on("console", (line) => line.type() === "error" && faults.push(line.text()));
  page.on("request", (request) => request.url().startsWith(root) || faults.push(`asks ${request.url()}`));
  page.setDefaultTimeout(5000);
  try {
    await test(new Board(page, root));
    if (faults.length > 0) throw new Error(faults.join("; "));
    passed += 1;
    console.log(`ok      ${name}`);
  } catch (fault) {
    failed += 1;
    console.log(`FAILED  ${name}\n${fault.stack}`);
    await page.screenshot({ path: `pictures/failed-${name}.png` });
  }
  await context.close();
}
await browser.close();
server.close();
console.log(`${passed} passed, ${failed} failed`);
if (passed === 0) console.log("no test was run");
process.exit(failed > 0 || passed === 0 ? 1 : 0);
