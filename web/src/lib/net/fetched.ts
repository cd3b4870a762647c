import { Refusal } from "./refusal";

/** A file that belongs to the page; where there is no line to fetch it on, that is said as for everything else. */
export async function fetched(url: string): Promise<Response> {
  const answer = await fetch(url).catch(() => {
    throw new Refusal("offline", `${url} could not be fetched.`, 0);
  });
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  return answer;
}

export async function fetchedJson<T>(url: string): Promise<T> {
  return (await (await fetched(url)).json()) as T;
}
