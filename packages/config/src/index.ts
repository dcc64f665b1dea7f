export { loadConfig, ConfigError } from "./load-config.ts";
