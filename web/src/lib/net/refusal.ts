/** Why something that was asked for was not done: a code for programs, a sentence for people. */
export class Refusal extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly status: number,
  ) {
    super(message);
  }

  /** Whatever was thrown, as a refusal. */
  static of(error: unknown): Refusal {
    return error instanceof Refusal ? error : new Refusal("internal", String(error), 0);
  }
}
