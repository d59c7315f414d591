"use strict";
// For every table: a button in each heading sorts by its column, and a search field keeps the rows that hold all words.
for (const table of document.querySelectorAll("table")) {
  const body = table.tBodies[0];
  const heads = [...table.tHead.rows[0].cells];
  const rows = [...body.rows].map((row) => {
    const texts = [...row.cells].map((cell) => cell.textContent);
    return { row, texts, text: texts.join(" ").toLowerCase() };
  });
  const number = (text) => parseFloat(text.replaceAll(",", ""));
  const input = document.createElement("input");
  const count = document.createElement("output");
  const show = () => {
    const words = input.value.toLowerCase().split(/\s+/);
    const kept = rows.filter(({ text }) => words.every((word) => text.includes(word)));
    body.replaceChildren(...kept.map((entry) => entry.row));
    count.textContent = `${kept.length} of ${rows.length} rows`;
  };
  heads.forEach((head, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    head.append(button);
    const numeric = head.classList.contains("n");
    button.addEventListener("click", () => {
      const before = head.getAttribute("aria-sort");
      const up = before ? before === "descending" : !numeric;
      heads.forEach((other) => other.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", up ? "ascending" : "descending");
      const order = numeric
        ? (a, b) => number(a.texts[column]) - number(b.texts[column])
        : (a, b) => (a.texts[column] < b.texts[column] ? -1 : a.texts[column] > b.texts[column] ? 1 : 0);
      rows.sort((a, b) => (up ? order(a, b) : order(b, a)));
      show();
    });
  });
  if (rows.length < 10) continue;
  const label = document.createElement("label");
  const line = document.createElement("div");
  input.type = "search";
  input.placeholder = "words that a row must hold";
  label.append("Search ", input);
  line.className = "search";
  line.append(label, count);
  table.before(line);
  input.addEventListener("input", show);
  show();
}
