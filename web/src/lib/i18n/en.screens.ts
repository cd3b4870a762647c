/** English, the screens around the table. */
export const screens = {
  "trouble.title": "The line is interrupted",
  "trouble.none": "No such table",
  "trouble.no_table": "Nothing is found at this address. Tables that nobody uses for long are cleared away; perhaps the link is incomplete.",
  "trouble.offline": "The server does not answer. Nothing played is lost; try again in a moment.",
  "trouble.rate": "That was a lot at once. Wait a minute, then try again.",
  "trouble.tables": "You have many unfinished tables. Finish or close one first.",
  "trouble.fault": "This table stopped because of a fault in the program. What was played is stored.",
  "trouble.other": "Something went wrong. Nothing played is lost; try again.",
} as const;
