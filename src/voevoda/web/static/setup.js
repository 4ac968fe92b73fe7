"use strict";
// Set-up: as one edits, the draft is kept, the rail reckoned anew, and a field that was left says what is wrong.
// Loaded after voevoda.js, whose `put` and `parsed` it uses.

const form = document.getElementById("setup");
let waiting = 0;
let request = null;

function say(field, words) {
  const id = `${field.id}-wrong`;
  const before = document.getElementById(id);
  if (words === (before?.textContent.trim() ?? "") || (words && field === document.activeElement)) return;
  before?.remove();
  field.removeAttribute("aria-invalid");
  if (!words) return;
  field.setAttribute("aria-invalid", "true");
  field.setAttribute("aria-describedby", id);
  const made = Object.assign(document.createElement("p"), { id, className: "wrong", textContent: words });
  field.closest(".fields").after(made);
}

async function recount() {
  request?.abort();
  request = new AbortController();
  const body = new URLSearchParams(new FormData(form));
  const answer = await fetch(`${form.action}/rail`, { method: "POST", body, signal: request.signal }).catch(() => null);
  if (!answer) return; // another one is on its way, or there is no connection: the next change tries again
  if (!answer.ok) return location.reload();
  const { rail, wrong } = await answer.json();
  put(document.getElementById("rail"), parsed(rail).getElementById("rail"));
  for (const field of form.querySelectorAll("[id][name]")) say(field, wrong[field.name] ?? "");
  if (document.getElementById("rail").dataset.again) soon(700);
}

function soon(delay) {
  clearTimeout(waiting);
  waiting = setTimeout(recount, delay);
}

form.addEventListener("input", () => soon(400));
form.addEventListener("change", () => soon(0));
if (document.getElementById("rail").dataset.again) soon(700);
