import type { JsonSchema } from '../../worker/schema/custom/json-schema.ts'

/** A line without control characters and without characters that change the direction of the surrounding text. */
const LINE = String.raw`^[^\p{Cc}\p{Bidi_Control}\u2028\u2029]*$`
/** Lines without control characters; tabs and line breaks are allowed. */
export const LINES = String.raw`^[^\u0000-\u0008\u000b-\u001f\u007f-\u009f\p{Bidi_Control}]*$`
const DNS_LABEL = '^[a-z0-9]([-a-z0-9]*[a-z0-9])?$'

/** The messages for texts that do not match, by pattern. */
export const TEXT_RULES: ReadonlyMap<string, string> = new Map([
  [LINE, 'must be one line without control characters'],
  [LINES, 'must not hold control characters'],
  [DNS_LABEL, 'must be lower-case letters, digits and hyphens, and begin and end with a letter or digit'],
])

/** The schema of a text of one line, not empty. */
export const line = (maxLength: number, description: string): JsonSchema => ({
  type: 'string',
  minLength: 1,
  maxLength,
  pattern: LINE,
  description,
})

/** The schema of a text of several lines, not empty. */
export const lines = (maxLength: number, description: string): JsonSchema => ({
  type: 'string',
  minLength: 1,
  maxLength,
  pattern: LINES,
  description,
})

/** The schema of a DNS label: at most 63 lower-case letters, digits and hyphens. */
export const label = (description: string): JsonSchema => ({
  type: 'string',
  minLength: 1,
  maxLength: 63,
  pattern: DNS_LABEL,
  description,
})

/** The schema of a list. */
export const list = (maxItems: number, items: JsonSchema, description: string): JsonSchema => ({
  type: 'array',
  maxItems,
  items,
  description,
})

/** The schema of an object that has only these fields. */
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
