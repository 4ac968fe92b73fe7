"use strict";
// Every page works without this. With it the table changes by itself, and a form does not lose the page.

const bar = document.getElementById("offline");
const offline = bar.textContent.trim();
const at = (path) => new URL(path, location.href);
let socket = null;
let seen = 0; // the version of what is shown
let heard = Date.now();
let delay = 0;
let timer = 0;
let held = ""; // the questions, if they came while an answer was on its way

// What stays as the reader has it when a part of the page is put in the place of another

const changed = (field) =>
  field.type === "radio" || field.type === "checkbox"
    ? field.checked !== field.defaultChecked
    : field.type !== "hidden" && "defaultValue" in field && field.value !== field.defaultValue;
const typing = (part) =>
  part.matches("#asks") &&
  !part.querySelector("[data-done]") &&
  (part.matches(":has(input:focus, textarea:focus, select:focus)") ||
    [...part.querySelectorAll("input, textarea")].some(changed));
const places = (part) => [...part.querySelectorAll("[name=place]")].map((each) => each.value).join("\n");

function put(old, made) {
  for (const each of made.querySelectorAll("details[id]")) {
    const before = document.getElementById(each.id);
    if (before && old.contains(before)) each.open = before.open;
  }
  for (const each of made.matches("#log") ? made.querySelectorAll(".line") : []) {
    each.classList.toggle("new", !document.getElementById(each.firstElementChild.id));
  }
  const active = document.activeElement;
  const focused = old.contains(active) ? active.id || active.closest("[id]").id : "";
  old.replaceWith(made);
  if (focused) (document.getElementById(focused) || document.getElementById("content")).focus({ preventScroll: true });
}

function swap(id, html) {
  const old = document.getElementById(id);
  const made = parsed(html).body.firstElementChild;
  if (!old || !made) return;
  if (!typing(old)) return put(old, made);
  if (old.querySelector("[data-sent]")) return void (held = html); // whether they are another is known by then
  if (places(old) === places(made)) return; // the same is asked: what is half typed stays
  document.getElementById("before")?.remove();
  old.before(made);
  old.id = "before";
  for (const each of old.querySelectorAll("[id]")) each.removeAttribute("id");
}

const parsed = (html) => new DOMParser().parseFromString(html, "text/html");

// The bar that leads up to the question is not needed while that is in sight

function look() {
  const box = document.getElementById("ask")?.getBoundingClientRect();
  document.body.classList.toggle("at-ask", Boolean(box) && box.bottom > 0 && box.top < innerHeight);
}

// What comes from the server

function connect() {
  clearTimeout(timer);
  if (socket && socket.readyState < WebSocket.CLOSING) return;
  const mine = (socket = new WebSocket(at(document.body.dataset.live).href.replace(/^http/, "ws")));
  mine.onmessage = (event) => {
    const frame = JSON.parse(event.data);
    delay = 0;
    heard = Date.now();
    bar.hidden = true;
    if (frame.version < seen) return;
    seen = frame.version;
    document.title = frame.title;
    for (const [id, html] of Object.entries(frame.regions)) swap(id, html);
    look();
  };
  mine.onclose = (event) => {
    if (mine !== socket) return;
    if (event.code === 4403) return location.reload(); // the seat is somebody else's now
    const time = new Date(heard).toLocaleTimeString(document.documentElement.lang, { timeStyle: "short" });
    if (bar.hidden) bar.firstElementChild.firstElementChild.textContent = offline.replace("{time}", time);
    bar.hidden = false;
    delay = Math.min(30000, 2 * delay || 500);
    timer = setTimeout(connect, delay * (0.75 + Math.random() / 2));
  };
}

function again() {
  if (document.visibilityState !== "visible" || !document.body.dataset.live) return;
  delay = 0;
  connect();
}

if (document.body.dataset.live) {
  connect();
  look();
  addEventListener("scroll", look, { passive: true });
  document.addEventListener("visibilitychange", again);
  addEventListener("online", again);
}

// What goes to the server

function notice(words) {
  document.getElementById("notice")?.remove();
  const made = document.createElement("div");
  made.id = "notice";
  made.className = "notice";
  made.setAttribute("role", "alert");
  made.append(Object.assign(document.createElement("p"), { textContent: words }));
  (document.getElementById("asks") || document.getElementById("content").firstElementChild).before(made);
  made.scrollIntoView({ block: "nearest" });
}

async function send(form, button) {
  const body = new URLSearchParams(new FormData(form));
  if (button?.name) body.append(button.name, button.value);
  const redirect = socket?.readyState === WebSocket.OPEN ? "manual" : "follow";
  let answer;
  try {
    answer = await fetch(form.action, { method: "POST", body, redirect });
  } catch {
    return notice(bar.dataset.failed);
  }
  if (answer.type === "opaqueredirect") {
    form.dataset.done = "yes"; // what it has changed comes by the socket
    document.getElementById("notice")?.remove();
    return;
  }
  if (answer.redirected) return location.assign(answer.url);
  const page = parsed(await answer.text());
  if (!page.getElementById("asks")) return notice(page.getElementById("content").innerText.trim());
  held = "";
  put(document.getElementById("content"), page.getElementById("content"));
  document.querySelector("[role=alert]")?.scrollIntoView({ block: "nearest" });
}

addEventListener("submit", (event) => {
  const form = event.target;
  const mine = document.body.dataset.live && at(form.action).pathname.startsWith(`${location.pathname}/`);
  if (!mine || form.method !== "post" || form.enctype === "multipart/form-data") return;
  event.preventDefault();
  if (form.dataset.sent) return;
  form.dataset.sent = "yes";
  send(form, event.submitter).finally(() => {
    delete form.dataset.sent;
    const html = held;
    held = "";
    if (html) swap("asks", html);
  });
});

// Links that are copied by a button; where the clipboard is out of reach (no HTTPS), they are selected

for (const button of document.querySelectorAll("[data-copy]")) {
  button.hidden = false;
  button.addEventListener("click", async () => {
    getSelection().selectAllChildren(button.previousElementSibling);
    const done = navigator.clipboard
      ? await navigator.clipboard.writeText(button.dataset.copy).then(() => true, () => false)
      : document.execCommand("copy");
    if (done) button.textContent = button.dataset.copied;
  });
}
