import svelte from "eslint-plugin-svelte";
import ts from "typescript-eslint";
import config from "./svelte.config.js";

export default ts.config(
  { ignores: ["node_modules", "tools", "public", "src/lib/protocol"] },
  ...ts.configs.recommended,
  ...svelte.configs.recommended,
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig: config } },
  },
  {
    rules: {
      // What prettier can break it breaks; a sentence or a path of a drawing stays whole.
      "max-len": [
        "error",
        { code: 120, ignoreStrings: true, ignoreTemplateLiterals: true, ignoreRegExpLiterals: true },
      ],
      "max-lines-per-function": ["error", { max: 60 }],
      // Drawings are written as text by our own code (lib/art, lib/board).
      "svelte/no-at-html-tags": "off",
      // Maps and sets are made anew in a `$derived` or never watched; svelte-check knows which warnings there are.
      "svelte/prefer-svelte-reactivity": "off",
      "svelte/no-unused-svelte-ignore": "off",
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      // Addresses are hashes: there is no router to resolve them.
      "svelte/no-navigation-without-resolve": "off",
    },
  },
  { files: ["**/*.test.ts"], rules: { "max-lines-per-function": "off" } }, // what is described is no function
);
