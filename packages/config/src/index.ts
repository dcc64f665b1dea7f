export { ConfigError, loadConfig } from "./load-config.ts";
export {
  integerVariable,
  logLevelVariable,
  pemVariable,
  portVariable,
  switchVariable,
  urlVariable,
} from "./variables.ts";
