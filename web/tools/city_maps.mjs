// Draws the backdrops of the three cities as a print-shop plan: blocks and courtyards between streets, avenues,
// parks with their trees, rivers and canals with quays and bridges, a few engraved landmarks. All our own drawing.
//   npm install d3-delaunay                           (anywhere)
//   node city_maps.mjs <that folder>/node_modules     writes map.json of paris, berlin, amsterdam
import fs from "node:fs";
import path from "node:path";
import { createRequire } from "node:module";

const here = path.dirname(new URL(import.meta.url).pathname);
const require = createRequire(path.join(path.resolve(process.argv[2]), "x.js"));
const { Delaunay } = require("d3-delaunay");
const [W, H] = [1600, 1100];

function generator(seed) {
  let state = seed;
  return () => ((state = (state * 1664525 + 1013904223) >>> 0), state / 4294967296);
}

// ---- shapes ----
const r0 = (v) => String(Math.round(v));
const polygon = (points) => `M${points.map((p) => `${r0(p[0])} ${r0(p[1])}`).join("L")}Z`;
const centre = (points) => [0, 1].map((k) => points.reduce((s, p) => s + p[k], 0) / points.length);
const area = (ring) => ring.reduce((s, p, i) => s + p[0] * ring[(i + 1) % ring.length][1] - ring[(i + 1) % ring.length][0] * p[1], 0) / 2;

function inside(p, ring) {
  let odd = false;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const [a, b] = [ring[i], ring[j]];
    if (a[1] > p[1] !== b[1] > p[1] && p[0] < ((b[0] - a[0]) * (p[1] - a[1])) / (b[1] - a[1]) + a[0]) odd = !odd;
  }
  return odd;
}

/** A convex cell with every side moved inwards by half a street. */
function inset(ring, by) {
  let points = area(ring) > 0 ? ring : [...ring].reverse();
  const source = points;
  for (let i = 0; i < source.length; i++) {
    const [a, b] = [source[i], source[(i + 1) % source.length]];
    const length = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
    const [nx, ny] = [-(b[1] - a[1]) / length, (b[0] - a[0]) / length];
    const depth = (p) => (p[0] - a[0]) * nx + (p[1] - a[1]) * ny - by;
    const kept = [];
    points.forEach((q, k) => {
      const p = points[(k + points.length - 1) % points.length];
      const [dp, dq] = [depth(p), depth(q)];
      const cut = () => [p[0] + ((q[0] - p[0]) * dp) / (dp - dq), p[1] + ((q[1] - p[1]) * dp) / (dp - dq)];
      if (dq >= 0) {
        if (dp < 0) kept.push(cut());
        kept.push(q);
      } else if (dp >= 0) kept.push(cut());
    });
    points = kept;
    if (points.length < 3) return [];
  }
  return points;
}

/** Points of a path made of M, C and S with absolute numbers, about `step` apart. */
function walk(d, step = 12) {
  const tokens = d.match(/[MCSL]|-?[\d.]+/g);
  const points = [];
  let [i, mode, at, control] = [0, "M", null, null];
  const take = () => [Number(tokens[i++]), Number(tokens[i++])];
  while (i < tokens.length) {
    if (/[MCSL]/.test(tokens[i])) mode = tokens[i++];
    if (mode === "M" || mode === "L") {
      at = take();
      points.push(at);
      control = at;
      if (mode === "M") mode = "L";
      continue;
    }
    const c1 = mode === "C" ? take() : [2 * at[0] - control[0], 2 * at[1] - control[1]];
    const [c2, to] = [take(), take()];
    const n = Math.max(4, Math.round(Math.hypot(to[0] - at[0], to[1] - at[1]) / step));
    for (let k = 1; k <= n; k++) {
      const [t, s] = [k / n, 1 - k / n];
      points.push([0, 1].map((a) => s ** 3 * at[a] + 3 * s * s * t * c1[a] + 3 * s * t * t * c2[a] + t ** 3 * to[a]));
    }
    [at, control] = [to, c2];
  }
  return points;
}

/** Short strokes across a water line, about `every` apart. */
function bridges(d, width, every, rnd, { first = 0.5, top = 10 } = {}) {
  const points = walk(d);
  let out = "";
  let left = every * first;
  for (let i = 1; i < points.length; i++) {
    const [a, b] = [points[i - 1], points[i]];
    const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
    left -= length;
    if (left > 0 || b[0] < 10 || b[0] > W - 10 || b[1] < top || b[1] > H - 10) continue;
    left = every * (0.8 + 0.4 * rnd());
    const k = (width / 2 + 7) / length;
    out += `M${r0(a[0] - (b[1] - a[1]) * k)} ${r0(a[1] + (b[0] - a[0]) * k)}L${r0(a[0] + (b[1] - a[1]) * k)} ${r0(a[1] - (b[0] - a[0]) * k)}`;
  }
  return out;
}

/** A convex shape cut in two along a line through `at`, in direction `angle`. */
function cut(ring, at, angle) {
  const [nx, ny] = [-Math.sin(angle), Math.cos(angle)];
  const side = (p) => (p[0] - at[0]) * nx + (p[1] - at[1]) * ny;
  const halves = [[], []];
  ring.forEach((q, k) => {
    const p = ring[(k + ring.length - 1) % ring.length];
    const [dp, dq] = [side(p), side(q)];
    if (dp > 0 !== dq > 0) {
      const x = [p[0] + ((q[0] - p[0]) * dp) / (dp - dq), p[1] + ((q[1] - p[1]) * dp) / (dp - dq)];
      halves[0].push(x);
      halves[1].push(x);
    }
    halves[dq > 0 ? 0 : 1].push(q);
  });
  return halves.filter((half) => half.length > 2);
}

/** How far a shape reaches along and across a direction. */
function reach(ring, angle) {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const along = ring.map((p) => p[0] * c + p[1] * s);
  const across = ring.map((p) => p[1] * c - p[0] * s);
  return [Math.max(...along) - Math.min(...along), Math.max(...across) - Math.min(...across)];
}

/** City blocks: districts, each with its own grain, cut again and again by streets. */
function blocks(rnd, { district, angle, grain, size, street, skip = () => false, court = 0.5 }) {
  const seeds = [];
  for (let x = -district; x < W + district; x += district) {
    for (let y = -district; y < H + district; y += district * 0.85) seeds.push([x + (rnd() - 0.5) * district * 0.8, y + (rnd() - 0.5) * district * 0.8]);
  }
  const voronoi = Delaunay.from(seeds).voronoi([-60, -60, W + 60, H + 60]);
  const out = { blocks: "", courts: "" };
  const keep = (ring) => {
    const block = inset(ring, street * (0.8 + 0.4 * rnd()));
    if (block.length < 3 || Math.abs(area(block)) < 220 || skip(centre(block))) return;
    out.blocks += polygon(block);
    const yard = rnd() < court ? inset(block, 9 + 4 * rnd()) : [];
    if (yard.length > 2 && Math.abs(area(yard)) > 130) out.courts += polygon(yard);
  };
  const split = (ring, turn) => {
    if (Math.abs(area(ring)) < size * (0.7 + 0.9 * rnd())) return keep(ring);
    const [along, across] = reach(ring, turn);
    const direction = turn + (along > across * 0.9 ? Math.PI / 2 : 0) + (rnd() - 0.5) * 0.08;
    const middle = centre(ring);
    const slip = (rnd() - 0.5) * 0.24;
    const at = [middle[0] + slip * Math.cos(direction - Math.PI / 2) * Math.max(along, across), middle[1] + slip * Math.sin(direction - Math.PI / 2) * Math.max(along, across)];
    const halves = cut(ring, at, direction);
    if (halves.length < 2) return keep(ring);
    halves.forEach((half) => split(half, turn));
  };
  for (const cell of voronoi.cellPolygons()) {
    const ward = inset(cell.slice(0, -1), street * 0.8);
    if (ward.length > 2) split(ward, angle + (rnd() - 0.5) * grain);
  }
  return out;
}

/** Trees strewn over a park, none on its paths. */
function trees(ring, rnd, gap = 21, clear = () => false) {
  const xs = ring.map((p) => p[0]);
  const ys = ring.map((p) => p[1]);
  const placed = [];
  for (let k = 0; k < 4000; k++) {
    const p = [Math.min(...xs) + rnd() * (Math.max(...xs) - Math.min(...xs)), Math.min(...ys) + rnd() * (Math.max(...ys) - Math.min(...ys))];
    if (!inside(p, ring) || clear(p) || placed.some((q) => Math.hypot(p[0] - q[0], p[1] - q[1]) < gap)) continue;
    placed.push(p);
  }
  return placed.map((p) => {
    const r = 3 + Math.round(rnd() * 2);
    return `M${r0(p[0] - r)} ${r0(p[1])}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0-${2 * r} 0`;
  }).join("");
}

const star = (x, y, arms, length, from = 0) =>
  Array.from({ length: arms }, (_, k) => {
    const a = from + (2 * Math.PI * k) / arms;
    return `M${r0(x)} ${r0(y)}L${r0(x + length * Math.cos(a))} ${r0(y + length * Math.sin(a))}`;
  }).join("");

const near = (points, p, within) => points.some((q) => Math.hypot(p[0] - q[0], p[1] - q[1]) < within);

// ---- Paris ----
function paris() {
  const rnd = generator(5);
  const seine = "M1660 936C1430 905 1330 800 1190 742S960 640 850 600 640 520 540 500 380 470 300 560 190 760 120 850 -10 960 -60 1000";
  const water = walk(seine);
  const bois = [[-20, 452], [40, 436], [88, 470], [96, 545], [70, 628], [20, 668], [-20, 672]];
  const buttes = [[1300, 130], [1362, 112], [1410, 140], [1396, 190], [1340, 206], [1292, 180]];
  const luxembourg = [[654, 748], [716, 722], [740, 796], [676, 824]];
  const cemetery = [[1398, 470], [1484, 446], [1530, 520], [1506, 590], [1424, 604], [1396, 540]];
  const vincennes = [[1402, 1010], [1480, 950], [1570, 946], [1620, 980], [1620, 1120], [1390, 1120]];
  const tuileries = [[486, 446], [632, 488], [622, 514], [478, 472]];
  const plantes = [[936, 700], [1012, 726], [1000, 762], [930, 742]];
  const parks = [bois, buttes, luxembourg, cemetery, vincennes, tuileries, plantes];
  const built = blocks(rnd, { district: 250, angle: -0.28, grain: 1.3, size: 3400, street: 3.6, skip: (p) => near(water, p, 34) || parks.some((q) => inside(p, q)) });
  const avenues =
    star(247, 376, 12, 118, 0.13) +
    "M247 376L560 462M402 418L690 387M484 132C600 40 760 90 830 169S940 230 968 259 1010 380 1027 424 1040 540 1040 613M690 387L1027 424M1027 424L1244 259M1027 424L1337 589M1040 613L1600 700M1040 613L910 952M852 631L860 1120M589 837L748 765M589 837L400 1120M296 643L589 837M426 569L470 800M910 952L1250 1120M830 169L860 -20M968 259L1060 -20M247 376L60 140M484 132L430 -20";
  return {
    ...built,
    avenues,
    parks: parks.map(polygon).join(""),
    lawns: polygon([[462, 640], [512, 676], [470, 742], [420, 706]]),
    trees: parks.map((p) => trees(p, rnd)).join(""),
    water: [{ d: seine, w: 54 }],
    lakes: "",
    islands: "M826 590q44-20 86 14 10 24-30 20-50-8-56-34zM930 632q34-4 56 16 0 14-24 8-28-8-32-24z",
    bridges: bridges(seine, 54, 118, rnd, { first: 0.9 }),
    landmarks: [["eiffel", 276, 786, 0.95], ["basilica", 662, 226, 1], ["arch", 150, 300, 0.9], ["column", 1150, 520, 0.9], ["windmill", 905, 96, 0.85], ["dome", 330, 905, 1]],
  };
}

// ---- Berlin ----
function berlin() {
  const rnd = generator(9);
  const spree = "M-60 336C100 300 170 250 290 250S470 320 560 330 690 280 770 260 900 300 960 270 1080 210 1150 260 1200 360 1280 400 1440 470 1500 560 1580 760 1660 806";
  const arm = "M1104 228C1060 300 1064 380 1120 420S1250 440 1290 404";
  const canal = "M-60 616C140 640 260 700 400 740S680 830 820 880 1040 950 1200 960 1480 960 1660 1012";
  const water = [...walk(spree), ...walk(arm)];
  const ditch = walk(canal);
  const tiergarten = [[300, 424], [420, 376], [600, 366], [740, 392], [836, 432], [842, 520], [812, 582], [660, 622], [486, 624], [330, 590], [286, 520]];
  const humboldt = [[1330, 44], [1400, 22], [1468, 56], [1476, 120], [1420, 168], [1340, 150], [1312, 96]];
  const viktoria = [[930, 1010], [1010, 990], [1040, 1060], [960, 1090]];
  const hasenheide = [[1420, 1010], [1530, 1010], [1560, 1100], [1410, 1110]];
  const monbijou = [[1080, 292], [1112, 276], [1120, 330], [1090, 340]];
  const parks = [tiergarten, humboldt, viktoria, hasenheide, monbijou];
  const built = blocks(rnd, { district: 380, angle: 0.1, grain: 0.5, size: 4200, street: 4.2, skip: (p) => near(water, p, 28) || near(ditch, p, 15) || parks.some((q) => inside(p, q)) });
  const onPath = (p) => Math.abs(p[1] - 524 - (p[0] - 550) * -0.02) < 13 || Math.hypot(p[0] - 550, p[1] - 524) < 30;
  const avenues =
    "M-20 552L305 537 550 524 862 503 1062 472 1160 452 1309 354M305 537L405 680M302 789L-20 830M302 789L588 921M862 503L862 671 850 844 840 1120M862 671L1087 724 1371 797 1620 840M1087 160L1087 724 1067 957 1060 1120M1309 354L1420 180 1500 -20M1309 354L1620 300M1309 354L1371 797M464 229L300 -20M775 288L700 -20M1153 157L1000 -20M588 921L520 1120M1371 797L1330 1120";
  return {
    ...built,
    avenues,
    parks: parks.map(polygon).join(""),
    lawns: "",
    paths: "M300 537L550 524 842 505" + star(550, 524, 5, 96, 0.5) + "M420 376L550 524M700 384L640 470M486 624L600 560 740 590M360 470L440 560",
    trees: parks.map((p) => trees(p, rnd, 20, p === tiergarten ? onPath : undefined)).join(""),
    water: [{ d: canal, w: 22 }, { d: arm, w: 20 }, { d: spree, w: 44 }],
    lakes: "M612 578q26-14 52 0t50-6q10 16-20 26t-62 2q-26-6-20-22z",
    islands: "",
    bridges: bridges(spree, 44, 130, rnd) + bridges(arm, 20, 74, rnd) + bridges(canal, 22, 120, rnd),
    landmarks: [["gate", 985, 600, 1], ["tower", 1440, 330, 1], ["column", 470, 450, 0.95], ["dome", 690, 250, 0.8], ["church", 190, 700, 0.9], ["church", 1236, 886, 0.85]],
  };
}

// ---- Amsterdam ----
function amsterdam() {
  const rnd = generator(3);
  const [cx, cy] = [800, 60];
  const rings = [[500, 620, 16], [590, 742, 16], [680, 864, 16], [772, 986, 24]];
  const arc = ([rx, ry], t) => [cx - rx * Math.cos(t), cy - 40 + (ry + 40) * Math.sin(t) ** 0.92];
  const path = (ring) => {
    const points = Array.from({ length: 49 }, (_, k) => arc(ring, (Math.PI * k) / 48));
    return `M${points.map((p) => `${r0(p[0])} ${r0(p[1])}`).join("L")}`;
  };
  const within = (p, [rx, ry]) => p[1] > cy - 40 && ((p[0] - cx) / rx) ** 2 + (Math.max(0, p[1] - cy + 40) / (ry + 40)) ** 2 < 1;
  const amstel = "M1014 1160C1012 1040 992 960 960 900S904 776 884 690";
  const damrak = "M884 690C866 560 850 330 836 60";
  const singel = "M836 66C640 100 600 300 610 470S700 640 884 690";
  const river = [...walk(amstel), ...walk(damrak)];
  const inner = rings[0];
  const old = blocks(rnd, {
    district: 170, angle: 0.1, grain: 1.2, size: 1900, street: 2.8, court: 0.25,
    skip: (p) => !within(p, [inner[0] - 26, inner[1] - 26]) || near(river, p, 26) || near(walk(singel), p, 18) || p[1] < 104,
  });
  const outer = blocks(rnd, { district: 320, angle: 0.1, grain: 0.6, size: 4400, street: 4.4, skip: (p) => within(p, [rings[3][0] + 40, rings[3][1] + 40]) || near(river, p, 40) || p[1] < 110 });
  // between two canals: a row of narrow houses back to back, cut by radial streets
  let [belt, gardens] = ["", ""];
  for (let k = 0; k < 3; k++) {
    const [a, b] = [rings[k], rings[k + 1]];
    const at = (f, t) => arc([a[0] + (b[0] - a[0]) * f, a[1] + (b[1] - a[1]) * f], t);
    const edge = [16 / (b[0] - a[0]), 1 - 18 / (b[0] - a[0])];
    let t = 0.03;
    while (t < Math.PI - 0.05) {
      const width = 0.07 + 0.05 * rnd();
      const ring = [at(edge[0], t), at(edge[0], t + width / 2), at(edge[0], t + width), at(edge[1], t + width), at(edge[1], t + width / 2), at(edge[1], t)];
      const middle = centre(ring);
      if (middle[1] > 108 && !near(river, middle, 46)) {
        belt += polygon(ring);
        gardens += polygon([at(0.4, t + 0.012), at(0.4, t + width - 0.012), at(0.6, t + width - 0.012), at(0.6, t + 0.012)]);
      }
      t += width + 0.02;
    }
  }
  const vondel = [[40, 930], [180, 1010], [300, 1040], [290, 1090], [120, 1060], [20, 990]];
  const plantage = [[1466, 500], [1540, 520], [1550, 610], [1470, 600]];
  const parks = [vondel, plantage];
  const ij = "M-20 -20H1620V92C1500 62 1400 42 1240 54S980 28 800 42 420 18 260 36 60 22 -20 62Z";
  return {
    blocks: old.blocks + outer.blocks + belt,
    courts: old.courts + outer.courts,
    avenues: "M836 90L759 657 773 907 760 1120M759 657L457 758 60 900M759 657L1106 646 1340 767 1620 880M397 387L272 614",
    parks: parks.map(polygon).join("") + gardens,
    lawns: "",
    trees: parks.map((p) => trees(p, rnd, 20)).join(""),
    water: [...rings.map((ring) => ({ d: path(ring), w: ring[2] })), { d: singel, w: 14 }, { d: damrak, w: 24 }, { d: amstel, w: 42 }],
    lakes: ij,
    islands: "",
    bridges: rings.map((ring) => bridges(path(ring), ring[2], 132, rnd, { top: 108 })).join("") + bridges(singel, 14, 110, rnd, { top: 108 }) + bridges(amstel, 42, 150, rnd) + bridges(damrak, 24, 120, rnd, { top: 108 }),
    landmarks: [["ship", 220, 46, 0.62], ["ship", 1150, 42, 0.7], ["windmill", 120, 250, 1], ["gables", 1480, 980, 1], ["church", 900, 850, 0.8], ["windmill", 1530, 330, 0.9], ["gables", 1180, 1066, 0.9]],
  };
}

for (const [name, draw] of Object.entries({ paris, berlin, amsterdam })) {
  const map = draw();
  const out = path.join(here, `../../src/aiguillage/titles/${name}/map.json`);
  fs.mkdirSync(path.dirname(out), { recursive: true });
  fs.writeFileSync(out, JSON.stringify(map) + "\n");
  console.log(name, Object.entries(map).map(([k, v]) => `${k} ${JSON.stringify(v).length}`).join(", "));
}
