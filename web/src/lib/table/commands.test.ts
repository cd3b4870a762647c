import { describe, expect, it } from "vitest";
import cards from "../../dev/moments/cardgame-turn.json";
import opening from "../../dev/moments/europe-opening.json";
import tunnel from "../../dev/moments/europe-tunnel.json";
import turn from "../../dev/moments/europe-turn.json";
import { plain, sayCommand, toRecord } from "./commands";

describe("typed commands", () => {
  it("come back from French as they were, whatever may be done", () => {
    for (const moment of [cards, opening, tunnel, turn]) {
      for (const { text } of moment.view.legal) {
        expect(toRecord(sayCommand(text, "fr"))).toBe(text);
        expect(toRecord(text)).toBe(text);
      }
    }
  });
  it("are read as people type them", () => {
    expect(toRecord("Prendre une carte… ".replace("carte… ", "rouge"))).toBe("take red");
    expect(toRecord("prends bleue")).toBe("take blue");
    expect(toRecord("prendre paris-zurich avec 3 rouges et 1 locomotive")).toBe("claim paris-zurich with 3 red 1 wild");
    expect(toRecord("voie paris-zurich avec 3 vertes")).toBe("claim paris-zurich with 3 green");
    expect(toRecord("piocher")).toBe("blind");
    expect(toRecord("gare Zürich")).toBe("station zurich");
    expect(toRecord("renoncer")).toBe("decline");
    expect(toRecord("valider chicago-dallas")).toBe("complete chicago-dallas");
  });
  it("are read as the table says them", () => {
    expect(toRecord("prendre une carte rouge au marché")).toBe("take red");
    expect(toRecord("prendre une locomotive au marché")).toBe("take wild");
    expect(toRecord("take an orange card from the market")).toBe("take orange");
    expect(toRecord("piocher une carte")).toBe("blind");
    expect(toRecord("tirer des billets")).toBe("tickets");
    expect(toRecord("prendre la voie paris-zurich")).toBe("claim paris-zurich");
    expect(toRecord("bâtir une gare à Zürich")).toBe("station zurich");
    expect(toRecord("garder une carte")).toBe("keep card");
    expect(toRecord("passer mon tour")).toBe("pass");
  });
  it("find cities with and without their signs", () => {
    expect(plain("København")).toBe("kobenhavn");
    expect(plain("Siegessäule")).toBe("siegessaule");
  });
});
