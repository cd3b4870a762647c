/** The worker of one mind: it is given a title first, then one thing to think about after the other. */
import { net } from "./load";
import { KernelMind } from "./minds";
import type { Answer, Thought } from "./thinking";
import { Title, type Parts } from "./title";

let mind: KernelMind | null = null;
let last = Promise.resolve();

function think(data: Thought): Promise<unknown> {
  if ("decide" in data) return mind!.decide(...data.decide);
  if ("begin" in data) return mind!.begin(...data.begin);
  if ("candidates" in data) return mind!.candidates(...data.candidates);
  if ("hunch" in data) return mind!.hunch(...data.hunch);
  if ("planned" in data) return mind!.planned(...data.planned);
  if ("ends" in data) return mind!.ends(...data.ends);
  return mind!.play(...data.play);
}

const post = (answer: Answer) => postMessage(answer);

onmessage = ({ data }: MessageEvent<Parts | Thought>) => {
  if ("module" in data) mind = new KernelMind(new Title(data), () => net(data.net));
  // in turn, even if one has to wait for its network: answers are told apart by their order
  else
    last = last
      .then(() => think(data))
      .then(
        (value) => post({ value }),
        (error: unknown) => post({ failed: String(error) }),
      );
};
