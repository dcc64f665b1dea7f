import { config } from "zod";

// Otherwise zod would try to compile schemas with `new Function`, which the page's content security policy forbids.
config({ jitless: true });
