/**
 * The rules in our own words, paragraph by paragraph. Each names the ids of docs/RULES.md that it tells; a test
 * holds that every id that concerns a game is told in that game's help, in both languages.
 * `{wild}` and the like are filled with the title's own words and figures (words.ts). What is told of one title
 * alone is in its folder.
 */
import { has, type Help } from "../../lib/help";

export type Figure =
  | "market"
  | "colour"
  | "grey"
  | "double"
  | "ferry"
  | "tunnel"
  | "station"
  | "subway"
  | "carts"
  | "flag"
  | "ticket"
  | "yard";
export type Section = "setup" | "turn" | "cards" | "routes" | "special" | "tickets" | "end";

export interface Paragraph {
  ids: readonly string[];
  /** which titles it is told of, by their features: see `has` of lib/help.ts */
  has: string;
  section: Section;
  title: readonly [fr: string, en: string];
  fr: string;
  en: string;
  figure?: Figure;
}

export const PARAGRAPHS: readonly Paragraph[] = [
  // ---- before the game ----
  {
    ids: ["S5", "S6"],
    has: "board",
    section: "setup",
    title: ["Première donne", "The first deal"],
    fr: "Chacun reçoit {deal} cartes ; cinq autres sont retournées et forment le marché. Si trois {wilds} ou plus y figurent, les cinq sont défaussées et remplacées.",
    en: "Everybody is dealt {deal} cards; five more are turned up as the market. If three or more {wilds} lie there, all five are discarded and replaced.",
    figure: "market",
  },
  {
    ids: ["S7"],
    has: "board long",
    section: "setup",
    title: ["Premiers billets", "First tickets"],
    fr: "Chacun reçoit {long|un billet long|# billets longs} et {regular|un billet ordinaire|# billets ordinaires}, et en garde au moins {keep}, longs ou non. Tous choisissent en même temps ; on n’apprend combien chacun en garde qu’une fois tous les choix faits. Les billets rendus quittent la partie ; les longs non distribués aussi, sans être vus.",
    en: "Everybody gets {long|one long ticket|# long tickets} and {regular|one ordinary one|# ordinary ones} and keeps at least {keep}, long or not. All choose at the same time; how many each keeps is told only when everybody has chosen. What is given back leaves the game, and so do the long tickets that were not dealt, unseen.",
  },
  {
    ids: ["S8"],
    has: "board -long",
    section: "setup",
    title: ["Premiers billets", "First tickets"],
    fr: "Chacun reçoit {regular|un billet|# billets} et en garde au moins {keep}. Ce qu’on rend va sous le paquet.",
    en: "Everybody gets {regular|one ticket|# tickets} and keeps at least {keep}. What is given back goes under the ticket deck.",
  },
  {
    ids: ["S9"],
    has: "board",
    section: "setup",
    title: ["Secret", "Secrecy"],
    fr: "Les billets gardés restent secrets jusqu’au décompte final. Seul leur nombre se voit.",
    en: "The tickets you keep stay secret until the final count. Only their number can be seen.",
  },
  {
    ids: ["C3"],
    has: "cards",
    section: "setup",
    title: ["Premiers billets", "First tickets"],
    fr: "Chacun reçoit six billets et en garde autant qu’il veut, au moins un. Les autres sont remis dans le paquet, qu’on mélange.",
    en: "Everybody gets six tickets and keeps as many as they like, at least one. The others are shuffled back into the ticket deck.",
    figure: "ticket",
  },
  {
    ids: ["S10"],
    has: "",
    section: "setup",
    title: ["Qui commence", "Who begins"],
    fr: "L’hôte de la table désigne qui commence, ou laisse le sort décider. On joue ensuite dans l’ordre des places.",
    en: "The host of the table names who begins, or leaves it to chance. Play then goes round in the order of the seats.",
  },

  // ---- a turn ----
  {
    ids: ["T1"],
    has: "stations",
    section: "turn",
    title: ["Une action, une seule", "One action, exactly one"],
    fr: "À votre tour, prenez des cartes, ou prenez une voie, ou tirez des billets, ou bâtissez une gare.",
    en: "On your turn you draw cards, or claim a route, or draw tickets, or build a station.",
  },
  {
    ids: ["T1"],
    has: "board -stations",
    section: "turn",
    title: ["Une action, une seule", "One action, exactly one"],
    fr: "À votre tour, prenez des cartes, ou prenez une voie, ou tirez des billets.",
    en: "On your turn you draw cards, or claim a route, or draw tickets.",
  },
  {
    ids: ["C7"],
    has: "cards",
    section: "turn",
    title: ["Deux temps", "Two steps"],
    fr: "D’abord, une carte de chaque colonne de votre gare de triage part en circulation. Ensuite, une action : prendre des cartes, ou poser des trains dans la gare, ou tirer des billets.",
    en: "First one card of every column in your rail yard goes on track. Then one action: draw train cards, or place trains in the yard, or draw tickets.",
  },
  {
    ids: ["C5", "C12"],
    has: "cards",
    section: "turn",
    title: ["Premier temps : en circulation", "Step one: on track"],
    fr: "De chaque colonne, la carte du dessus rejoint votre pile en circulation, face cachée. Les locomotives sont toujours au-dessus et partent donc les premières ; une fois en circulation, elles valent de nouveau n’importe quelle couleur. Gare vide : rien à faire.",
    en: "The top card of every column joins your on-track pile, face down. Locomotives always lie on top, so they leave first; once on track they stand for any colour again. With an empty yard there is nothing to do.",
    figure: "yard",
  },
  {
    ids: ["C6"],
    has: "cards",
    section: "turn",
    title: ["La pile est cachée", "The pile is hidden"],
    fr: "Personne ne regarde les cartes en circulation avant le décompte, pas même leur propriétaire : il faut s’en souvenir. Ce qui part en circulation est dit sur le moment ; le journal n’en garde que le nombre. Une option de la table laisse les débutants regarder les leurs.",
    en: "Nobody looks at on-track cards before the count, not even their owner: you have to remember them. What goes on track is told as it happens; the log keeps only how many cards it was. An option of the table lets beginners look at theirs.",
  },
  {
    ids: ["T2"],
    has: "",
    section: "turn",
    title: ["Rien de possible", "Nothing possible"],
    fr: "Qui ne peut rien faire passe. Si tous passent à la suite, la partie s’arrête et l’on compte.",
    en: "Whoever can do nothing passes. If all pass in a row, the game ends and the points are counted.",
  },

  // ---- cards ----
  {
    ids: ["D1", "D2"],
    has: "stop",
    section: "cards",
    title: ["Deux cartes au plus", "Up to two cards"],
    fr: "Prenez jusqu’à deux cartes, l’une après l’autre, parmi les cinq visibles ou sur la pioche. Une carte visible prise est remplacée aussitôt, avant que vous choisissiez la seconde ; après la première, vous pouvez aussi vous arrêter.",
    en: "Take up to two cards, one after the other, from the five face-up ones or from the deck. A face-up card that you take is replaced at once, before you choose the second; after the first you may also stop.",
    figure: "market",
  },
  {
    ids: ["D1", "D2"],
    has: "-stop",
    section: "cards",
    title: ["Deux cartes", "Two cards"],
    fr: "Prenez deux cartes, l’une après l’autre, parmi les cinq visibles ou sur la pioche. Une carte visible prise est remplacée aussitôt, avant que vous choisissiez la seconde.",
    en: "Take two cards, one after the other, from the five face-up ones or from the deck. A face-up card that you take is replaced at once, before you choose the second.",
    figure: "market",
  },
  {
    ids: ["D3", "D4"],
    has: "",
    section: "cards",
    title: ["Carte {wild} visible", "A face-up {wild}"],
    fr: "Une carte {wild} visible compte pour deux : prise en premier, elle termine l’action. Comme seconde carte, elle est interdite, même si elle vient d’être retournée.",
    en: "A face-up {wild} counts as two cards: taken first, it ends the action. As the second card it is forbidden, even if it was only just turned up.",
  },
  {
    ids: ["D5"],
    has: "",
    section: "cards",
    title: ["Carte {wild} de la pioche", "A {wild} from the deck"],
    fr: "Piochée à l’aveugle, elle ne compte que pour une carte, et personne d’autre n’apprend ce que vous avez eu.",
    en: "Drawn unseen, it counts as one card only, and nobody else learns what you got.",
  },
  {
    ids: ["D6"],
    has: "board",
    section: "cards",
    title: ["Trois {wilds}", "Three {wilds}"],
    fr: "Dès qu’il y a trois {wilds} parmi les cinq cartes visibles, les cinq sont défaussées et remplacées, même au milieu d’une action, et cela jusqu’à ce qu’il y en ait moins de trois. On n’y renonce que si les cartes qui restent ne le permettent pas.",
    en: "As soon as three of the five face-up cards are {wilds}, all five are discarded and replaced, even in the middle of an action, again and again until there are fewer than three. The row is left alone only if the remaining cards could never allow that.",
  },
  {
    ids: ["D7", "D8"],
    has: "board",
    section: "cards",
    title: ["Pioche et main", "Deck and hand"],
    fr: "Pioche vide : la défausse mélangée en forme une nouvelle. La main n’a pas de limite.",
    en: "When the deck is empty the shuffled discards become a new one. A hand has no limit.",
  },
  {
    ids: ["D8"],
    has: "cards",
    section: "cards",
    title: ["La main", "The hand"],
    fr: "La main n’a pas de limite.",
    en: "A hand has no limit.",
  },
  {
    ids: ["D9"],
    has: "board deck",
    section: "cards",
    title: ["Plus de cartes", "No cards left"],
    fr: "Pioche et défausse vides : on ne peut plus prendre de cartes, même s’il en reste au marché, et ses trous restent vides jusqu’à ce que des cartes reviennent. Si aucune seconde carte n’est permise, l’action s’arrête à la première.",
    en: "With deck and discards empty, no cards can be drawn at all, even if some lie face up, and gaps in the market stay empty until cards come back. If no second card is allowed, the action ends after the first.",
  },
  {
    ids: ["D9"],
    has: "board -deck",
    section: "cards",
    title: ["Plus de cartes", "No cards left"],
    fr: "Pioche et défausse vides : les trous du marché restent vides jusqu’à ce que des cartes reviennent ; ce qui reste visible peut encore être pris. S’il n’y a rien à prendre, cette action ne peut pas être choisie ; si aucune seconde carte n’est permise, l’action s’arrête à la première.",
    en: "With deck and discards empty, gaps in the market stay empty until cards come back, and what lies face up may still be taken. If there is nothing to take, this action cannot be chosen; if no second card is allowed, the action ends after the first.",
  },
  {
    ids: ["C8"],
    has: "cards",
    section: "cards",
    title: ["Ni marché renouvelé, ni pioche refaite", "No clearing, no refill"],
    fr: "Ici, trois locomotives visibles restent en place, et la défausse ne redevient pas pioche pendant la manche.",
    en: "Here three face-up locomotives stay, and the discards do not become a new deck during the round.",
  },

  // ---- routes ----
  {
    ids: ["R1", "R7"],
    has: "board",
    section: "routes",
    title: ["Le prix d’une voie", "The price of a route"],
    fr: "Jouez autant de cartes que la voie a d’espaces, toutes de sa couleur. Les {wilds} en remplacent autant qu’on veut, même toutes. Les cartes jouées vont à la défausse.",
    en: "Play as many cards as the route has spaces, all of its colour. {Wilds} can stand in for any of them, even all. The cards played are discarded.",
    figure: "colour",
  },
  {
    ids: ["R2"],
    has: "grey",
    section: "routes",
    title: ["Voie grise", "Grey routes"],
    fr: "Une voie grise accepte n’importe quelle couleur, mais une seule, avec ou sans {wilds}.",
    en: "A grey route takes any colour, but only one, with or without {wilds}.",
    figure: "grey",
  },
  {
    ids: ["P1", "R2"],
    has: "board -grey",
    section: "routes",
    title: ["Pas de gris", "No grey"],
    fr: "Ici, chaque voie a sa couleur : aucune n’est grise, aucune ne laisse le choix.",
    en: "Here every route has its colour: none is grey, none leaves you a choice.",
  },
  {
    ids: ["R3"],
    has: "board",
    section: "routes",
    title: ["Les pièces", "The pieces"],
    fr: "Une pièce sur chaque espace. S’il vous en reste trop peu, vous ne pouvez pas prendre la voie.",
    en: "One piece on every space. If you have too few left, you cannot claim the route.",
  },
  {
    ids: ["R4", "R5"],
    has: "board",
    section: "routes",
    title: ["Où l’on veut", "Anywhere"],
    fr: "Toute voie libre peut être prise, reliée aux vôtres ou non. Une seule par tour, en entier.",
    en: "Any free route may be claimed, joined to yours or not. One per turn, and the whole of it.",
  },
  {
    ids: ["R6"],
    has: "board",
    section: "routes",
    title: ["Les points", "Points"],
    fr: "Une voie rapporte aussitôt : {tariff}.",
    en: "A route scores at once: {tariff}.",
  },
  {
    ids: ["R8"],
    has: "doubles",
    section: "routes",
    title: ["Voie double : l’une ou l’autre", "Double routes: one of the two"],
    fr: "Deux voies côte à côte entre les mêmes lieux font une voie double. Un joueur n’en prend jamais les deux moitiés.",
    en: "Two tracks side by side between the same two places are a double route. One player never owns both.",
    figure: "double",
  },
  {
    ids: ["R9"],
    has: "doubles",
    section: "routes",
    title: ["Voie double, à peu de joueurs", "Double routes with few players"],
    fr: "Dès qu’une moitié est prise, l’autre est fermée pour tous, sauf si l’on joue à plus de {closed}.",
    en: "Once one half is taken the other is closed to all, unless there are more than {closed} players.",
  },
  {
    ids: ["R10"],
    has: "doubles",
    section: "routes",
    title: ["Voisines d’un moment", "Neighbours for a while"],
    fr: "Deux voies qui se longent mais relient d’autres lieux ne font pas une voie double.",
    en: "Routes that run side by side but lead to different places are not a double route.",
  },

  // ---- what each game adds ----
  {
    ids: ["F1"],
    has: "ferries",
    section: "special",
    title: ["Ferries", "Ferries"],
    fr: "Un ferry est gris et montre une ou plusieurs roues : il faut au moins autant de locomotives parmi les cartes jouées. Le reste est d’une seule couleur.",
    en: "A ferry is grey and shows one or more wheels: at least that many of the cards played must be locomotives. The rest must be of one colour.",
    figure: "ferry",
  },
  {
    ids: ["U1", "U2"],
    has: "tunnels",
    section: "special",
    title: ["Tunnels", "Tunnels"],
    fr: "Posez d’abord les cartes que demande la longueur. Puis trois cartes de la pioche sont retournées : pour chacune de la couleur posée, et pour chaque locomotive, vous devez une carte de plus, de cette couleur ou une locomotive.",
    en: "First lay down the cards for the length. Then three cards of the deck are turned up: for each of the colour you laid down, and for each locomotive, you owe one more card, of that colour or a locomotive.",
    figure: "tunnel",
  },
  {
    ids: ["U3"],
    has: "tunnels",
    section: "special",
    title: ["Tunnel payé en locomotives", "A tunnel paid with locomotives"],
    fr: "Si vous n’avez posé que des locomotives, seules les locomotives retournées comptent, et chacune se paie d’une locomotive.",
    en: "If you laid down only locomotives, only the locomotives turned up count, and each is paid with a locomotive.",
  },
  {
    ids: ["U4", "U5"],
    has: "tunnels",
    section: "special",
    title: ["Renoncer", "Giving up"],
    fr: "La décision est toujours la vôtre : si vous ne pouvez ou ne voulez pas payer, vos cartes vous reviennent et votre tour prend fin, sans que les autres apprennent pourquoi. Les cartes retournées sont défaussées dans tous les cas.",
    en: "The decision is always yours: if you cannot or will not pay, your cards come back to you and the turn ends, and the others do not learn which it was. The cards turned up are discarded in any case.",
  },
  {
    ids: ["U6", "U7"],
    has: "tunnels",
    section: "special",
    title: ["Tunnel, petits cas", "Tunnels, small print"],
    fr: "Moins de trois cartes dans la pioche et la défausse réunies : on retourne ce qu’il y a ; s’il n’y a rien, rien à payer. Les cartes posées n’y sont pas mêlées. Le surcoût ne demande pas de wagon et ne rapporte rien.",
    en: "With fewer than three cards in deck and discards together, what is there is turned up; with none there is nothing to pay. The cards laid down are not shuffled in. The surcharge takes no trains and gives no points.",
  },
  {
    ids: ["G1"],
    has: "stations",
    section: "special",
    title: ["Bâtir une gare", "Building a station"],
    fr: "Dans toute ville sans gare, que vous y passiez ou non. Une par tour, {stations} par partie.",
    en: "In any city without a station, whether you have routes there or not. One per turn, {stations} per game.",
    figure: "station",
  },
  {
    ids: ["G2"],
    has: "stations",
    section: "special",
    title: ["Le prix d’une gare", "The price of a station"],
    fr: "La première coûte une carte, la deuxième deux d’une même couleur, la troisième trois. Les locomotives peuvent remplacer toute carte.",
    en: "The first costs one card, the second two of one colour, the third three. Locomotives can stand in for any card.",
  },
  {
    ids: ["G3"],
    has: "stations",
    section: "special",
    title: ["À quoi sert une gare", "What a station is for"],
    fr: "À la fin, chaque gare vous prête une voie adverse qui aboutit à sa ville, la même pour tous vos billets. Le programme choisit pour vous celle qui rapporte le plus.",
    en: "At the end each station lends you one opponent’s route that ends in its city, the same for all your tickets. The program picks the one that scores most for you.",
  },
  {
    ids: ["G4"],
    has: "stations",
    section: "special",
    title: ["Gare non bâtie", "Stations not built"],
    fr: "Chaque gare encore en réserve vaut {station|un point|# points} à la fin.",
    en: "Every station still in your supply is worth {station|one point|# points} at the end.",
  },
  {
    ids: ["M1", "M2"],
    has: "goods",
    section: "special",
    title: ["Marchandises", "Merchandise"],
    fr: "Prendre une voie marquée de chariots donne une carte Marchandise, une seule quelle que soit la longueur. Chacun voit combien les autres en ont. Quand la réserve est vide, on n’en reçoit plus.",
    en: "Claiming a route with cart symbols gives one merchandise card, only one whatever the length. Everybody sees how many the others have. When none is left, none is given.",
    figure: "carts",
  },
  {
    ids: ["M3", "M4", "M5"],
    has: "goods",
    section: "special",
    title: ["La prime", "The bonus"],
    fr: "À la fin on classe les joueurs par nombre de marchandises : {goods}. Sans marchandise, pas de prime. À égalité, chacun touche la prime de ce rang, et le suivant celle qu’il aurait eue sans l’égalité.",
    en: "At the end players are ranked by their merchandise: {goods}. Without merchandise there is no bonus. Tied players all score their rank, and the next scores the rank they would have had without the tie.",
  },
  {
    ids: ["B1", "B2"],
    has: "subways",
    section: "special",
    title: ["Les métros", "Subways"],
    fr: "Une voie ordinaire demande une carte et une pièce par espace. Un tube de métro demande le nombre de cartes inscrit dans son disque, et un seul métro. On ne mélange pas les pièces.",
    en: "An ordinary route takes one card and one piece per space. A subway tube takes the number of cards printed in its disc, and a single subway. The pieces do not mix.",
    figure: "subway",
  },
  {
    ids: ["B3", "B4"],
    has: "subways",
    section: "special",
    title: ["Même monnaie, autres points", "Same cards, other points"],
    fr: "Couleurs, gris et {wilds} suivent les mêmes règles ; le barème est différent.",
    en: "Colours, grey and {wilds} work alike for both; the points differ.",
  },
  {
    ids: ["P2", "P4"],
    has: "flags",
    section: "special",
    title: ["Garder une carte", "Keeping a card"],
    fr: "Après avoir pris une voie d’une couleur du drapeau ({flags}), vous pouvez garder devant vous une des cartes jouées de cette couleur, si vous n’en avez pas déjà une. Jamais une carte {wild}. Rien ne vous y oblige ; la carte gardée ne revient pas en main.",
    en: "After claiming a route in one of the flag’s colours ({flags}) you may keep one of the cards you played of that colour, face up in front of you, if you have none there yet. Never a {wild}. You do not have to; a kept card does not return to your hand.",
    figure: "flag",
  },
  {
    ids: ["P3"],
    has: "flags",
    section: "special",
    title: ["Le drapeau", "The flag"],
    fr: "Toutes les couleurs du drapeau réunies à la fin de votre tour : {flag} points, et les cartes sont défaussées. Un nouveau drapeau peut commencer au tour suivant.",
    en: "All the flag’s colours together at the end of your turn: {flag} points, and the cards are discarded. A new flag can begin on your next turn.",
  },
  {
    ids: ["C9", "C13"],
    has: "cards",
    section: "routes",
    title: ["Poser des trains", "Placing trains"],
    fr: "Soit deux cartes ou plus d’une couleur, locomotives comprises, celles-ci toujours au-dessus ; soit exactement trois cartes de trois couleurs, sans locomotive. Une colonne a toujours au moins une carte de couleur, qui lui donne la sienne.",
    en: "Either two or more cards of one colour, locomotives included, which always lie on top; or exactly three cards of three colours, without locomotives. A column always has at least one coloured card, which gives it its colour.",
    figure: "yard",
  },
  {
    ids: ["C10"],
    has: "cards",
    section: "routes",
    title: ["Jamais deux fois", "Never twice"],
    fr: "Une couleur déjà dans votre gare ne peut pas y être posée de nouveau : attendez que la colonne soit partie.",
    en: "A colour that lies in your own yard cannot be placed again: wait until the column has left.",
  },
  {
    ids: ["C11"],
    has: "cards",
    section: "routes",
    title: ["Plus que les autres", "More than the others"],
    fr: "Si un autre joueur a cette couleur dans sa gare, il vous faut strictement plus de cartes que lui, locomotives comprises ; il défausse alors toute sa colonne. Trois couleurs différentes ne délogent donc personne.",
    en: "If another player has that colour in their yard, you need strictly more cards than lie there, locomotives included; that player then discards the whole column. So three different colours never push anybody out.",
  },

  // ---- tickets ----
  {
    ids: ["K1", "K2"],
    has: "board",
    section: "tickets",
    title: ["Tirer des billets", "Drawing tickets"],
    fr: "Tirez-en {draw}, gardez-en au moins un. Les autres vont sous le paquet, face cachée.",
    en: "Draw {draw}, keep at least one. The others go under the ticket deck, face down.",
    figure: "ticket",
  },
  {
    ids: ["K3"],
    has: "board",
    section: "tickets",
    title: ["Paquet presque vide", "Few tickets left"],
    fr: "S’il en reste moins, tirez ce qu’il y a ; s’il n’en reste qu’un, il faut le garder. Paquet vide : l’action n’est plus possible.",
    en: "If fewer are left, draw those; if only one is left, it must be kept. With none left, the action is no longer possible.",
  },
  {
    ids: ["K4"],
    has: "board",
    section: "tickets",
    title: ["Pour toujours", "For good"],
    fr: "Un billet gardé ne se rend jamais. On peut en avoir autant qu’on veut.",
    en: "A ticket you kept is never given back. You may have any number of them.",
  },
  {
    ids: ["C14"],
    has: "cards",
    section: "tickets",
    title: ["Tirer des billets", "Drawing tickets"],
    fr: "Tirez-en quatre, gardez-en autant que vous voulez, même aucun. Les autres vont sous le paquet. S’il en reste moins, tirez ceux-là.",
    en: "Draw four, keep any number, even none. The others go under the ticket deck. If fewer are left, draw those.",
  },

  // ---- the end ----
  {
    ids: ["E1"],
    has: "board -subways",
    section: "end",
    title: ["Dernier tour", "The last turns"],
    fr: "Quand un joueur finit son tour avec {trigger|une pièce ou aucune|# pièces ou moins}, chacun joue encore une fois, lui compris. Puis on compte.",
    en: "When a player ends a turn with {trigger|one piece or none|# pieces or fewer}, everybody has one more turn, that player included. Then comes the count.",
  },
  {
    ids: ["B5", "E1"],
    has: "subways",
    section: "end",
    title: ["Dernier tour", "The last turns"],
    fr: "Quand un joueur finit son tour avec {trigger|une pièce ou aucune|# pièces ou moins}, métros compris, chacun joue encore une fois, lui compris. Puis on compte.",
    en: "When a player ends a turn with {trigger|one piece or none|# pieces or fewer}, subways included, everybody has one more turn, that player included. Then comes the count.",
  },
  {
    ids: ["E2"],
    has: "stations",
    section: "end",
    title: ["Les billets", "Tickets"],
    fr: "Un billet dont les deux villes sont reliées par vos voies (et la voie prêtée par chaque gare) ajoute sa valeur ; sinon il la retire.",
    en: "A ticket whose two cities are joined by your routes (and the one route lent by each station) adds its value; otherwise its value is deducted.",
  },
  {
    ids: ["E2"],
    has: "board -stations",
    section: "end",
    title: ["Les billets", "Tickets"],
    fr: "Un billet dont les deux lieux sont reliés par vos voies ajoute sa valeur ; sinon il la retire.",
    en: "A ticket whose two places are joined by your routes adds its value; otherwise its value is deducted.",
  },
  {
    ids: ["E3"],
    has: "longest",
    section: "end",
    title: ["Le plus long chemin", "The longest trail"],
    fr: "Le plus long chemin continu vaut {longest} points. Seuls vos wagons comptent, chacun une fois ; on peut repasser par une ville. À égalité, chacun touche ces points.",
    en: "The longest continuous trail scores {longest} points. Only your own trains count, each once; the trail may pass a city more than once. All who tie score the points.",
  },
  {
    ids: ["E4"],
    has: "board ties",
    section: "end",
    title: ["Le vainqueur", "The winner"],
    fr: "Le plus de points. À égalité : le plus de billets réussis, puis le moins de gares bâties, puis le plus long chemin ; sinon la victoire est partagée.",
    en: "Most points. If tied: most tickets completed, then fewest stations built, then the longest trail; otherwise the victory is shared.",
  },
  {
    ids: ["E4"],
    has: "board -ties",
    section: "end",
    title: ["Le vainqueur", "The winner"],
    fr: "Le plus de points. À égalité : le plus de billets réussis ; sinon la victoire est partagée.",
    en: "Most points. If tied: most tickets completed; otherwise the victory is shared.",
  },
  {
    ids: ["C15"],
    has: "cards",
    section: "end",
    title: ["Dernier tour", "The last turns"],
    fr: "Quand la dernière carte de la pioche est tirée ou retournée, chacun joue encore un tour, celui qui l’a prise compris. S’il ne reste qu’une carte visible, la prendre est une action entière ; s’il n’y en a plus, on ne peut plus en prendre.",
    en: "When the last card of the deck is drawn or turned up, everybody has one more turn, whoever took it included. If a single face-up card is left, taking it is a whole action; with none left, no more can be drawn.",
  },
  {
    ids: ["C16"],
    has: "cards",
    section: "end",
    title: ["Réussir ses billets", "Completing tickets"],
    fr: "Un billet demande des cartes en circulation, dans les couleurs et les nombres exacts. Les locomotives valent n’importe quelle couleur ; chaque carte ne sert qu’une fois. Si vos cartes ne suffisent pas pour tous les billets à la fois, vous choisissez lesquels réussir, l’un après l’autre ; le programme marque le choix qui rapporte le plus, pour autant qu’on puisse le savoir.",
    en: "A ticket asks for on-track cards of exact colours and numbers. Locomotives stand for any colour; each card is used only once. If your cards are not enough for all tickets together, you choose which to complete, one after the other; the program marks the choice that scores most, as far as can be known.",
  },
  {
    ids: ["C17"],
    has: "cards",
    section: "end",
    title: ["Une manche ou deux", "One round or two"],
    fr: "À deux ou trois, la partie s’arrête là. À quatre, les billets réussis sont comptés et mis de côté ; chacun garde sa main et ses autres billets. Toutes les autres cartes forment une nouvelle pioche, chacun en reçoit quatre, et l’on joue une seconde manche, à partir du joueur suivant.",
    en: "With two or three players the game ends here. With four, completed tickets are scored and set aside; everybody keeps their hand and the other tickets. All other cards become a new deck, everybody is dealt four, and a second round begins with the next player.",
  },
  {
    ids: ["C18"],
    has: "cards",
    section: "end",
    title: ["Billets manqués", "Tickets missed"],
    fr: "À la fin de la partie, chaque billet manqué retire sa valeur.",
    en: "At the end of the game every ticket not completed costs its value.",
  },
  {
    ids: ["C19"],
    has: "cards",
    section: "end",
    title: ["Grandes villes", "Big cities"],
    fr: "Chaque prime va à qui a réussi le plus de billets nommant sa ville, au moins un. À égalité, chacun la touche. Un billet entre deux grandes villes compte pour les deux.",
    en: "Each bonus goes to whoever completed the most tickets naming its city, at least one. All who tie score it. A ticket between two big cities counts for both.",
  },
  {
    ids: ["C20"],
    has: "cards",
    section: "end",
    title: ["Le vainqueur", "The winner"],
    fr: "Le plus de points ; à égalité, le plus de billets réussis, puis le plus de primes ; sinon la victoire est partagée.",
    en: "Most points; if tied, most tickets completed, then most bonuses; otherwise the victory is shared.",
  },
];

/** The paragraphs of a title: what goes for its features, and what is its own. */
export function paragraphsOf(help: Help): Paragraph[] {
  const own = help.rules.map((rule): Paragraph => {
    const { ids, section, fr, en } = rule;
    return { ids, has: "", section: section as Section, title: [rule.title.fr, rule.title.en], fr, en };
  });
  return [...own, ...PARAGRAPHS.filter((paragraph) => has(help, paragraph.has))];
}
