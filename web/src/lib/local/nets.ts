/**
 * Networks as the package brings them along (.npz), in the kernel's memory. The counterpart of
 * `bots/neural_net.py`.
 */
import type { Kernel } from "./kernel";
import type { Bytes } from "./title";

const FILES = ["nets", "weights", "biases", "shifts", "scales", "columns"] as const;

/** The arrays of an .npz file, a zip of .npy files: their shapes and bytes. */
async function arrays(file: Bytes): Promise<Map<string, { shape: number[]; bytes: Bytes }>> {
  const view = new DataView(file.buffer, file.byteOffset);
  let end = file.length - 22;
  while (view.getUint32(end, true) !== 0x06054b50) end--;
  const found = new Map<string, { shape: number[]; bytes: Bytes }>();
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left > 0; left--) {
    const [method, size] = [view.getUint16(at + 10, true), view.getUint32(at + 20, true)];
    const [name, extra, comment] = [28, 30, 32].map((offset) => view.getUint16(at + offset, true)) as [
      number,
      number,
      number,
    ];
    const local = view.getUint32(at + 42, true);
    const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    const packed = file.slice(start, start + size);
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    const bytes: Bytes = method === 0 ? packed : new Uint8Array(await new Response(stream).arrayBuffer());
    const text = new TextDecoder("latin1").decode(bytes.subarray(10, 10 + (bytes[8]! | (bytes[9]! << 8))));
    const shape = /'shape': \(([^)]*)\)/
      .exec(text)![1]!
      .split(",")
      .filter((part) => part.trim())
      .map(Number);
    found.set(new TextDecoder().decode(file.subarray(at + 46, at + 46 + name)).replace(".npy", ""), {
      shape,
      bytes: bytes.slice(10 + text.length),
    });
    at += 46 + name + extra + comment;
  }
  return found;
}

/**
 * What `decide_by_net` takes after its scratch: the network, then room to work in. `sight` names the record it
 * looks into.
 */
export async function placedNet(kernel: Kernel, file: Bytes, sight: string): Promise<number[]> {
  const found = await arrays(file);
  const values: number[] = [];
  for (const name of FILES) {
    const { shape, bytes } = found.get(name)!;
    const at = kernel.place(bytes.length);
    kernel.bytes(at, bytes.length).set(bytes);
    values.push(at, ...shape);
  }
  const sizes = (name: string) => kernel.get("NET", values[0]!, name);
  const [width, inner, ends, observed] = [
    sizes("width"),
    sizes("inner"),
    sizes("actions") + sizes("seats"),
    sizes("observed"),
  ];
  const room = (count: number, bytes: number) => [kernel.place(count * bytes), count];
  const layout = found.get("layout")!.bytes[0]!;
  return [
    layout,
    kernel.records(sight),
    1,
    ...values,
    kernel.place(observed),
    1,
    observed,
    ...room(width + Math.max(width, inner, ends), 4),
    ...room(width, 1),
    ...room(inner, 1),
    ...room(ends, 8),
  ];
}
