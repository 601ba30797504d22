/** What is held near the border of the board takes the board along, as far as there is any. */

/** So near to the border it does, */
const BORDER_PX = 40;
/** and so fast for each pixel nearer, in pixels a second. */
const SPEED = 12;

export class Scrolling {
  /**
   * @param {import("./camera.js").Camera} camera
   * @param {() => void} moved The board lies elsewhere under what is held.
   */
  constructor(camera, moved) {
    this.camera = camera;
    this.moved = moved;
    /** How far it is within the border: to the right and downwards, or else negative. */
    this.pull = [0, 0];
    /** Whether it has been on the board; on its way there it crosses the border. */
    this.isOn = false;
    this.frame = 0;
    this.before = 0;
  }

  /**
   * @param {number} clientX Where it is held now.
   * @param {number} clientY
   */
  hold(clientX, clientY) {
    const { left, right, top, bottom } = this.camera.svg.getBoundingClientRect();
    const isOver = clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
    this.pull = isOver ? [within(clientX, left, right), within(clientY, top, bottom)] : [0, 0];
    const pulls = this.pull.some(Boolean);
    this.isOn ||= isOver && !pulls;
    if (!pulls || !this.isOn) this.pause();
    else if (!this.frame) {
      this.before = performance.now();
      this.frame = requestAnimationFrame((now) => this.step(now));
    }
  }

  /** It is held no more. */
  stop() {
    this.pause();
    this.isOn = false;
  }

  pause() {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
  }

  /** @param {number} now */
  step(now) {
    const far = (Math.max(now - this.before, 0) / 1000) * SPEED;
    this.before = now;
    if (this.camera.scroll(this.pull[0] * far, this.pull[1] * far)) this.moved();
    this.frame = requestAnimationFrame((later) => this.step(later));
  }
}

/**
 * How far something is within the border at one of two ends; negative at the first.
 *
 * @param {number} at
 * @param {number} from
 * @param {number} to
 */
function within(at, from, to) {
  const border = Math.min(BORDER_PX, (to - from) / 4);
  return Math.min(at - from - border, 0) + Math.max(at - to + border, 0);
}
