export { ConfigError, loadConfig } from "./load-config.ts";
export { integerVariable, logLevelVariable, pemVariable, portVariable, urlVariable } from "./variables.ts";
