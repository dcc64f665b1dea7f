export { ConfigError, loadConfig } from "./load-config.ts";
export {
  integerVariable,
  logLevelVariable,
  pemVariable,
  portVariable,
  switchedOnVariable,
  switchVariable,
  urlVariable,
} from "./variables.ts";
