/** Tests speak both languages. */
import { learn } from "../lib/i18n";

await Promise.all([learn("en"), learn("fr")]);
