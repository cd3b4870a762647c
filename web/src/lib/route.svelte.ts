/** Where one is: the part of the address after `#`, e.g. `#/rules/europe?rule=R9`. */
interface Place {
  name: string;
  id: string;
  query: URLSearchParams;
}

function read(): Place {
  const [path = "", query = ""] = location.hash.replace(/^#\/?/, "").split("?");
  const [name = "", id = ""] = path.split("/").map((part) => decodeURIComponent(part));
  return { name, id, query: new URLSearchParams(query) };
}

class Route {
  #place = $state.raw<Place>(read());

  /** this is not the first screen since the page was loaded */
  moved = false;

  constructor() {
    addEventListener("hashchange", () => {
      this.moved = true;
      this.#place = read();
    });
  }
  get name() {
    return this.#place.name;
  }
  get id() {
    return this.#place.id;
  }
  get query() {
    return this.#place.query;
  }
}

export const route = new Route();

/** The address of a screen, for links. */
export function to(name: string, id = "", query: Record<string, string> = {}): string {
  const asked = new URLSearchParams(query).toString();
  return `#/${name}${id && `/${encodeURIComponent(id)}`}${asked && `?${asked}`}`;
}

export function go(name: string, id = "", query: Record<string, string> = {}): void {
  location.hash = to(name, id, query);
}

/** The address to send to friends. */
export function inviteLink(id: string): string {
  return `${location.origin}${location.pathname}${to("table", id)}`;
}
