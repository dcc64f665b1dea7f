/** A generator of clients: what the machine needs for it, and how it makes a client. */
type Making = {
  name: string;
  /** Programs of the machine. */
  needs: readonly string[];
  /** They install the generator and make its client. `{repository}` is the folder of this repository. */
  commands: readonly string[];
};

/** A generator whose client is built and used: the commands do that too. */
export type Generator = Making & {
  /** The file of `programs`, and its name beside the client. */
  program: readonly [from: string, to: string];
};

/** A generator whose client is only parsed, each file of a folder by itself. */
export type ParsedGenerator = Making & { folder: string; ending: string; parser: readonly [string, string] };

const openApiGenerator = "7.25.0";

/** Fetches openapi-generator, and makes a client. */
function byOpenApiGenerator(options: string): string[] {
  return [
    `mvn -q -B dependency:copy -Dartifact=org.openapitools:openapi-generator-cli:${openApiGenerator} -DoutputDirectory=.`,
    `java -jar openapi-generator-cli-${openApiGenerator}.jar generate -i openapi-sdk.json ${options}`,
  ];
}

const compile =
  "{repository}/node_modules/.bin/tsc --module commonjs --target es2022 --lib es2022,dom,dom.iterable --types node " +
  "--typeRoots {repository}/node_modules/@types --skipLibCheck --rootDir client --outDir built client/index.ts";

export const generators: readonly Generator[] = [
  {
    name: "openapi-generator for Python",
    needs: ["java", "mvn", "python3"],
    program: ["openapi-generator.py", "main.py"],
    commands: [
      ...byOpenApiGenerator("-g python -o client --additional-properties=packageName=platen"),
      "python3 -m venv venv",
      "venv/bin/python -m pip install --quiet ./client",
      "venv/bin/python main.py",
    ],
  },
  {
    name: "openapi-generator for Go",
    needs: ["java", "mvn", "go"],
    program: ["openapi-generator.go", "main.go"],
    commands: [
      ...byOpenApiGenerator("-g go -o platen --additional-properties=packageName=platen,withGoMod=false"),
      "rm -r platen/test",
      "go mod init invoices",
      "go mod tidy",
      "go run .",
    ],
  },
  {
    name: "openapi-generator for Java",
    needs: ["java", "javac", "mvn"],
    program: ["Main.java", "Main.java"],
    commands: [
      ...byOpenApiGenerator("-g java --library native -o client --additional-properties=containerDefaultToNull=true"),
      "mvn -q -B -f client/pom.xml -Dmaven.test.skip=true -Dmaven.javadoc.skip=true package dependency:copy-dependencies",
      "java -cp client/target/classes:client/target/dependency/* Main.java",
    ],
  },
  {
    name: "openapi-generator for TypeScript",
    needs: ["java", "mvn"],
    program: ["typescript-fetch.mjs", "main.mjs"],
    commands: [...byOpenApiGenerator("-g typescript-fetch -o client"), compile, "node main.mjs"],
  },
  {
    name: "oapi-codegen",
    needs: ["go"],
    program: ["oapi-codegen.go", "main.go"],
    commands: [
      "mkdir platen",
      "go run github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2 -package platen -generate types,client -o platen/platen.go openapi-sdk.json",
      "go mod init invoices",
      "go mod tidy",
      "go run .",
    ],
  },
  {
    name: "openapi-python-client",
    needs: ["python3"],
    program: ["openapi-python-client.py", "main.py"],
    commands: [
      "python3 -m venv venv",
      "venv/bin/python -m pip install --quiet openapi-python-client==0.29.1",
      "venv/bin/openapi-python-client generate --path openapi-sdk.json --output-path platen_client --meta none",
      "venv/bin/python main.py",
    ],
  },
  {
    name: "hey-api",
    needs: ["npm"],
    program: ["hey-api.mjs", "main.mjs"],
    commands: [
      "npm init --yes",
      "npm install --silent @hey-api/openapi-ts@0.99.0 typescript@5.9.3",
      "node_modules/.bin/openapi-ts -i openapi-sdk.json -o client",
      compile,
      "node main.mjs",
    ],
  },
];

export const parsedGenerators: readonly ParsedGenerator[] = [
  {
    name: "openapi-generator for PHP",
    needs: ["java", "mvn", "php"],
    commands: byOpenApiGenerator("-g php -o client"),
    folder: "client/lib",
    ending: ".php",
    parser: ["php", "-l"],
  },
  {
    name: "openapi-generator for Ruby",
    needs: ["java", "mvn", "ruby"],
    commands: byOpenApiGenerator("-g ruby -o client"),
    folder: "client/lib",
    ending: ".rb",
    parser: ["ruby", "-c"],
  },
];
