/**
 * A match in a file that has everything with it: page, art and story. It asks nobody for anything, but
 * for news of an episode that goes on.
 */

import { get } from "./dom.js";
import { Episode } from "./episode.js";
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

const { story: text, pictures, art, steps, goes_on: goesOn } = await held("match");
const story = new Story(text, async () => pictures);
await story.fetchMissing();
const view = await open(story, art);
const episode = steps ? new Episode(view, steps) : null;
if (!location.hash && !goesOn) view.timeline.go(0);
view.grew(goesOn ?? false);
if (goesOn) void episode?.follow();
document.body.dataset.ready = "";
