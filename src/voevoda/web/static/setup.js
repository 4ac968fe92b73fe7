"use strict";
// Set-up: as one edits, the draft is kept, the rail reckoned anew, and a field that was left says what is wrong.
// Loaded after voevoda.js, whose `put` and `parsed` it uses.

const form = document.getElementById("setup");
let [waiting, request] = [0, null];

function say(field, wrong) {
  const id = `${field.id}-wrong`;
  if (wrong && field === document.activeElement) return;
  document.getElementById(id)?.remove();
  field.setAttribute("aria-invalid", wrong !== "");
  field.setAttribute("aria-describedby", wrong && id);
  field.closest(".fields").insertAdjacentHTML("afterend", wrong);
}

async function recount() {
  request?.abort();
  request = new AbortController();
  const sent = { method: "POST", body: new URLSearchParams(new FormData(form)), signal: request.signal };
  const answer = await fetch(`${form.action}/rail${location.search}`, sent)
    .then((found) => (found.ok ? found.json() : form.submit())) // the page that comes then says why not
    .catch(() => null); // another one is on its way, or there is no connection: the next change tries again
  if (!answer) return;
  put(document.getElementById("rail"), parsed(answer.rail).getElementById("rail"));
  for (const field of form.querySelectorAll("[id][name]")) say(field, answer.wrong[field.name] ?? "");
  document.querySelector("h1").textContent = answer.title;
  document.querySelector("[value=undo]").disabled = !answer.undo;
  if (document.getElementById("rail").dataset.again) soon(700);
}

function soon(delay) {
  clearTimeout(waiting);
  waiting = setTimeout(recount, delay);
}

for (const [what, delay] of [["input", 400], ["change", 0]]) form.addEventListener(what, () => soon(delay));
if (document.getElementById("rail").dataset.again) soon(700);
form.addEventListener("submit", () => [clearTimeout(waiting), request?.abort()]); // the button keeps what is typed
