/** Something that the page asks for: whether it is under way, and in words why it was not done. */
import { reason } from "./reason";

export class Attempt {
  busy = $state(false);
  trouble = $state("");
  #say: (error: unknown) => string | Promise<string>;

  constructor(say: (error: unknown) => string | Promise<string> = reason) {
    this.#say = say;
  }

  async make(work: () => Promise<unknown>): Promise<void> {
    this.busy = true;
    this.trouble = "";
    try {
      await work();
    } catch (error) {
      this.trouble = await this.#say(error);
    }
    this.busy = false;
  }
}
