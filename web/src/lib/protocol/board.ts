/** A board as the server describes it (`GET /api/boards/{game}`): what is printed, no rules. */
export interface Place {
  id: string;
  name: string;
  at: [number, number] | null;
  label: [number, number] | null;
  lines: string[];
}

export interface Track {
  id: string;
  a: string;
  b: string;
  /** a card colour, or "grey" */
  colour: string;
  /** cards to pay */
  cost: number;
  /** pieces to lay */
  spaces: number;
  points: number;
  piece: "main" | "subway";
  ferry: number;
  tunnel: boolean;
  carts: boolean;
  twin: string | null;
  bend: number;
}

export interface TicketCard {
  id: string;
  a: string;
  b: string;
  points: number;
  long: boolean;
  cards: Record<string, number>;
}

export interface Board {
  id: string;
  name: string;
  family: "board" | "cards";
  digest: string;
  own_design: boolean;
  min_seats: number;
  max_seats: number;
  colours: string[];
  cards: Record<string, number>;
  deal: number;
  pieces: { main?: number; subway?: number };
  piece_names: { main?: string; subway?: string };
  end_trigger: number;
  places: Place[];
  tracks: Track[];
  tickets: TicketCard[];
  opening: { long: number; regular: number; keep: number; rest: string };
  draw_tickets: number;
  stations: number;
  goods: number;
  twin_closed_up_to: number;
  longest_points: number;
  station_points: number;
  goods_points: Record<string, number[]>;
  flag_colours: string[];
  flag_points: number;
  bonuses: { place: string; points: number }[];
}
