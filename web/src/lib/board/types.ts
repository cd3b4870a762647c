/** What a board is asked to show, and what it answers. */
export type Target = { kind: "track"; id: string } | { kind: "place"; id: string };

export interface Aim {
  target: Target;
  /** livery of the ghosts */
  livery: string;
}

export interface Score {
  seat: number;
  livery: string;
  score: number;
}

/** A pointer resting on something, in pixels of the board's window. */
export interface Peek {
  target: Target;
  x: number;
  y: number;
}

export function sameTarget(a: Target | null | undefined, b: Target | null | undefined): boolean {
  return a?.kind === b?.kind && a?.id === b?.id;
}
