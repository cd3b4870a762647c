/** The worker of one mind: it is given a title first, then one thing to think about after the other. */
import { net } from "./load";
import { KernelMind } from "./minds";
import type { Thought } from "./thinking";
import { Title, type Parts } from "./title";

let mind: KernelMind | null = null;

onmessage = async ({ data }: MessageEvent<Parts | Thought>) => {
  if ("module" in data) mind = new KernelMind(new Title(data), () => net(data.net));
  else if ("decide" in data) postMessage(await mind!.decide(...data.decide));
  else if ("begin" in data) postMessage(await mind!.begin(...data.begin));
  else if ("judge" in data) postMessage(await mind!.judge(...data.judge));
  else if ("candidates" in data) postMessage(await mind!.candidates(...data.candidates));
  else if ("compare" in data) postMessage(await mind!.compare(...data.compare));
  else postMessage(await mind!.play(...data.play));
};
