/** The WebSocket of a server's table: connects, and connects again when the line breaks. */
import { PROTOCOL_VERSION, type ServerMessage } from "../protocol/messages";
import { Refusal } from "./refusal";
import type { TableSession } from "./session.svelte";

const PING_EVERY = 25_000;
const SLOWEST = 8_000;

export class TableLine {
  #socket: WebSocket | null = null;
  #again: ReturnType<typeof setTimeout> | undefined;
  #ping: ReturnType<typeof setInterval> | undefined;
  #attempt = 0;
  #ended = false;

  constructor(
    readonly id: string,
    readonly session: TableSession,
    readonly refuse: (refusal: Refusal) => void = () => {},
  ) {
    session.connect((message) => {
      if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
      else session.waiting = null;
    });
    addEventListener("online", this.#now);
    document.addEventListener("visibilitychange", this.#now);
    this.#open();
  }

  /** Begin anew, e.g. once this browser has become somebody at the table. */
  renew(): void {
    this.#drop();
    this.#attempt = 0;
    this.#open();
  }

  end(): void {
    this.#ended = true;
    removeEventListener("online", this.#now);
    document.removeEventListener("visibilitychange", this.#now);
    this.#drop();
  }

  #now = () => {
    if (this.session.line !== "lost" || document.hidden) return;
    this.#drop();
    this.#open();
  };

  #open(): void {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${this.id}/socket`);
    this.#socket = socket;
    socket.onmessage = (frame) => {
      this.#attempt = 0;
      const message = JSON.parse(String(frame.data)) as ServerMessage;
      if (message.type === "hello" && message.protocol !== PROTOCOL_VERSION) {
        this.end();
        this.refuse(new Refusal("version", "This page and the server are of different versions.", 0));
      } else if (message.type === "error" && message.code === "spectators") {
        this.end();
        this.refuse(new Refusal(message.code, message.message, 403));
      } else this.session.receive(message);
    };
    socket.onclose = () => {
      if (socket !== this.#socket || this.#ended) return;
      this.#drop();
      this.session.line = "lost";
      this.session.waiting = null;
      // Sooner at first, then with patience; spread so that not everybody comes back in one moment.
      const wait = Math.min(SLOWEST, 250 * 2 ** this.#attempt++) * (0.75 + Math.random() / 2);
      this.#again = setTimeout(() => this.#open(), wait);
    };
    this.#ping = setInterval(() => {
      if (socket.readyState === WebSocket.OPEN) socket.send('{"type":"ping"}');
    }, PING_EVERY);
  }

  #drop(): void {
    clearTimeout(this.#again);
    clearInterval(this.#ping);
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }
}
