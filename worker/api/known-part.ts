import type { JsonObject } from './json.ts'

/**
 * The earlier results for a part of an object (its `spec`) that equals a part which the server has validated and encoded
 * before. Objects made from one template have such equal parts. A symbol member of the part holds the results, so functions
 * that pass the part on need no further parameter.
 */
export interface KnownPart {
  /** The JSON text as the store encodes it. */
  text(): string
}

const KNOWN = Symbol('known part')

interface Noting {
  readonly [KNOWN]?: KnownPart
}

/** Marks a part as known. The part must not change afterwards. Copies of the part are not known. */
export function noteKnown(part: JsonObject, known: KnownPart): void {
  Object.defineProperty(part, KNOWN, { value: known, configurable: true })
}

export function knownPart(part: JsonObject): KnownPart | undefined {
  const { [KNOWN]: known }: Noting = part
  return known
}
