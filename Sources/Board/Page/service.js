// What the page asks the program, and what it is told.

import { sentence, warn } from "/elements.js";

const place = "waymark-board-token";

let token = localStorage.getItem(place);

/** Gets the token with the code in the address, which works once; returns whether there is a new one. */
async function unlock() {
  const code = location.hash.slice(1);
  if (code === "") return false;
  history.replaceState(null, "", location.pathname);
  const options = { method: "POST", body: JSON.stringify({ code }), cache: "no-store", credentials: "omit" };
  const response = await fetch("/unlock", options).catch(() => null);
  // Any page can lead here with any code. The token that is there stays until the board has given another one.
  if (!response?.ok) return false;
  token = (await response.json()).token;
  localStorage.setItem(place, token);
  return true;
}

await unlock();

addEventListener("hashchange", async () => { if (await unlock()) location.reload(); });

/** A request that failed, with a text for people. */
class Failure extends Error {
  constructor(status, text) {
    super(sentence(text));
    this.status = status;
    // 421: the board has another name now, and another token.
    this.isLocked = status === 401 || status === 421;
  }
}

async function request(path, options) {
  const headers = { Authorization: `Bearer ${token ?? ""}` };
  const response = await fetch(path, { ...options, headers, cache: "no-store", credentials: "omit" })
    .catch(() => { throw new Failure(0, "The board does not answer."); });
  if (response.ok) return response;
  const problem = await response.json().catch(() => ({}));
  throw new Failure(response.status, problem.text ?? `The board answered ${response.status}.`);
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

/** Sends a request, and shows why it failed, if it did; returns whether it did not. */
export async function ask(path, body) {
  try {
    await call(path, body);
    return true;
  } catch (error) {
    warn(error.message);
    return false;
  }
}

/** The longest silence of a stream that is alive. */
const patience = 40_000;

/** Reads the stream of events until it ends, and calls `receive` with the name and the value of each. */
async function listen(path, signal, receive) {
  const silence = new AbortController();
  const response = await request(path, { signal: AbortSignal.any([signal, silence.signal]) });
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
 * `ended` is told of each end with its error, if any, and returns whether to go on.
 */
export function follow(path, receive, ended) {
  let connection;
  const begin = async () => {
    connection?.abort();
    if (document.hidden) return;
    const { signal } = connection = new AbortController();
    let pause = 250;
    while (!signal.aborted) {
      const failure = await listen(path, signal, (name, event) => {
        pause = 250;
        receive(name, event);
      }).catch((error) => error);
      if (signal.aborted || !ended(failure)) return;
      await new Promise((resolve) => setTimeout(resolve, pause));
      pause = Math.min(pause * 2, 10_000);
    }
  };
  document.addEventListener("visibilitychange", begin);
  // A page that comes back from the history has no stream any more.
  addEventListener("pageshow", (event) => { if (event.persisted) begin(); });
  begin();
}
