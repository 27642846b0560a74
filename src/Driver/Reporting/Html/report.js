// Switches series off and on by a click on the legend, and zooms in on a time by a drag over a chart. The page is complete without it.
(() => {
  "use strict";
  const svgNamespace = "http://www.w3.org/2000/svg";
  const charts = [...document.querySelectorAll("svg.time")].map(svg => {
    const plot = svg.querySelector("svg.plot");
    const [left, top, width, height] = ["x", "y", "width", "height"].map(name => Number(plot.getAttribute(name)));
    return { svg, plot, left, top, width, height, end: Number(svg.dataset.end) };
  });

  function element(name, attributes, text) {
    const made = document.createElementNS(svgNamespace, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    if (text !== undefined) made.textContent = text;
    return made;
  }

  // 1, 2 or 5 times a power of ten, so that there are four to eight of them.
  function stepOf(range) {
    const power = 10 ** Math.floor(Math.log10(range));
    const leading = range / power;
    return leading < 1.5 ? power / 5 : leading < 3 ? power / 2 : leading < 7 ? power : power * 2;
  }

  function ticks(chart, from, to) {
    const across = chart.svg.querySelector("g.across");
    const step = stepOf(to - from);
    const bottom = chart.top + chart.height;
    across.replaceChildren();
    for (let i = Math.ceil(from / step - 1e-9); i * step <= to + step / 1000; i++) {
      const x = chart.left + (i * step - from) / (to - from) * chart.width;
      across.append(
        element("line", { class: "tick", x1: x, x2: x, y1: bottom, y2: bottom + 5 }),
        element("text", { class: "label", x, y: bottom + 19, "text-anchor": "middle" }, `${Number((i * step).toPrecision(6))} s`));
    }
  }

  // All charts of the page show the same time.
  function show(from, to) {
    for (const chart of charts) {
      const { plot, left, top, width, height, end } = chart;
      const isWhole = from <= 0 && to >= end;
      const [begin, until] = isWhole ? [0, end] : [Math.min(from, end), Math.min(to, end)];
      if (until - begin <= 0) continue;
      plot.setAttribute("viewBox", `${left + begin / end * width} ${top} ${(until - begin) / end * width} ${height}`);
      chart.svg.querySelector("g.phases").style.display = isWhole ? "" : "none";
      [chart.from, chart.to] = [begin, until];
      ticks(chart, begin, until);
    }
  }

  function reset() {
    for (const button of document.querySelectorAll("button.whole")) button.hidden = true;
    show(0, Infinity);
  }

  function draggable(chart) {
    const { svg, left, top, width, height } = chart;
    const at = event => Math.max(left, Math.min(left + width,
      new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse()).x));
    let drag = null;
    svg.addEventListener("pointerdown", event => {
      if (event.button !== 0) return;
      drag = { x: at(event), mark: element("rect", { class: "selection", y: top, height, x: 0, width: 0 }) };
      svg.append(drag.mark);
      svg.setPointerCapture(event.pointerId);
    });
    svg.addEventListener("pointermove", event => {
      if (!drag) return;
      drag.mark.setAttribute("x", Math.min(drag.x, at(event)));
      drag.mark.setAttribute("width", Math.abs(drag.x - at(event)));
    });
    const end = event => {
      if (!drag) return;
      const [one, other] = [drag.x, at(event)].sort((a, b) => a - b);
      drag.mark.remove();
      drag = null;
      if (event.type !== "pointerup" || other - one < 6) return;
      const second = x => chart.from + (x - left) / width * (chart.to - chart.from);
      for (const button of document.querySelectorAll("button.whole")) button.hidden = false;
      show(second(one), second(other));
    };
    svg.addEventListener("pointerup", end);
    svg.addEventListener("pointercancel", end);
    svg.addEventListener("dblclick", reset);
  }

  // The upper edge of an area comes first, then the lower one backwards: their distance stays, and what is below it may go.
  function restack(areas) {
    let below = null;
    for (const area of areas) {
      const points = area.whole ??= area.getAttribute("points").trim().split(" ").map(pair => pair.split(",").map(Number));
      const count = points.length / 2;
      const [upper, lower] = [points.slice(0, count), points.slice(count).reverse()];
      below ??= lower.map(point => point[1]);
      if (area.classList.contains("off")) continue;
      const above = upper.map((point, i) => below[i] - (lower[i][1] - point[1]));
      const edge = heights => upper.map((point, i) => `${point[0]},${heights[i]}`);
      area.setAttribute("points", [...edge(above), ...edge(below).reverse()].join(" "));
      below = above;
    }
  }

  function switchable(figure) {
    const shapes = [...figure.querySelectorAll("svg [data-series]")];
    for (const entry of figure.querySelectorAll(".legend li")) {
      const own = shapes.filter(shape => shape.dataset.series === entry.dataset.series);
      if (own.length === 0) continue;
      const button = document.createElement("button");
      button.type = "button";
      button.title = "Switches this series off or on";
      button.setAttribute("aria-pressed", "true");
      button.append(...entry.childNodes);
      entry.append(button);
      button.addEventListener("click", () => {
        const isOff = entry.classList.toggle("off");
        button.setAttribute("aria-pressed", String(!isOff));
        for (const shape of own) shape.classList.toggle("off", isOff);
        restack(figure.querySelectorAll("polygon.area[data-series]"));
      });
    }
  }

  for (const figure of document.querySelectorAll("figure")) switchable(figure);
  for (const chart of charts) {
    [chart.from, chart.to] = [0, chart.end];
    draggable(chart);
  }

  for (const group of document.querySelectorAll(".charts")) {
    const help = document.createElement("p");
    help.className = "note help";
    const button = document.createElement("button");
    [button.type, button.className, button.textContent, button.hidden] = ["button", "whole", "Show the whole time", true];
    button.addEventListener("click", reset);
    help.append("Drag over a chart to zoom in on a time. Click an entry of a legend to switch its series off. ", button);
    group.before(help);
  }

  document.addEventListener("keydown", event => {
    if (event.key === "Escape") reset();
  });
})();
