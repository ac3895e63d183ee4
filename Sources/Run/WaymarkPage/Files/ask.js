// Questions to the server. What goes wrong is a Trouble with a kind, for which words.js has the words.

export class Trouble extends Error {
  constructor(kind, { status = 0, detail = '', parameter = '', after = 0 } = {}) {
    super(detail || kind);
    Object.assign(this, { kind, status, detail, parameter, after });
  }
}

const KINDS = { 401: 'token', 404: 'missing', 406: 'form', 413: 'large', 429: 'busy', 502: 'roads', 503: 'busy', 504: 'roads' };

/** The answer to one question: JSON, or a Blob if another form was asked for. */
async function answer(path, { body, accept, signal, limit = 30000 }) {
  const ended = new AbortController();
  const timer = setTimeout(() => ended.abort('late'), limit);
  signal?.addEventListener('abort', () => ended.abort('newer'), { once: true });
  try {
    const response = await fetch(path, {
      method: body ? 'POST' : 'GET',
      headers: { Accept: accept || 'application/json', ...(body ? { 'Content-Type': 'application/json' } : {}) },
      body: body && JSON.stringify(body),
      signal: ended.signal,
    });
    if (!response.ok) {
      const problem = await response.json().catch(() => ({}));
      const kind = KINDS[response.status] || (response.status < 500 ? 'refused' : 'broken');
      throw new Trouble(kind, { status: response.status, detail: String(problem.detail || ''), parameter: String(problem.parameter || ''), after: Number(response.headers.get('Retry-After')) || 0 });
    }
    return accept ? await response.blob() : await response.json();
  } catch (error) {
    if (error instanceof Trouble) throw error;
    if (ended.signal.aborted) throw new Trouble(ended.signal.reason === 'late' ? 'late' : 'newer');
    // An answer that is no JSON came from something else than this server, or broke off.
    throw new Trouble(error instanceof SyntaxError ? 'broken' : 'unreachable');
  } finally {
    clearTimeout(timer);
  }
}

/** Asks one question at a time: a newer one ends the older, whose answer or trouble never arrives. */
export class Line {
  #number = 0;
  #controller = null;

  /** The answer; undefined if a newer question was asked meanwhile. `waiting(true)` after 300 ms, `slow()` after 4 s without an answer. */
  async ask(path, { waiting, slow, ...options } = {}) {
    const number = ++this.#number;
    this.#controller?.abort();
    const controller = this.#controller = new AbortController();
    const timers = [setTimeout(() => waiting?.(true), 300), setTimeout(() => slow?.(), 4000)];
    try {
      const found = await answer(path, { ...options, signal: controller.signal });
      return number === this.#number ? found : undefined;
    } catch (trouble) {
      if (number === this.#number) throw trouble;
      return undefined;
    } finally {
      timers.forEach(clearTimeout);
      if (number === this.#number) waiting?.(false);
    }
  }

  /** Forgets the question that waits. */
  stop() {
    this.#number++;
    this.#controller?.abort();
  }
}

export const parameters = values => new URLSearchParams(Object.entries(values).filter(([, v]) => v !== null && v !== undefined && v !== '')).toString();
