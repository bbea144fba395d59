// Which view the address names, by its fragment.

/** @returns {{ view: string, id?: string }} */
export function route() {
  const [, view = "", id] = location.hash.split("/");
  return { view: view || "wall", id: id ? decoded(id) : undefined };
}

/** @param {string} hash */
export function go(hash) {
  if (location.hash !== hash) location.hash = hash;
}

/** An address that somebody has mistyped is no reason to fail. @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
