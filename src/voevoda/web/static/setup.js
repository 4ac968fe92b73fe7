"use strict";
// Set-up: as one edits, the draft is kept, the rail reckoned anew, and a field that was left says what is wrong.
// Loaded after voevoda.js, whose `put` and `parsed` it uses.

const form = document.getElementById("setup");
let waiting = 0;
let request = null;

function say(field, wrong) {
  if (wrong && field === document.activeElement) return;
  const id = `${field.id}-wrong`;
  document.getElementById(id)?.remove();
  field.setAttribute("aria-invalid", wrong !== "");
  field.setAttribute("aria-describedby", wrong && id);
  field.closest(".fields").insertAdjacentHTML("afterend", wrong);
}

async function recount() {
  request?.abort();
  request = new AbortController();
  const body = new URLSearchParams(new FormData(form));
  const answer = await fetch(`${form.action}/rail`, { method: "POST", body, signal: request.signal })
    .then((found) => (found.ok ? found.json() : form.submit())) // the page that comes then says why not
    .catch(() => null); // another one is on its way, or there is no connection: the next change tries again
  if (!answer) return;
  put(document.getElementById("rail"), parsed(answer.rail).getElementById("rail"));
  for (const field of form.querySelectorAll("[id][name]")) say(field, answer.wrong[field.name] ?? "");
  document.querySelector("h1").textContent = answer.title;
  document.querySelector('[name="do"][value="undo"]').disabled = !answer.undo;
  if (document.getElementById("rail").dataset.again) soon(700);
}

function soon(delay) {
  clearTimeout(waiting);
  waiting = setTimeout(recount, delay);
}

form.addEventListener("input", () => soon(400));
form.addEventListener("change", () => soon(0));
if (document.getElementById("rail").dataset.again) soon(700);
form.addEventListener("submit", () => {
  clearTimeout(waiting); // the button keeps what is filled in; nothing is to be kept once more after it
  request?.abort();
});
