import { config } from "zod";

// zod would try whether it may compile schemas with `new Function`; the page's policy forbids it, and would report it.
config({ jitless: true });
