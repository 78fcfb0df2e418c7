import { scenarioSchema } from './scenario-schema.ts'

/** The file of the built site that describes the format to editors. */
export const SCHEMA_FILE = 'scenario.schema.json'

/** The schema of a scenario's file as JSON Schema; a validator checks the types and bounds, `readScenario` the rules too. */
export const publishedSchema = (): string =>
  `${JSON.stringify({ $schema: 'https://json-schema.org/draft/2020-12/schema', ...scenarioSchema }, null, 2)}\n`
