// The list of tables: which of them needs someone. Asked for again and again; a stream for each would use up the
// browser's connections.

const EVERY_MS = 2_000;
const ORDER = ["ruling", "warning", "notice", "private"];
const CALLS = { ruling: "Ruling needed", warning: "Look now", notice: "Look when free", private: "For your eyes only" };
const BOARDS = { connected: "", lost: "Board lost", searching: "Looking for a board", stale: "Board silent" };

// After the game, boards are unplugged.
const BOARD_LEVELS = { lost: (phase) => phase === "playing" || phase === "suspended" ? "warning" : "notice", stale: () => "notice" };

const list = document.getElementById("tables");
const about = document.getElementById("about");
let drawn = "";

refresh();

async function refresh() {
  try {
    const answer = await fetch("/tables", { signal: AbortSignal.timeout(EVERY_MS * 3) });
    draw(await answer.json());
    about.textContent = "";
  } catch {
    about.textContent = "No connection; what you see is old.";
  }
  setTimeout(refresh, EVERY_MS);
}

function draw(tables) {
  const text = JSON.stringify(tables);
  if (text === drawn) return;
  drawn = text;
  const focused = list.contains(document.activeElement) ? document.activeElement.getAttribute("href") : null;
  list.replaceChildren(...tables.map(row));
  if (!tables.length) list.textContent = "No tables are configured.";
  if (focused) [...list.querySelectorAll("a")].find((link) => link.getAttribute("href") === focused)?.focus();
}

function row(table) {
  const worst = ORDER.find((severity) => table.alerts.includes(severity)) ?? BOARD_LEVELS[table.board]?.(table.phase) ?? (table.broker_away ? "notice" : "calm");
  const count = table.alerts.filter((severity) => severity !== "info").length;
  const link = document.createElement("a");
  link.href = `/table/${encodeURIComponent(table.table)}`;
  link.dataset.level = worst;
  const players = [table.players.white, table.players.black].filter(Boolean).join(" – ");
  const game = table.result && table.result !== "*" ? table.result : table.san ? `${Math.ceil(table.plies / 2)}${table.plies % 2 ? "." : "…"} ${table.san}` : table.phase ?? "";
  const alerts = count ? `${CALLS[ORDER.find((severity) => table.alerts.includes(severity))]}${count > 1 ? ` (${count})` : ""}` : "";
  for (const [name, words] of [["name", table.table], ["players", players], ["state", game], ["trouble", [BOARDS[table.board] ?? "", table.broker_away ? "Broker not reached" : "", alerts].filter(Boolean).join(" · ")]]) {
    const span = document.createElement("span");
    span.className = name;
    span.textContent = words;
    link.append(span, " ");
  }
  const item = document.createElement("li");
  item.append(link);
  return item;
}
