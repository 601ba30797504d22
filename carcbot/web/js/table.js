/** A match at its table: live, over, or out of a file. */

import { ask, comeToTable, site } from "./account.js";
import { Challenges } from "./challenges.js";
import { fill, get, h } from "./dom.js";
import { LobbyPresence } from "./lobby-presence.js";
import { Live } from "./live.js";
import { wordsOf } from "./options.js";
import { faceOf } from "./games/index.js";
import { offerLink, takeSeat } from "./other-device.js";
import { forgetSeat } from "./own-seats.js";
import { open } from "./story-page.js";
import { offerMatches } from "./rematch.js";
import { markRights } from "./rights.js";
import { Story } from "./story.js";

const match = decodeURIComponent(location.pathname.match(/^\/table\/([^/]+)$/)?.[1] ?? "");

/**
 * What can be done with the match as a whole.
 *
 * @param {import("./view.js").View} view
 * @param {(() => Promise<Blob>) | null} record
 * @param {boolean} [isSeated] Whether one sits there, and the seat can be taken to another device.
 */
function offerMore(view, record, isSeated = false) {
  const copy = h("button", { type: "button", class: "quiet", onclick: async () => {
    const url = `${location.origin}${location.pathname}#move=${view.timeline.stop}`;
    const isCopied = await navigator.clipboard?.writeText(url).then(() => true, () => false);
    copy.textContent = isCopied ? "Copied" : "Copy it from the address";
    setTimeout(() => { copy.textContent = "Link to this moment"; }, 1500);
  } }, "Link to this moment");
  const save = h("button", { type: "button", class: "quiet", onclick: async () => {
    const blob = await record?.().catch(() => null);
    if (!blob) {
      save.textContent = "It cannot be had now";
      setTimeout(() => { save.textContent = "Download the record"; }, 1500);
      return;
    }
    const url = URL.createObjectURL(blob);
    h("a", { href: url, download: `${view.story.match}.jsonl` }).click();
    URL.revokeObjectURL(url);
  } }, "Download the record");
  const page = h("a", { class: "quiet", href: `/records/${encodeURIComponent(match ?? "")}.html`, download: "" },
    "Download this page as one file");
  const hasRules = offered?.games[view.story.game]?.rules;
  const options = new URLSearchParams({ options: view.story.options });
  const rules = h("a", { class: "quiet", href: `/rules/${view.story.game}?${options}`, target: "_blank" }, "The rules");
  fill(more, hasRules ? rules : null, view.story.match && match ? copy : null, record ? save : null, record && match ? page : null,
    isSeated ? h("button", { type: "button", class: "quiet", onclick: () => offerLink(match) }, "Play on another device") : null);
}

const more = h("div", { class: "more" });
/** @type {import("./types.js").SiteText | null} */
let offered = null;

/** Who was seen in the lobby is seen there still, and can be challenged. */
async function stayHere() {
  const presence = new LobbyPresence();
  const challenges = new Challenges(presence, await site(), { brief: true });
  presence.onWelcome = () => challenges.forgetReceived();
  presence.onMessage = (message) => void challenges.hear(message);
}

async function openMatch() {
  const path = `/api/matches/${encodeURIComponent(match)}`;
  const askForPictures = async () => (await ask(`${path}/pictures`, { mine: true })).json();
  const { game, past } = document.body.dataset;
  // all at once, for each is as far away as the others; what fails is asked for again below
  if (game) void faceOf(game).catch(() => {});
  let early = past === undefined ? null : askForPictures().catch(() => null);
  const [text] = await Promise.all([ask(path, { mine: true }).then((response) => response.json()), markRights()]);
  const story = new Story(text, async () => {
    const pictures = await early;
    early = null;
    return pictures ?? askForPictures();
  });
  if (story.over || story.hides) await story.fetchMissing();
  const view = await open(story);
  offered = await site();
  get("title").title = wordsOf(offered, story.game, story.options);
  get("side").append(more);
  const record = async () => (await ask(`/records/${encodeURIComponent(match)}.jsonl`)).blob();
  if (story.over) {
    forgetSeat(match);
    view.afterwards = () => offerMatches(story, null, null);
    view.grew(false);
    offerMore(view, record);
    await stayHere();
    return;
  }
  const offersLinks = offered.guests_play;
  const live = new Live(view);
  live.challenges = new Challenges(live, offered, { brief: true });
  view.afterwards = () => offerMatches(story, live.challenges, view.mine);
  live.onOver = () => offerMore(view, record);
  live.onSeat = () => offerMore(view, null, offersLinks);
  offerMore(view, null);
  await live.begin();
}

/** @param {File} file */
async function openFile(file) {
  const drop = get("drop");
  try {
    const { story: text, pictures, trouble } = await (await ask("/api/record", { body: file })).json();
    const story = new Story(text, async () => pictures);
    await story.fetchMissing();
    const view = await open(story);
    drop.hidden = true;
    get("main").classList.remove("empty");
    view.timeline.go(0);
    view.grew(false);
    fill(get("link-mark"), trouble);
    get("side").append(more);
    offerMore(view, null);
  } catch (error) {
    drop.hidden = false;
    fill(get("trouble"), error instanceof Error ? error.message : String(error));
  }
}

function offerFile() {
  const field = h("input", { type: "file", id: "file", accept: ".jsonl,.zst,application/jsonl", onchange: () => {
    if (field.files?.[0]) void openFile(field.files[0]);
  } });
  const drop = get("drop");
  fill(drop, h("h2", null, "Replay a record"),
    h("p", null, "Drop a match record here, or choose one. It is read by the referee of this page and kept nowhere."),
    h("label", { for: "file", class: "file" }, "Choose a file"), field,
    h("p", { id: "trouble", class: "trouble", role: "alert" }));
  drop.hidden = false;
  get("main").classList.add("empty");
  get("title").textContent = "Replay";
  document.body.dataset.ready = "";
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", (event) => {
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    if (file) void openFile(file);
  });
}

if (match) {
  comeToTable(match);
  takeSeat(match);
  addEventListener("hashchange", () => takeSeat(match)); // a link that is opened in the tab of its table
  openMatch().then(() => { document.body.dataset.ready = ""; }, (error) => {
    get("main").classList.add("empty");
    fill(get("drop"), h("h2", null, "This table is not here"), h("p", null, error.message), h("a", { href: "/" }, "To the lobby"));
    get("drop").hidden = false;
  });
} else {
  offerFile();
  void stayHere();
}
