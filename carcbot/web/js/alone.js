/** A match in a file that has everything with it: page, art and story. It asks nobody for anything. */

import { get } from "./dom.js";
import { open } from "./story-page.js";
import { Story } from "./story.js";

/**
 * What the file holds in an element: JSON, packed with gzip, as base64.
 *
 * @param {string} id
 */
async function held(id) {
  const bytes = Uint8Array.from(atob(get(id).textContent ?? ""), (each) => each.charCodeAt(0));
  const text = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(text).json();
}

const { story: text, pictures, art } = await held("match");
const story = new Story(text, async () => pictures);
await story.fetchMissing();
const view = await open(story, art);
if (!location.hash) view.timeline.go(0);
view.grew(false);
document.body.dataset.ready = "";
