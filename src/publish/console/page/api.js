// Plain requests to the hall, beside the stream.

/**
 * @param {string} path
 * @param {unknown} [body] Absent: it is only asked.
 * @returns {Promise<{ status: number, body: any }>} Status 0: no answer.
 */
export async function call(path, body) {
  try {
    const answer = await fetch(
      path,
      body === undefined
        ? {}
        : { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) },
    );
    const text = await answer.text();
    return { status: answer.status, body: text ? parsed(text) : null };
  } catch {
    return { status: 0, body: null };
  }
}

/** @param {string} text */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return { text };
  }
}

/** @param {{ status: number }} answer */
export const isOk = (answer) => answer.status >= 200 && answer.status < 300;
