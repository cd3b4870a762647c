/** Line icons in a 24 x 24 box, drawn with the current colour. */
export const ICONS = {
  train:
    '<path d="M3 7h18v9H3zM3 11h18M9 7v9M15 7v9"/><circle cx="7.5" cy="18.5" r="1.7"/><circle cx="16.5" cy="18.5" r="1.7"/>',
  tram: '<path d="M5 8h14l1 9H4zM4.5 13h15M9 4h6M12 4v4"/><circle cx="8" cy="19" r="1.5"/><circle cx="16" cy="19" r="1.5"/>',
  subway: '<path d="M4 20V11a8 8 0 0 1 16 0v9zM8 11h8v5H8z"/>',
  bus: '<path d="M3 7q0-2 2-2h12q4 0 4 8v4H3zM3 11h18M10 5v6"/><circle cx="7.5" cy="18" r="1.9"/><circle cx="17" cy="18" r="1.9"/>',
  cart: '<path d="M3 7h14l-2 7H6zM17 8l4-3"/><circle cx="10" cy="17.5" r="3"/>',
  cards: '<rect x="8" y="4" width="11" height="16" rx="2"/><path d="M8 7L5 8l3 11"/>',
  deck: '<rect x="5" y="5" width="11" height="16" rx="2"/><path d="M8 5V3h11v16h-3"/>',
  ticket: '<path d="M3 7h18v3.5a1.8 1.8 0 0 0 0 3.5V17H3v-3a1.8 1.8 0 0 0 0-3.5zM14 8v8"/>',
  station: '<path d="M4 20v-9l8-7 8 7v9zM10 20v-5h4v5"/>',
  goods: '<path d="M12 3l8 4.5v9L12 21l-8-4.5v-9zM4 7.5l8 4.5 8-4.5M12 12v9"/>',
  flag: '<path d="M5 22V4h14v10H5"/>',
  tunnel: '<path d="M3 20v-8a9 9 0 0 1 18 0v8M8 20v-7a4 4 0 0 1 8 0v7M3 20h18"/>',
  trail:
    '<circle cx="5" cy="18" r="2.5"/><circle cx="19" cy="6" r="2.5"/><path d="M7.5 18H14a3.5 3.5 0 0 0 0-7h-4a3 3 0 0 1 0-5h6.5"/>',
  undo: '<path d="M8 5L3 10l5 5M3 10h11a6 6 0 0 1 0 12h-3"/>',
  sound: '<path d="M4 9v6h4l5 4V5L8 9zM16.5 9a4 4 0 0 1 0 6M19 6.5a8 8 0 0 1 0 11"/>',
  mute: '<path d="M4 9v6h4l5 4V5L8 9zM16.5 9.5l5 5M21.5 9.5l-5 5"/>',
  help: '<path d="M9 9a3 3 0 1 1 4.5 2.6c-1 .6-1.5 1.2-1.5 2.4M12 18v.1"/><circle cx="12" cy="12" r="10"/>',
  bulb: '<path d="M9 18h6M10 21h4M8.5 15.5C6 13.8 6 11 6 10a6 6 0 0 1 12 0c0 1 0 3.8-2.5 5.5z"/>',
  chat: '<path d="M4 5h16v11H10l-5 4v-4H4z"/>',
  gear: '<circle cx="12" cy="12" r="3.2"/><path d="M12 2v4M12 18v4M2 12h4M18 12h4M5 5l2.8 2.8M16.2 16.2L19 19M19 5l-2.8 2.8M7.8 16.2L5 19"/>',
  map: '<path d="M3 6l6-2 6 2 6-2v14l-6 2-6-2-6 2zM9 4v14M15 6v14"/>',
  target: '<circle cx="12" cy="12" r="4"/><path d="M12 2v5M12 17v5M2 12h5M17 12h5"/>',
  plus: '<path d="M12 5v14M5 12h14"/>',
  minus: '<path d="M5 12h14"/>',
  list: '<path d="M8 6h13M8 12h13M8 18h13M3 6h.1M3 12h.1M3 18h.1"/>',
  bot: '<rect x="5" y="8" width="14" height="11" rx="3"/><path d="M12 8V4M9.5 13v.5M14.5 13v.5M2.5 12v4M21.5 12v4"/>',
  play: '<path d="M7 4l13 8-13 8z"/>',
  pause: '<path d="M8 4v16M16 4v16"/>',
  skip: '<path d="M5 4l11 8-11 8zM19 4v16"/>',
  back: '<path d="M19 4L8 12l11 8zM5 4v16"/>',
  link: '<path d="M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1"/>',
  clock: '<circle cx="12" cy="12" r="9"/><path d="M12 7v5l3.5 2"/>',
  eye: '<path d="M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12z"/><circle cx="12" cy="12" r="3"/>',
  people:
    '<circle cx="9" cy="8" r="3.5"/><path d="M3 20c0-4 2.5-6.5 6-6.5s6 2.5 6 6.5M15.5 5a3.5 3.5 0 0 1 0 6.5M17.5 14c2.5.8 3.5 3 3.5 6"/>',
  out: '<path d="M12 3v12M7 8l5-5 5 5M4 15v5h16v-5"/>',
  again: '<path d="M20 8A8.5 8.5 0 1 0 21 14M20 3v5h-5"/>',
  shuffle: '<path d="M3 7h4l10 10h4M17 13l4 4-4 4M3 17h4l3-3M14 10l3-3h4M17 3l4 4-4 4"/>',
  close: '<path d="M5 5l14 14M19 5L5 19"/>',
  check: '<path d="M4 12.5l5.5 5.5L20 6.5"/>',
  more: '<g fill="currentColor"><circle cx="5" cy="12" r="1.3"/><circle cx="12" cy="12" r="1.3"/><circle cx="19" cy="12" r="1.3"/></g>',
  keyboard:
    '<rect x="2.5" y="6" width="19" height="12" rx="2"/><path d="M6 10h.1M10 10h.1M14 10h.1M18 10h.1M7 14h10"/>',
  sun: '<circle cx="12" cy="12" r="4.2"/><path d="M12 2v3M12 19v3M2 12h3M19 12h3M5 5l2 2M17 17l2 2M19 5l-2 2M7 17l-2 2"/>',
  moon: '<path d="M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5z"/>',
  graph: '<path d="M3 3v18h18M6.5 15.5l4-5 4 3 6-8"/>',
  star: '<path d="M12 3l2.7 6.2 6.8.6-5.1 4.500 1.5 6.600L12 17.400l-5.900 3.500 1.500-6.600L2.500 9.800l6.800-.6z"/>',
} as const;

export type IconName = keyof typeof ICONS;

/** The icon of a piece by the board's name for it. */
export function pieceIcon(name: string | undefined): IconName {
  return name && name in ICONS ? (name as IconName) : "train";
}
