import { badRequest, tooLarge, type StatusError } from '../api/status.ts'
import { readJson, readJsonBody, type JsonReading } from '../codec/json-reader.ts'
import { readYaml, type YamlReading } from '../codec/lazy-yaml.ts'
import {
  checkJsonValues,
  checkLevels,
  checkValues,
  MAX_LEVELS,
  TooManyLevels,
  TooManyValues,
} from '../codec/value-count.ts'

/** The message for an object that is too deep for the limit or for the stack. */
export const TOO_DEEP = 'the object is nested too deeply'

/** Reads JSON within the limits. @throws TooManyValues, TooManyLevels, JsonSyntaxError */
export const readBoundedJson = (bytes: Uint8Array): JsonReading => bounded(bytes, readJson)

/** Reads the JSON of a body within the limits. Numbers beyond the range of a double are left to the decoder. */
export const readBoundedBody = (bytes: Uint8Array): JsonReading => bounded(bytes, readJsonBody)

function bounded(bytes: Uint8Array, read: (bytes: Uint8Array) => JsonReading): JsonReading {
  checkJsonValues(bytes)
  const reading = read(bytes)
  // Each level has two brackets.
  if (bytes.length > 2 * MAX_LEVELS) checkLevels(reading.value)
  return reading
}

/** Reads YAML within the limits. @throws TooManyValues, TooManyLevels, YamlError */
export async function readBoundedYaml(bytes: Uint8Array): Promise<YamlReading> {
  const reading = await readYaml(bytes)
  checkValues(reading.value)
  if (bytes.length > MAX_LEVELS) checkLevels(reading.value)
  return reading
}

/** The answer to a body beyond the limits; undefined for another error. */
export function boundsRefusal(error: unknown): StatusError | undefined {
  if (error instanceof TooManyValues) return tooLarge(`Request entity too large: ${error.message}`)
  return error instanceof TooManyLevels ? badRequest(TOO_DEEP) : undefined
}
