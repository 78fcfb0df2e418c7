import { tooLarge, type StatusError } from '../api/status.ts'
import { readJson, type JsonReading } from '../codec/json-reader.ts'
import { readYaml, type YamlReading } from '../codec/lazy-yaml.ts'
import { checkJsonValues, checkValues, type TooManyValues } from '../codec/value-count.ts'

/** @throws TooManyValues, JsonSyntaxError */
export function readBoundedJson(bytes: Uint8Array): JsonReading {
  checkJsonValues(bytes)
  return readJson(bytes)
}

/** @throws TooManyValues, YamlError */
export async function readBoundedYaml(bytes: Uint8Array): Promise<YamlReading> {
  const reading = await readYaml(bytes)
  checkValues(reading.value)
  return reading
}

export const tooManyValues = (error: TooManyValues): StatusError =>
  tooLarge(`Request entity too large: ${error.message}`)
