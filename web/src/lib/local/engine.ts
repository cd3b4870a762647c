/** The engine without a page around it, for tests and measurements in node. */
export { Analyst } from "./analyst";
export { Game } from "./game";
export { House } from "./house";
export { KernelMind } from "./minds";
export { Players } from "./players";
export { readRecord, writeRecord } from "./record";
export { search } from "./search";
export { Shelf } from "./shelf";
export { Store } from "./store";
export { Title } from "./title";
