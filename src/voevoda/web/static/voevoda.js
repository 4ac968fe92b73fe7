"use strict";
// Every page works without this. With it the table changes by itself, and a form does not lose the page.
const bar = document.getElementById("offline");
const { live } = document.body.dataset; // the address of the socket, where there is one
const parsed = (html) => new DOMParser().parseFromString(html, "text/html");
let socket = null;
let seen = 0; // the version of what is shown
let [heard, delay] = [new Date(), 0];

// What is open, focused or half typed stays when a part of the page is put in the place of another
function put(old, made) {
  const at = (id) => document.getElementById(id);
  for (const each of made.querySelectorAll("details[id]")) each.open = (at(each.id) ?? each).open;
  for (const each of made.querySelectorAll("#log .line")) each.classList.toggle("new", !at(each.firstElementChild.id));
  const active = document.activeElement;
  const focused = old.contains(active) ? active.id || active.closest("[id]").id : "";
  old.replaceWith(made);
  if (focused) (at(focused) ?? at("content")).focus({ preventScroll: true });
}

const places = (part) => [...part.querySelectorAll("[name=place]")].map((each) => each.value).join("\n");
const typed = (field) => field.value !== field.defaultValue || field.checked !== field.defaultChecked;
const typing = (part) =>
  [...part.querySelectorAll("input")].some((each) => each === document.activeElement || typed(each));

function swap(id, html) {
  const old = document.getElementById(id);
  const made = parsed(html).body.firstElementChild;
  if (!old || !made) return;
  if (id !== "asks" || old.querySelector("[data-sent]") || !typing(old)) return put(old, made);
  if (places(old) === places(made)) return; // the same is asked
  document.getElementById("before")?.remove();
  old.before(made);
  for (const each of old.querySelectorAll("[id]")) each.removeAttribute("id");
  old.id = "before";
}

function look() { // on a phone a bar leads up to the question, while that is out of sight
  const box = document.getElementById("ask")?.getBoundingClientRect();
  document.body.classList.toggle("at-ask", box?.bottom > 0 && box.top < innerHeight);
}

function connect() {
  if (socket?.readyState < WebSocket.CLOSING) return;
  const mine = (socket = new WebSocket(new URL(live, location.href.replace(/^http/, "ws"))));
  mine.onmessage = ({ data }) => {
    [heard, delay] = [new Date(), 0];
    bar.hidden = true;
    const { version, title, regions } = JSON.parse(data);
    if (version < seen) return;
    seen = version;
    document.title = title;
    for (const [id, html] of Object.entries(regions)) swap(id, html);
    look();
  };
  mine.onclose = ({ code, reason }) => {
    if (code === 4403) return location.reload(); // the seat is somebody else's now
    if (mine !== socket) return;
    if (code === 4429) return Object.assign(bar, { hidden: false, textContent: reason }); // it is open too often
    bar.querySelector("time")?.replaceChildren(heard.toLocaleTimeString(document.documentElement.lang, { timeStyle: "short" }));
    bar.hidden = false;
    delay = Math.min(30000, 2 * delay || 500);
    setTimeout(connect, delay * (0.75 + Math.random() / 2));
  };
}

async function send(event) {
  const form = event.target;
  if (!new URL(form.action).pathname.startsWith(`${location.pathname}/`)) return;
  event.preventDefault();
  if (form.dataset.sent) return;
  form.dataset.sent = "yes";
  const body = new URLSearchParams(new FormData(form));
  if (event.submitter?.name) body.append(event.submitter.name, event.submitter.value);
  const headers = { Prefer: "return=minimal" }; // of what is wrong only the sentence
  const answer = await fetch(form.action, { method: "POST", body, headers, redirect: "manual" }).catch(() => null);
  form.dataset.sent = ""; // what it has changed comes by the socket
  document.getElementById("notice")?.remove();
  if (answer?.type === "opaqueredirect") // whoever connects anew is sent everything; where no socket ever comes, load
    return seen || socket.readyState < WebSocket.CLOSING ? connect() : location.reload();
  const words = answer ? await answer.text() : "";
  const asks = parsed(words).getElementById("asks");
  if (asks) put(document.getElementById("asks"), asks);
  else {
    delete form.dataset.sent; // it can still be typed in
    const told = answer?.headers.get("content-type")?.startsWith("text/plain") ? words : bar.dataset.failed;
    const notice = document.getElementById("refused").content.firstElementChild.cloneNode(true);
    notice.lastElementChild.textContent = told;
    document.getElementById("asks").before(notice);
  }
  document.querySelector("#asks [role=alert], #notice")?.scrollIntoView({ block: "nearest" });
}

if (live) {
  connect();
  look();
  for (const what of ["online", "visibilitychange"]) addEventListener(what, connect);
  addEventListener("scroll", look, { passive: true });
  addEventListener("submit", send);
  const named = ({ form, dataset: { does } }) => does && (form.querySelector(".go button").textContent = does);
  addEventListener("change", ({ target }) => named(target)); // the main button says what it will do
}

for (const button of document.querySelectorAll("[data-copy]")) {
  button.hidden = false;
  button.onclick = () => {
    getSelection().selectAllChildren(button.previousElementSibling);
    if (document.execCommand("copy")) button.textContent = button.dataset.copied;
  };
}
