// Draws Europe's backdrop: the Natural Earth coastline and borders (public domain, npm package world-atlas),
// projected, enlarged in the middle, bent by the same field that moved the places of the layout, simplified.
//   npm install world-atlas topojson-client d3-geo     (anywhere)
//   node europe_map.mjs <that folder>/node_modules     writes its map.json
import fs from "node:fs";
import path from "node:path";
import { createRequire } from "node:module";

const here = path.dirname(new URL(import.meta.url).pathname);
const modules = path.resolve(process.argv[2]);
const require = createRequire(path.join(modules, "x.js"));
const { feature, mesh } = require("topojson-client");
const { geoConicConformal } = require("d3-geo");
const atlas = JSON.parse(fs.readFileSync(path.join(modules, "world-atlas/countries-50m.json"), "utf8"));
const layout = JSON.parse(fs.readFileSync(path.join(here, "../../src/aiguillage/titles/europe/layout.json"), "utf8"));
const [W, H] = layout.canvas;

// longitude and latitude of the places
const PLACES = { amsterdam: [4.9, 52.37], angora: [32.86, 39.93], athina: [23.73, 37.98], barcelona: [2.17, 41.39], berlin: [13.4, 52.52], brest: [-4.49, 48.39], brindisi: [17.94, 40.63], bruxelles: [4.35, 50.85], bucuresti: [26.1, 44.43], budapest: [19.04, 47.5], cadiz: [-6.29, 36.53], constantinople: [28.98, 41.01], danzig: [18.65, 54.35], dieppe: [1.08, 49.92], edinburgh: [-3.19, 55.95], erzurum: [41.28, 39.91], essen: [7.01, 51.46], frankfurt: [8.68, 50.11], kharkov: [36.23, 49.99], kobenhavn: [12.57, 55.68], kyiv: [30.52, 50.45], lisboa: [-9.14, 38.72], london: [-0.13, 51.51], madrid: [-3.7, 40.42], marseille: [5.37, 43.3], moskva: [37.62, 55.76], munchen: [11.58, 48.14], palermo: [13.36, 38.12], pamplona: [-1.65, 42.81], paris: [2.35, 48.86], petrograd: [30.31, 59.94], riga: [24.11, 56.95], roma: [12.5, 41.9], rostov: [39.71, 47.24], sarajevo: [18.41, 43.86], sevastopol: [33.53, 44.62], smolensk: [32.05, 54.78], smyrna: [27.14, 38.42], sochi: [39.73, 43.6], sofia: [23.32, 42.7], stockholm: [18.07, 59.33], venezia: [12.32, 45.44], warszawa: [21.01, 52.23], wien: [16.37, 48.21], wilno: [25.28, 54.69], zagrab: [15.98, 45.81], zurich: [8.54, 47.37] };
const RANGES = [
  [[6.6, 44.6], [7, 45.6], [8, 46.2], [9.4, 46.5], [10.6, 46.8], [12, 47], [13.4, 47.2]],
  [[-1, 42.9], [0, 42.7], [1, 42.6], [2, 42.5]],
  [[19.5, 49.3], [21, 49.2], [23, 48.7], [24.6, 47.7], [25.6, 46.6], [25.2, 45.5], [23.6, 45.4]],
  [[41, 43.6], [43, 43], [44.5, 42.6]],
  [[10.2, 44.4], [11.4, 43.9], [13.2, 42.6], [14.4, 41.8]],
  [[16.6, 44.6], [17.6, 43.9], [19, 43.2], [20.2, 42.4]],
  [[8, 60.5], [8.6, 61.6], [9.4, 62.3], [12.2, 62.6]],
  [[23, 43.1], [24.6, 42.8], [26, 42.8]],
  [[30, 37.2], [32.4, 37], [34.6, 37.6], [37, 38.6]],
  [[-4.6, 57.2], [-5, 56.7]],
  [[-3.6, 37.1], [-2.8, 37.1]],
  [[-5.6, 43.1], [-4.4, 43.1]],
];
const RIVERS = [
  [[9.5, 47.5], [8.6, 47.6], [7.6, 47.55], [7.8, 48.6], [8.4, 49.4], [8.2, 50], [7.6, 50.35], [7, 50.9], [6.6, 51.6], [6, 51.9], [4.9, 51.9], [4.1, 51.95]],
  [[8.5, 48], [10, 48.4], [11.4, 48.75], [12.1, 49], [13.4, 48.6], [14.3, 48.3], [16.4, 48.2], [17.1, 48.1], [18.7, 47.8], [19.05, 47.5], [18.9, 46.2], [19, 45.3], [20.4, 44.85], [21.4, 44.8], [22.6, 44.6], [23.9, 43.75], [25.6, 43.7], [27.2, 44.1], [28, 45.2], [29.6, 45.1]],
  [[15.2, 50], [14.3, 50.6], [13.7, 51.1], [12.6, 51.9], [11.6, 52.2], [11.4, 53], [10, 53.55], [8.9, 53.9]],
  [[17, 51.1], [15.6, 52], [14.6, 52.5], [14.4, 53.4]],
  [[19.9, 50.05], [21.6, 50.6], [21.9, 51.4], [21, 52.2], [19.7, 52.55], [18.6, 53], [18.9, 54.2]],
  [[32, 54.8], [30.4, 54.5], [30.3, 53.9], [30.6, 51.5], [30.5, 50.4], [32, 49.2], [34, 48.9], [35.1, 48.4], [35.1, 47.8], [33.4, 46.7], [32.5, 46.6]],
  [[39.1, 53.2], [39.2, 51.6], [40.6, 50], [43, 49.2], [43.5, 48.6], [42, 47.7], [40.2, 47.5], [39.3, 47.15]],
  [[36, 56.9], [38.8, 57.9], [40.9, 57.7], [44, 56.3], [47.5, 56.1], [49, 55.6], [48.6, 53.5], [46.5, 51.6], [45, 49.8], [44.6, 48.6], [46.8, 47], [48, 46.2]],
  [[4.1, 45.9], [3.2, 46.95], [2.9, 47.6], [1.9, 47.9], [0.7, 47.4], [-0.6, 47.4], [-1.6, 47.2], [-2.1, 47.28]],
  [[4.7, 47.6], [4, 48.4], [3, 48.4], [2.35, 48.85], [1.3, 49.1], [1.05, 49.4], [0.2, 49.45]],
  [[6.2, 46.2], [5.7, 45.7], [4.85, 45.75], [4.8, 44.9], [4.75, 44], [4.6, 43.4]],
  [[0.9, 42.9], [1.4, 43.6], [0.6, 44.2], [-0.5, 44.8], [-1, 45.5]],
  [[-3.5, 42.9], [-2, 42.3], [-0.9, 41.65], [0.4, 41.2], [0.8, 40.7]],
  [[-2, 40.3], [-3.6, 40.1], [-5, 39.8], [-7, 39.6], [-8.4, 39.4], [-9, 38.8]],
  [[-3, 38], [-4.8, 37.9], [-6, 37.4], [-6.3, 36.85]],
  [[7.3, 44.7], [7.7, 45.05], [9, 45.1], [10.5, 45], [12.4, 44.95]],
  [[23.5, 49.2], [26, 48.6], [28.5, 48], [29.5, 47], [30.2, 46.4]],
  [[31.5, 55.6], [28.3, 55.7], [26, 56.4], [24.1, 57]],
  [[14.5, 46], [16, 45.8], [18, 45.1], [20.4, 44.85]],
  [[37, 39.5], [34.5, 39.2], [34.2, 40.5], [35.9, 41.7]],
  [[-1.5, 51.7], [-0.13, 51.5], [0.6, 51.5]],
];
// where the names of the seas have room, on the canvas
const SEAS = { atlantic: [178, 622], north: [585, 205], mediterranean: [470, 1010] };

const projection = geoConicConformal().parallels([40, 56]).rotate([-15, 0]).center([0, 48.6]).scale(2050).translate([700, 560]);
const middle = projection([9.2, 48.6]);
const lens = ([x, y]) => {
  const [dx, dy] = [x - middle[0], y - middle[1]];
  const g = 1.72 / (1 + (0.72 * Math.hypot(dx, dy)) / 1000);
  return [middle[0] + dx * g, middle[1] + dy * g];
};
const raw = Object.fromEntries(Object.entries(PLACES).map(([id, ll]) => [id, lens(projection(ll))]));
const xs = Object.values(raw).map((p) => p[0]);
const ys = Object.values(raw).map((p) => p[1]);
const [x0, x1, y0, y1] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
const fit = ([x, y]) => [78 + ((x - x0) / (x1 - x0)) * 1440, 74 + ((y - y0) / (y1 - y0)) * 962];
const moves = Object.entries(raw).map(([id, p]) => {
  const home = fit(p);
  return { home, by: [layout.places[id].x - home[0], layout.places[id].y - home[1]] };
});
/** The smooth field of what the layout did to the places: coasts follow their ports. */
const field = (p) => {
  let [w, x, y] = [0.02, 0, 0];
  for (const { home, by } of moves) {
    const d2 = (p[0] - home[0]) ** 2 + (p[1] - home[1]) ** 2;
    const k = Math.exp(-d2 / (2 * 62 * 62)) + 1e-4;
    w += k;
    x += k * by[0];
    y += k * by[1];
  }
  return [p[0] + x / w, p[1] + y / w];
};
const onCanvas = (ll) => field(fit(lens(projection(ll))));
const inRange = ([lo, la]) => lo > -32 && lo < 62 && la > 22 && la < 74;

/** Sutherland-Hodgman against the canvas with a margin. */
const clip = (ring) => {
  const sides = [[0, -40, 1], [0, W + 40, -1], [1, -40, 1], [1, H + 40, -1]];
  let points = ring;
  for (const [axis, value, sign] of sides) {
    const kept = [];
    points.forEach((b, i) => {
      const a = points[(i + points.length - 1) % points.length];
      const inside = (p) => (p[axis] - value) * sign >= 0;
      const cut = () => {
        const t = (value - a[axis]) / (b[axis] - a[axis]);
        return [a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])];
      };
      if (inside(b)) {
        if (!inside(a)) kept.push(cut());
        kept.push(b);
      } else if (inside(a)) kept.push(cut());
    });
    points = kept;
    if (!points.length) break;
  }
  return points;
};
/** Ramer-Douglas-Peucker. */
const simplify = (points, tolerance) => {
  if (points.length < 3) return points;
  const [a, z] = [points[0], points[points.length - 1]];
  const length = Math.hypot(z[0] - a[0], z[1] - a[1]);
  let [far, at] = [0, 0];
  for (let i = 1; i < points.length - 1; i++) {
    const p = points[i];
    const d = length < 1e-6 ? Math.hypot(p[0] - a[0], p[1] - a[1]) : Math.abs((z[0] - a[0]) * (a[1] - p[1]) - (a[0] - p[0]) * (z[1] - a[1])) / length;
    if (d > far) [far, at] = [d, i];
  }
  return far > tolerance ? [...simplify(points.slice(0, at + 1), tolerance).slice(0, -1), ...simplify(points.slice(at), tolerance)] : [a, z];
};
const area = (ring) => Math.abs(ring.reduce((s, p, i) => s + p[0] * ring[(i + 1) % ring.length][1] - ring[(i + 1) % ring.length][0] * p[1], 0) / 2);
const n = (v) => String(Math.round(v * 10) / 10);
const text = (points) => points.map((p) => `${n(p[0])} ${n(p[1])}`).join("L");
const rings = (geometry) => (geometry.type === "Polygon" ? geometry.coordinates : geometry.coordinates.flat());

let land = "";
const lands = feature(atlas, atlas.objects.land);
for (const f of lands.type === "FeatureCollection" ? lands.features : [lands]) {
  for (const ring of rings(f.geometry)) {
    if (!ring.some(inRange)) continue;
    // points far away are held where the lens does not fold Asia over Europe
    const held = ring.map(([lo, la]) => onCanvas([Math.max(-40, Math.min(75, lo)), Math.max(15, Math.min(78, la))]));
    const cut = clip(held);
    if (cut.length < 4 || area(cut) < 18) continue;
    const simple = simplify([...cut, cut[0]], 0.8).slice(0, -1);
    if (simple.length > 3) land += `M${text(simple)}Z`;
  }
}
const seen = (p) => p[0] > -30 && p[0] < W + 30 && p[1] > -30 && p[1] < H + 30;
const lines = (all, tolerance) => {
  let d = "";
  for (const line of all) {
    let run = [];
    const flush = () => {
      if (run.length > 1) d += `M${text(simplify(run, tolerance))}`;
      run = [];
    };
    for (const ll of line) {
      const p = inRange(ll) ? onCanvas(ll) : null;
      if (p && seen(p)) run.push(p);
      else flush();
    }
    flush();
  }
  return d;
};
const graticule = [];
for (let lo = -25; lo <= 55; lo += 5) graticule.push(Array.from({ length: 81 }, (_, i) => [lo, 29 + i / 2]));
for (let la = 30; la <= 65; la += 5) graticule.push(Array.from({ length: 180 }, (_, i) => [-30 + i / 2, la]));
/** A line through points, rounded at them: rivers are not polygons. */
const smooth = (points) => {
  let d = `M${n(points[0][0])} ${n(points[0][1])}`;
  for (let i = 0; i < points.length - 1; i++) {
    const [p, a, b, q] = [points[i - 1] ?? points[i], points[i], points[i + 1], points[i + 2] ?? points[i + 1]];
    d += `C${n(a[0] + (b[0] - p[0]) / 6)} ${n(a[1] + (b[1] - p[1]) / 6)} ${n(b[0] - (q[0] - a[0]) / 6)} ${n(b[1] - (q[1] - a[1]) / 6)} ${n(b[0])} ${n(b[1])}`;
  }
  return d;
};
let peaks = "";
for (const range of RANGES) {
  const points = range.map(onCanvas);
  for (let i = 0; i < points.length - 1; i++) {
    const [a, b] = [points[i], points[i + 1]];
    const k = Math.max(1, Math.floor(Math.hypot(b[0] - a[0], b[1] - a[1]) / 21));
    for (let j = 0; j < k; j++) {
      const x = Math.round(a[0] + ((b[0] - a[0]) * j) / k);
      const y = Math.round(a[1] + ((b[1] - a[1]) * j) / k + ((i + j) % 2 ? 5 : -4));
      peaks += `M${x - 9} ${y + 6}l9-13l9 13M${x} ${y - 7}l2 11M${x + 3} ${y - 2}l2 7`;
    }
  }
}
const map = {
  land,
  borders: lines(mesh(atlas, atlas.objects.countries, (a, b) => a !== b).coordinates, 1),
  graticule: lines(graticule, 0.5),
  rivers: RIVERS.map((r) => smooth(r.map(onCanvas))).join(""),
  peaks,
  seas: SEAS,
};
const out = path.join(here, "../../src/aiguillage/titles/europe/map.json");
fs.mkdirSync(path.dirname(out), { recursive: true });
fs.writeFileSync(out, JSON.stringify(map) + "\n");
console.log(Object.entries(map).map(([k, v]) => `${k} ${JSON.stringify(v).length}`).join(", "));
