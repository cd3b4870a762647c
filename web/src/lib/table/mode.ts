/** How a table is laid out: for a desktop, a tablet, a phone upright or on its side. */
export type Mode = "wide" | "tablet" | "phone" | "landscape";

export function modeOf(width: number, height: number): Mode {
  if (width >= 1100 && height >= 600) return "wide";
  if (height < 500 && width > height) return "landscape";
  return width >= 700 && width > height ? "tablet" : "phone";
}
