import type { JsonSchema } from '../../worker/schema/custom/json-schema.ts'

/** The parts of which the schema of a scenario consists. */

/** Without control characters, and without those that change the direction of the text around them. */
const LINE = String.raw`^[^\p{Cc}\p{Bidi_Control}\u2028\u2029]*$`
export const LINES = String.raw`^[^\u0000-\u0008\u000b-\u001f\u007f-\u009f\p{Bidi_Control}]*$`
const DNS_LABEL = '^[a-z0-9]([-a-z0-9]*[a-z0-9])?$'

/** The message of a text that does not match the pattern. */
export const TEXT_RULES: ReadonlyMap<string, string> = new Map([
  [LINE, 'must be one line without control characters'],
  [LINES, 'must not hold control characters'],
  [DNS_LABEL, 'must be lower-case letters, digits and hyphens, and begin and end with a letter or digit'],
])

export const line = (maxLength: number, description: string): JsonSchema => ({
  type: 'string',
  minLength: 1,
  maxLength,
  pattern: LINE,
  description,
})

export const lines = (maxLength: number, description: string): JsonSchema => ({
  type: 'string',
  minLength: 1,
  maxLength,
  pattern: LINES,
  description,
})

export const label = (description: string): JsonSchema => ({
  type: 'string',
  minLength: 1,
  maxLength: 63,
  pattern: DNS_LABEL,
  description,
})

export const list = (maxItems: number, items: JsonSchema, description: string): JsonSchema => ({
  type: 'array',
  maxItems,
  items,
  description,
})

export const record = (
  properties: Readonly<Record<string, JsonSchema>>,
  required: readonly string[],
  description?: string,
): JsonSchema => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
  ...(description !== undefined && { description }),
})
