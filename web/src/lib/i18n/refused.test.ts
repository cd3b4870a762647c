import { describe, expect, it } from "vitest";
import faults from "./faults.fr.json";
import { inFrench } from "./refused";

describe("what is wrong with a file, in French", () => {
  it("puts sentences together from their parts", () => {
    expect(inFrench("the board: place wien: 'name' is missing; is 'nam' meant to be it?")).toBe(
      "Plateau, lieu wien\u00a0: 'name' manque\u00a0; est-ce 'nam'\u00a0?",
    );
    expect(inFrench("the board: [players]: 'max' is 6; it must be 2 to 5")).toBe(
      "Plateau, [players]\u00a0: 'max' vaut 6\u00a0; il faut de 2 à 5",
    );
    expect(inFrench("the board: route 1 of the list: must be a row in braces { … }, not 'vienna'")).toBe(
      "Plateau, voie 1 de la liste\u00a0: ce doit être une ligne entre accolades { … }, pas 'vienna'",
    );
    expect(inFrench("Line 12 of the record cannot be played: Paris-Zurich is taken (R2).")).toBe(
      "La décision de la ligne 12 n’est pas jouable.",
    );
  });
  it("leaves what it does not know", () => {
    expect(inFrench("Something else.")).toBeNull();
  });
  it("has every sentence once", () => {
    expect(new Set(faults.map(([english]) => english)).size).toBe(faults.length);
  });
});
