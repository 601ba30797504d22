/** Moments of a page that the referee writes in UTC, as the clock on the reader's wall shows them. */

/** @param {ParentNode} place */
export function showLocalTimes(place) {
  for (const time of place.querySelectorAll("time")) {
    const moment = new Date(time.dateTime);
    time.title = time.textContent ?? "";
    time.textContent = moment.toLocaleString("en", { dateStyle: "medium", timeStyle: "long" });
  }
}
