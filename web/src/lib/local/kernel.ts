/**
 * The kernel's file in memory: where records lie and how their fields are read. What a record has is said by the
 * kernel's own description (web/tools/engine.py); nothing here knows a rule.
 */

interface Field {
  offset: number;
  type: string;
  shape: number[];
}

export interface Description {
  records: Record<string, { size: number; fields: Record<string, Field> }>;
  numbers: Record<string, Record<string, number>>;
}

type Entry = (...values: (number | bigint)[]) => number;

const PAGE = 65536;
const READ: Record<string, (view: DataView, at: number) => number> = {
  int8: (view, at) => view.getInt8(at),
  uint8: (view, at) => view.getUint8(at),
  int16: (view, at) => view.getInt16(at, true),
  int32: (view, at) => view.getInt32(at, true),
  uint32: (view, at) => view.getUint32(at, true),
  int64: (view, at) => Number(view.getBigInt64(at, true)),
  float64: (view, at) => view.getFloat64(at, true),
};
const WRITE: Record<string, (view: DataView, at: number, value: number) => void> = {
  int8: (view, at, value) => view.setInt8(at, value),
  uint8: (view, at, value) => view.setUint8(at, value),
  int16: (view, at, value) => view.setInt16(at, value, true),
  int32: (view, at, value) => view.setInt32(at, value, true),
  uint32: (view, at, value) => view.setUint32(at, value, true),
  int64: (view, at, value) => view.setBigInt64(at, BigInt(value), true),
  uint64: (view, at, value) => view.setBigUint64(at, BigInt(value), true),
  float64: (view, at, value) => view.setFloat64(at, value, true),
};
const WIDTH: Record<string, number> = {
  bool: 1,
  int8: 1,
  uint8: 1,
  int16: 2,
  int32: 4,
  uint32: 4,
  int64: 8,
  uint64: 8,
  float64: 8,
};

export class Kernel {
  readonly #exports: WebAssembly.Exports;
  readonly #memory: WebAssembly.Memory;
  #end: number;

  constructor(
    module: WebAssembly.Module,
    readonly description: Description,
  ) {
    this.#exports = new WebAssembly.Instance(module, {}).exports;
    this.#memory = this.#exports["memory"] as WebAssembly.Memory;
    this.#end = Number((this.#exports["__heap_base"] as WebAssembly.Global).value);
  }

  /**
   * Call an entry. Records are named by where they begin, arrays by that and their shape; 64-bit numbers are
   * BigInt.
   */
  call(name: string, ...values: (number | bigint)[]): number {
    return (this.#exports[name] as Entry)(...values);
  }

  has(name: string): boolean {
    return name in this.#exports;
  }

  /** Room for so many bytes, all zero, until the page is closed. */
  place(size: number): number {
    const start = (this.#end + 63) & ~63;
    this.#end = start + size;
    const missing = this.#end - this.#memory.buffer.byteLength;
    if (missing > 0) this.#memory.grow(Math.ceil(missing / PAGE));
    return start;
  }

  size(record: string): number {
    return this.description.records[record]!.size;
  }

  /** Room for records of one kind, one after the other. */
  records(record: string, count = 1): number {
    return this.place(this.size(record) * count);
  }

  /** The bytes from `at` on, as they are until the memory grows. */
  bytes(at: number, size: number): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.#memory.buffer as ArrayBuffer, at, size);
  }

  floats(at: number, count: number): Float64Array<ArrayBuffer> {
    return new Float64Array(this.#memory.buffer as ArrayBuffer, at, count);
  }

  int16(at: number, count: number): Int16Array<ArrayBuffer> {
    return new Int16Array(this.#memory.buffer as ArrayBuffer, at, count);
  }

  int64(at: number, count: number): BigInt64Array<ArrayBuffer> {
    return new BigInt64Array(this.#memory.buffer as ArrayBuffer, at, count);
  }

  /** Where a field of a record begins; `shape` is how many items it has along each axis. */
  field(record: string, name: string): Field {
    const found = this.description.records[record]?.fields[name];
    if (!found) throw new Error(`the kernel's record ${record} has no field ${name}`);
    return found;
  }

  #where(record: string, at: number, name: string, item: number): [DataView, number, string] {
    const { offset, type } = this.field(record, name);
    return [new DataView(this.#memory.buffer), at + offset + item * WIDTH[type]!, type];
  }

  get(record: string, at: number, name: string, item = 0): number {
    const [view, where, type] = this.#where(record, at, name, item);
    return READ[type]!(view, where);
  }

  /** A 64-bit field, whole. */
  word(record: string, at: number, name: string): bigint {
    const [view, where] = this.#where(record, at, name, 0);
    return view.getBigUint64(where, true);
  }

  set(record: string, at: number, name: string, value: number, item = 0): void {
    const [view, where, type] = this.#where(record, at, name, item);
    WRITE[type]!(view, where, value);
  }
}
