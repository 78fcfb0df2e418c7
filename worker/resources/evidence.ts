import type { Json } from '../api/json.ts'
import type { Findings } from './findings.ts'

/**
 * Facts about an object that its rules use in one write, and a fact that the rules report for later writes. A part is the
 * value of a top-level field, such as `spec`.
 */
export interface Evidence {
  readonly findings?: Findings | undefined
  /** Whether the stored object passed all rules, and no rule of a part read another part: unchanged parts then need no check. */
  readonly isStoredSound?: boolean
  /** A part of a new object that passed its rules in an earlier object, without a warning and without a read of other parts. */
  readonly knownPart?: Json | undefined
  /** Adds a text to the warnings of an update, which may still fail. */
  readonly warn?: (text: string) => void
  /** Set when a rule of one part read another part: an equal part may then fail in another object. */
  readsOtherParts?: boolean
}
