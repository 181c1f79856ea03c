// What the page asks the program, and what it is told.

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
export class Failure extends Error {
  constructor(status, text) {
    super(text);
    this.status = status;
  }
}

async function request(path, options) {
  let response;
  try {
    response = await fetch(path, {
      ...options,
      headers: { Authorization: `Bearer ${token ?? ""}` },
      cache: "no-store",
      credentials: "omit",
    });
  } catch (error) {
    throw new Failure(0, "The board does not answer.");
  }
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

/** The longest silence of a stream that is alive. */
const patience = 40_000;

/** Reads the stream of events until it ends, and calls `receive` with the name and the value of each. */
export async function listen(signal, receive, path = "/events") {
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
      const match = /^event: (\w+)\ndata: (.*)$/.exec(message);
      if (match) receive(match[1], JSON.parse(match[2]));
    }
  }
}
