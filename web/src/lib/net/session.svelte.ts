/** One table as this client knows it. Fed with the server's messages, whoever brings them; sends through `post`. */
import type {
  ChatMessage,
  ClientMessage,
  ClockState,
  CoachMessage,
  GameEvent,
  GameView,
  HintMessage,
  SendReaction,
  ServerMessage,
  TableInfo,
  TakebackState,
  ViewMessage,
  You,
} from "../protocol/messages";
import { noteRefusal } from "../faults";

export type Line = "connecting" | "open" | "lost";

export interface Trouble {
  code: string;
  message: string;
  rule: string | null;
}

/** What has just happened, for whoever animates, sounds and announces. */
export interface News {
  events: GameEvent[];
  before: GameView | null;
  view: GameView;
  cause: ViewMessage["cause"];
  /** what has been taken back */
  undone: GameEvent[];
}

/** Who shows views one after the other, each when those before it have been looked at. */
export interface Showing {
  take(message: ViewMessage, see: () => void): void;
  forget(): void;
}

export class TableSession {
  table = $state.raw<TableInfo | null>(null);
  you = $state.raw<You>({ seats: [], host: false });
  views = $state.raw<ReadonlyMap<number | null, GameView>>(new Map());
  /** what each seat may take back, or ask for back */
  #back = $state.raw<ReadonlyMap<number | null, Pick<ViewMessage, "can_undo" | "can_ask">>>(new Map());
  events = $state.raw<GameEvent[]>([]);
  chat = $state.raw<ChatMessage[]>([]);
  present = $state.raw<number[]>([]);
  watching = $state(0);
  takeback = $state.raw<TakebackState | null>(null);
  clock = $state.raw<ClockState | null>(null);
  hint = $state.raw<HintMessage | null>(null);
  /** what was overlooked in the last move, until the next one */
  coach = $state.raw<CoachMessage | null>(null);
  /** tracks that somebody points out */
  road = $state.raw<readonly string[]>([]);
  trouble = $state.raw<Trouble | null>(null);
  reaction = $state.raw<{ seat: number; reaction: string; at: number } | null>(null);
  line = $state<Line>("connecting");
  /** the id of the decision that is on its way */
  waiting = $state<string | null>(null);
  /** views have come that are not shown yet */
  behind = $state(false);
  sequence = 0;
  /** how far the server's time of day is ahead of this device's */
  skew = 0;
  /** the seat whose hand is shown */
  seat = $state<number | null>(null);
  #post: (message: ClientMessage) => void = () => {};
  #listeners = new Set<(news: News) => void>();
  #showing: Showing | null = null;
  #count = 0;

  /** `live` is false for a game that is only shown again: nothing can be done there. */
  constructor(readonly live = true) {}

  get view(): GameView | null {
    return this.views.get(this.seat) ?? this.views.values().next().value ?? null;
  }

  get canUndo(): boolean {
    return this.#back.get(this.seat)?.can_undo ?? false;
  }

  /** Whether there is a turn that can be asked for back. */
  get canAsk(): boolean {
    return this.#back.get(this.seat)?.can_ask ?? false;
  }

  connect(post: (message: ClientMessage) => void): void {
    this.#post = post;
  }

  /** Without anybody to show them, views are seen as they come. */
  showBy(showing: Showing): () => void {
    this.#showing = showing;
    return () => {
      showing.forget();
      this.#showing = null;
    };
  }

  onNews(listener: (news: News) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  receive(message: ServerMessage): void {
    if ("sequence" in message) this.sequence = Math.max(this.sequence, message.sequence);
    switch (message.type) {
      case "hello":
        this.#showing?.forget();
        this.skew = message.now - Date.now();
        this.table = message.table;
        this.you = message.you;
        this.events = message.events;
        this.chat = message.chat;
        this.takeback = message.takeback;
        this.clock = message.clock;
        this.present = message.table.seats.filter((s) => s.present).map((s) => s.seat);
        if (this.seat === null || !message.you.seats.includes(this.seat)) this.seat = message.you.seats[0] ?? null;
        this.line = "open";
        this.waiting = null;
        break;
      case "table":
        this.table = message.table;
        this.you = message.you;
        if (this.seat === null) this.seat = message.you.seats[0] ?? null;
        break;
      case "view":
        if (this.#showing) this.#showing.take(message, () => this.#see(message));
        else this.#see(message);
        break;
      case "ack":
        if (message.id === this.waiting) this.waiting = null;
        break;
      case "error":
        if (message.id === this.waiting) this.waiting = null;
        this.trouble = { code: message.code, message: message.message, rule: message.rule };
        noteRefusal("message", message.code, message.rule);
        break;
      case "chat":
        this.chat = [...this.chat, message];
        break;
      case "reaction":
        this.reaction = { seat: message.seat, reaction: message.reaction, at: Date.now() };
        break;
      case "presence":
        this.present = message.present;
        this.watching = message.watching;
        break;
      case "takeback":
        this.takeback = message.state;
        break;
      case "hint":
        this.hint = message;
        this.coach = null;
        break;
      case "coach":
        this.coach = message;
        break;
    }
  }

  #see(message: ViewMessage): void {
    const before = this.views.get(message.seat) ?? null;
    this.views = new Map(this.views).set(message.seat, message.view);
    this.#back = new Map(this.#back).set(message.seat, message);
    if (message.clock) this.clock = message.clock;
    const shown =
      message.seat === this.seat ||
      this.seat === null ||
      (this.you.seats.length > 1 && message.seat === this.you.seats[0]);
    let undone: GameEvent[] = [];
    if (message.cause === "undo" || message.cause === "rewind") {
      this.coach = null;
      if (message.log) undone = this.events.slice(message.log.length);
      if (message.log && message.seat === (this.you.seats[0] ?? null)) this.events = message.log;
    } else if (message.cause !== "sync" && message.seat === (this.you.seats[0] ?? null)) {
      this.events = [...this.events, ...message.events];
    }
    this.hint = null;
    if (shown)
      for (const listener of this.#listeners)
        listener({ events: message.events, before, view: message.view, cause: message.cause, undone });
  }

  #send(build: (id: string) => ClientMessage, waits = false): void {
    const id = `m${++this.#count}`;
    this.trouble = null;
    if (waits) this.waiting = id;
    this.#post(build(id));
  }

  /** What changes the game is answered before anything else can be chosen. */
  #change(build: (id: string) => ClientMessage): void {
    this.#send(build, true);
  }

  get #mine() {
    return this.you.seats.length > 1 && this.seat !== null ? { seat: this.seat } : {};
  }

  play(text: string): void {
    this.coach = null;
    this.#change((id) => ({ type: "action", sequence: this.sequence, text, id, ...this.#mine }));
  }

  undo(): void {
    this.#change((id) => ({ type: "undo", sequence: this.sequence, id, ...this.#mine }));
  }

  answerTakeback(answer: "ask" | "accept" | "refuse" | "withdraw"): void {
    this.#change((id) => ({ type: "takeback", answer, id, ...this.#mine }));
  }

  say(text: string): void {
    this.#send((id) => ({ type: "chat", text, id, ...this.#mine }));
  }

  react(reaction: SendReaction["reaction"]): void {
    this.#send((id) => ({ type: "reaction", reaction, id, ...this.#mine }));
  }

  askHint(): void {
    this.#send((id) => ({ type: "hint", id, ...this.#mine }));
  }
}
