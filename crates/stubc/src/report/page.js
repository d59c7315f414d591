"use strict";
// Every table: a button in each heading sorts by that column, and a field above it keeps the rows that hold all words.
// Of long tables only the first rows are laid out, and more as the reader comes to their end: a browser takes longer to
// lay out thousands of rows than a reader likes to wait.
const STEP = 200;
for (const table of document.querySelectorAll("table")) {
  const body = table.tBodies[0];
  const heads = [...table.tHead.rows[0].cells];
  const rows = [...body.rows].map((row) => {
    const texts = [...row.cells].map((cell) => cell.textContent);
    return { row, texts, text: texts.join(" ").toLowerCase() };
  });
  const input = document.createElement("input");
  const count = document.createElement("output");
  const more = document.createElement("button");
  let kept = rows;
  let limit = STEP;
  const show = () => {
    body.replaceChildren(...kept.slice(0, limit).map((entry) => entry.row));
    count.textContent = `${kept.length} of ${rows.length} rows`;
    more.hidden = kept.length <= limit;
  };
  const find = () => {
    const words = input.value.toLowerCase().split(/\s+/);
    kept = rows.filter(({ text }) => words.every((word) => text.includes(word)));
    limit = STEP;
    show();
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
        ? (a, b) => parseFloat(a.texts[column]) - parseFloat(b.texts[column])
        : (a, b) => (a.texts[column] < b.texts[column] ? -1 : a.texts[column] > b.texts[column] ? 1 : 0);
      rows.sort((a, b) => (up ? order(a, b) : order(b, a)));
      find();
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
  more.type = "button";
  more.className = "more";
  more.textContent = "More rows";
  table.after(more);
  const extend = (by) => {
    limit += by;
    show();
  };
  more.addEventListener("click", () => extend(STEP));
  new IntersectionObserver((seen) => seen.some((entry) => entry.isIntersecting) && extend(STEP)).observe(more);
  // Paper has no end to come to.
  addEventListener("beforeprint", () => extend(rows.length));
  input.addEventListener("input", find);
  find();
}
