export { ConfigError, loadConfig } from "./load-config.ts";
export {
  integerVariable,
  logLevelVariable,
  pemVariable,
  portVariable,
  shareVariable,
  switchedOnVariable,
  switchVariable,
  urlVariable,
} from "./variables.ts";
