import type { JsonObject } from './json.ts'

/**
 * A part of an object (its `spec`) that equals a part which the server has validated and encoded before: objects made from one
 * template have equal parts. A symbol member of the part holds this, so that steps which pass the part on need not hand it
 * over.
 */
export interface KnownPart {
  /** The JSON text as the store encodes it. */
  text(): string
}

const KNOWN = Symbol('known part')

interface Noting {
  readonly [KNOWN]?: KnownPart
}

/** The part may not change afterwards. Copies of it are not known. */
export function noteKnown(part: JsonObject, known: KnownPart): void {
  Object.defineProperty(part, KNOWN, { value: known, configurable: true })
}

export function knownPart(part: JsonObject): KnownPart | undefined {
  const { [KNOWN]: known }: Noting = part
  return known
}
