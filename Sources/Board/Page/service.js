// What the page asks the program, and what it is told.

import { sentence, warn } from "/elements.js";

const place = "waymark-board-token";

let token = localStorage.getItem(place);

/** Gets the token with the code in the address, which works once; returns whether there is a new one. */
async function unlock() {
  const code = location.hash.slice(1);
  if (code === "") return false;
  history.replaceState(null, "", location.pathname);
  // Any page can lead here with any code. The token that is there stays until the board has given another one.
  const given = await call("/unlock", { code }).catch(() => undefined);
  if (!given) return false;
  token = given.token;
  localStorage.setItem(place, token);
  return true;
}

await unlock();

addEventListener("hashchange", async () => { if (await unlock()) location.reload(); });

/** Returns the error of a request that failed, with a text for people. */
function failure(status, text) {
  // 421: the board has another name now, and another token.
  return Object.assign(new Error(sentence(text)), { status, isLocked: status === 401 || status === 421 });
}

async function request(path, options) {
  const headers = { Authorization: `Bearer ${token ?? ""}` };
  const response = await fetch(path, { ...options, headers, cache: "no-store", credentials: "omit" })
    .catch(() => { throw failure(0, "The board does not answer."); });
  if (response.ok) return response;
  const problem = await response.json().catch(() => ({}));
  throw failure(response.status, problem.text ?? `The board answered ${response.status}.`);
}

/** Sends a request, and returns the answer as bytes. */
export async function load(path, body) {
  return (await request(path, { method: "POST", body: JSON.stringify(body) })).blob();
}

/** Sends a request, and returns the answer. */
export async function call(path, body = {}) {
  const text = await (await load(path, body)).text();
  return text ? JSON.parse(text) : {};
}

/** Sends a request, and shows why it failed, if it did. */
export async function ask(path, body) {
  await call(path, body).catch((error) => warn(error.message));
}

/** The longest silence of a stream that is alive. */
const patience = 40_000;

/** Reads the stream of events until it ends, and calls `receive` with the name and the value of each. */
async function listen(signal, receive) {
  const silence = new AbortController();
  const response = await request("/events", { signal: AbortSignal.any([signal, silence.signal]) });
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const timer = setTimeout(() => silence.abort(), patience);
    const { done, value } = await reader.read();
    clearTimeout(timer);
    if (done) return;
    const messages = (rest + value).split("\n\n");
    rest = messages.pop();
    for (const message of messages) {
      // Texts of apps may have other separators of lines, at which a dot would end.
      const match = /^event: (\w+)\ndata: (.*)$/s.exec(message);
      if (match) receive(match[1], JSON.parse(match[2]));
    }
  }
}

/**
 * Keeps a stream of events open while the page is visible. A page that is hidden needs none, and nothing of it is in view.
 * `ended` is told of each end with its error, if any; a page that is locked does not go on.
 */
export function follow(receive, ended) {
  let connection;
  const begin = async () => {
    connection?.abort();
    if (document.hidden) return;
    const { signal } = connection = new AbortController();
    let pause = 250;
    while (!signal.aborted) {
      const error = await listen(signal, (name, event) => {
        pause = 250;
        receive(name, event);
      }).catch((failure) => failure);
      if (signal.aborted) return;
      ended(error);
      if (error?.isLocked) return;
      await new Promise((resolve) => setTimeout(resolve, pause));
      pause = Math.min(pause * 2, 10_000);
    }
  };
  document.addEventListener("visibilitychange", begin);
  // A page that comes back from the history has no stream any more.
  addEventListener("pageshow", (event) => { if (event.persisted) begin(); });
  begin();
}
