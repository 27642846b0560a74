// Switches series off and on by a click on the legend, and zooms in on a time by a drag over a chart; what is high then fills the chart. The page is
// complete without it.
(() => {
  "use strict";
  const svgNamespace = "http://www.w3.org/2000/svg";
  const charts = [...document.querySelectorAll("svg.time")].map(svg => {
    const plot = svg.querySelector("svg.plot");
    const [left, top, width, height] = ["x", "y", "width", "height"].map(name => Number(plot.getAttribute(name)));
    const [end, low, high] = [svg.dataset.end, svg.dataset.low, svg.dataset.high].map(Number);
    const up = svg.querySelector("g.up");
    return { svg, plot, left, top, width, height, end, low, high, isLog: svg.dataset.log === "1", up, ticks: [...up.childNodes] };
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

  // Where a value stands in the whole chart, and what stands there.
  function yOf(chart, value) {
    const { top, height, low, high, isLog } = chart;
    const share = isLog ? Math.log(value / low) / Math.log(high / low) : (value - low) / (high - low);
    return top + (1 - share) * height;
  }

  function valueAt(chart, y) {
    const { top, height, low, high, isLog } = chart;
    const share = 1 - (y - top) / height;
    return isLog ? low * (high / low) ** share : low + share * (high - low);
  }

  // The lowest and the highest value of the series that are on, from one place to another; null where there is none.
  function valuesIn(chart, from, to) {
    let [lowest, highest] = [-Infinity, Infinity];
    for (const shape of chart.plot.querySelectorAll("[data-series]:not(.off)")) {
      for (const pair of shape.getAttribute("points").trim().split(" ")) {
        const [x, y] = pair.split(",").map(Number);
        if (x < from || x > to) continue;
        [lowest, highest] = [Math.max(lowest, y), Math.min(highest, y)];
      }
    }
    return highest === Infinity ? null : [valueAt(chart, lowest), valueAt(chart, highest)];
  }

  // Ends of an axis at round numbers, with its ticks: from 0, or, if it is logarithmic, at 1, 2 and 5 times powers of ten.
  function axisOf(chart, lowest, highest) {
    if (!chart.isLog) {
      const step = stepOf(highest);
      const count = Math.max(1, Math.ceil(highest / step - 1e-9));
      return Array.from({ length: count + 1 }, (_, i) => i * step);
    }
    const all = [];
    for (let power = Math.floor(Math.log10(chart.low)) - 1; power <= Math.ceil(Math.log10(chart.high)); power++)
      for (const digit of [1, 2, 5]) all.push(Number(`${digit}e${power}`));
    const first = all.findLastIndex(tick => tick <= lowest * 1.001);
    return all.slice(first, Math.max(first + 2, all.findIndex(tick => tick >= highest / 1.001) + 1));
  }

  // The vertical axis that suits what is seen from one place to another.
  function rescale(chart, from, to) {
    const { top, height, left, width, up } = chart;
    const seen = valuesIn(chart, from, to);
    if (seen === null || seen[1] <= chart.high / 1e6) {
      up.replaceChildren(...chart.ticks);
      return [top, height];
    }
    const values = axisOf(chart, ...seen);
    const [bottomOf, topOf] = [yOf(chart, values[0]), yOf(chart, values.at(-1))];
    up.replaceChildren(...values.flatMap(value => {
      const y = top + (yOf(chart, value) - topOf) / (bottomOf - topOf) * height;
      const text = value.toLocaleString("en", { maximumSignificantDigits: 6 });
      return [
        element("line", { class: "grid", x1: left, x2: left + width, y1: y, y2: y }),
        element("text", { class: "label", x: left - 8, y: y + 4, "text-anchor": "end" }, text),
      ];
    }));
    return [topOf, bottomOf - topOf];
  }

  // All charts of the page show the same time.
  function show(from, to) {
    for (const chart of charts) {
      const { plot, left, top, width, height, end } = chart;
      const isWhole = from <= 0 && to >= end;
      const [begin, until] = isWhole ? [0, end] : [Math.min(from, end), Math.min(to, end)];
      if (until - begin <= 0) continue;
      const [x, across] = [left + begin / end * width, (until - begin) / end * width];
      if (isWhole) chart.up.replaceChildren(...chart.ticks);
      const [y, tall] = isWhole ? [top, height] : rescale(chart, x, x + across);
      plot.setAttribute("viewBox", `${x} ${y} ${across} ${tall}`);
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
        const chart = charts.find(one => figure.contains(one.svg));
        if (chart && (chart.from > 0 || chart.to < chart.end)) show(chart.from, chart.to);
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
