import { scenarioSchema } from './scenario-schema.ts'

/** The file of the built site that describes the format to editors. */
export const SCHEMA_FILE = 'scenario.schema.json'

/**
 * The schema of a scenario's file as JSON Schema. A validator checks only the types and bounds with it; `readScenario`
 * also checks the rules.
 */
export const publishedSchema = (): string =>
  `${JSON.stringify({ $schema: 'https://json-schema.org/draft/2020-12/schema', ...scenarioSchema }, null, 2)}\n`
