/** Why a request was refused, in the page's language where we have the words, else as the server said it. */
import { keyOf, t } from "./i18n";
import { Refusal } from "./net/refusal";

export function reason(error: unknown): string {
  if (!(error instanceof Refusal)) return t("trouble.other");
  const key = keyOf("trouble", error.code);
  return key ? t(key) : error.message;
}

/** The same with the words that few ever need, which are fetched for that. */
export async function fullReason(error: unknown): Promise<string> {
  const words = await import("./i18n/refused").catch(() => null);
  return words?.refused(error) ?? reason(error);
}
