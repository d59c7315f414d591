// Uses the page as a reader would, and leaves what it found in the document.
const nodes = document.querySelector("section[aria-labelledby=nodes]");
const head = (name) => [...nodes.querySelectorAll("th")].find((cell) => cell.textContent === name);
const column = (name) => {
  const at = head(name).cellIndex;
  return [...nodes.querySelector("tbody").rows].map((row) => row.cells[at].textContent);
};
const sorted = (name) => {
  const button = head(name).querySelector("button");
  button.focus();
  document.activeElement.click();
  return () => ({ order: head(name).getAttribute("aria-sort"), cells: column(name) });
};
const search = (words) => {
  const input = nodes.querySelector("input[type=search]");
  input.value = words;
  input.dispatchEvent(new Event("input"));
  return () => ({ shown: column("path"), said: nodes.querySelector("output").textContent });
};
document.body.getBoundingClientRect();
const found = { wrong, loaded: performance.now() - started };
// The browser's own search, from the end upward, sees the last row, though nobody has been there.
const last = [...nodes.querySelector("tbody").rows].at(-1);
getSelection().collapse(nodes, nodes.childNodes.length);
found.searched = window.find(last.cells[0].textContent, true, true) && last.contains(getSelection().anchorNode);
// What a reader waits for at each step: the script and the layout that follows. Then all of the result is looked at.
const waited = (step) => {
  const before = performance.now();
  const result = step();
  document.body.getBoundingClientRect();
  found.slowest = Math.max(found.slowest ?? 0, performance.now() - before);
  return result();
};
found.down = waited(() => sorted("bytes"));
found.up = waited(() => sorted("bytes"));
found.paths = waited(() => sorted("path"));
found.some = waited(() => search("decode interpreted"));
found.all = waited(() => search(""));
const every = (what, holds) => [...document.querySelectorAll(what)].filter((element) => !holds(element)).length;
found.unlabeled = every("input", (input) => input.labels.length > 0)
  + every("svg", (svg) => svg.getAttribute("role") === "img" && svg.getAttribute("aria-label") && svg.querySelector("title"))
  + every("th", (cell) => cell.scope === "col" && cell.querySelector("button"))
  + every("table", (table) => table.caption)
  + every("nav a", (link) => document.querySelector(link.getAttribute("href")))
  + every("[id]", (element) => document.querySelectorAll("#" + element.id).length === 1);
found.pictures = [...document.querySelectorAll("svg")].map((svg) => [svg.getBoundingClientRect().width, svg.childElementCount]);
found.fetched = performance.getEntriesByType("resource").length;
found.paper = getComputedStyle(document.body).backgroundColor;
const result = document.createElement("pre");
result.id = "found";
result.textContent = JSON.stringify(found);
document.body.replaceChildren(result);
