// @ts-check
// Men dragged by mouse, finger or pen. What is only tapped is left to the clicks of the board.

/** How far a pointer goes before it drags: a hand that taps trembles. */
const TREMBLE = 5;

/**
 * @typedef {object} Hands
 * @property {(element: Element) => Element | null} grab what is drawn under the pointer of a man that may be taken; `null`: none
 * @property {(element: Element | null) => void} drop above what it was let go
 * @property {() => void} cancel
 */

/** Lets men be dragged that lie within an element. @param {HTMLElement} within @param {Hands} hands */
export function dragging(within, hands) {
  /** @type {{id: number, x: number, y: number, element: Element, ghost: HTMLElement | null} | null} */
  let held = null;
  let isClickOfDrag = false;

  const end = () => {
    if (held !== null && held.ghost !== null) held.ghost.remove();
    held = null;
  };
  /** @param {PointerEvent} event */
  const follow = (event) => {
    if (held === null || held.ghost === null) return;
    const side = held.ghost.offsetWidth;
    held.ghost.style.transform = `translate(${event.clientX - side / 2}px, ${event.clientY - side / 2}px)`;
  };

  within.addEventListener("pointerdown", (event) => {
    isClickOfDrag = false;
    const element = event.target instanceof Element ? event.target : null;
    if (element === null || event.button !== 0 || !event.isPrimary) return;
    held = { id: event.pointerId, x: event.clientX, y: event.clientY, element, ghost: null };
  });
  window.addEventListener("pointermove", (event) => {
    if (held === null || event.pointerId !== held.id) return;
    if (held.ghost === null) {
      if (Math.hypot(event.clientX - held.x, event.clientY - held.y) < TREMBLE) return;
      const drawn = hands.grab(held.element);
      if (drawn === null) return end();
      // A finger keeps to the element on which it came down, unless it is told not to.
      if (held.element.hasPointerCapture(held.id)) held.element.releasePointerCapture(held.id);
      held.ghost = ghostOf(drawn);
    }
    event.preventDefault();
    follow(event);
  });
  window.addEventListener("pointerup", (event) => {
    if (held === null || event.pointerId !== held.id) return;
    const dragged = held.ghost !== null;
    end();
    if (!dragged) return;
    isClickOfDrag = true;
    hands.drop(document.elementFromPoint(event.clientX, event.clientY));
  });
  window.addEventListener("pointercancel", (event) => {
    if (held === null || event.pointerId !== held.id) return;
    const dragged = held.ghost !== null;
    end();
    if (dragged) hands.cancel();
  });
  // The click that some browsers send behind a drag is no tap.
  within.addEventListener("click", (event) => {
    if (!isClickOfDrag) return;
    isClickOfDrag = false;
    event.stopPropagation();
  }, true);
}

/** What follows the pointer. @param {Element} drawn */
function ghostOf(drawn) {
  const ghost = document.createElement("div");
  ghost.className = "ghost";
  ghost.append(drawn.cloneNode(true));
  ghost.style.width = `${drawn.getBoundingClientRect().width}px`;
  document.body.append(ghost);
  return ghost;
}
