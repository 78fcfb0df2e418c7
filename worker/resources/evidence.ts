import type { Json } from '../api/json.ts'
import type { Findings } from './findings.ts'

/** The knowledge of a write about an object before the rules of its kind run, and what they find out for the next write. */
export interface Evidence {
  readonly findings?: Findings | undefined
  /** The stored object passed the rules, and those of each part read that part only. */
  readonly isStoredSound?: boolean
  /** A part of the object that equals one which passed the rules of a new object, without a warning, and read that part only. */
  readonly knownPart?: Json | undefined
  /** A rule of one part of the object read another part: an equal part may fail in another object. */
  looksAround?: boolean
}
