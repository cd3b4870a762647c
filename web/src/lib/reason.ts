/** Why a request was refused, in the page's language where we have the words, else as the server said it. */
import { keyOf, t } from "./i18n";
import { Refusal } from "./net/refusal";

export function reason(error: unknown): string {
  if (!(error instanceof Refusal)) return t("trouble.other");
  const key = keyOf("trouble", error.code);
  return key ? t(key) : error.message;
}
