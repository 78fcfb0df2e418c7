import { dialects, type Dialect } from '../worker/dialect/dialect.ts'
import type { FlagValues } from './flags.ts'
import { text } from './flags.ts'

/** The dialect of `--dialect`. */
export const dialectOf = (flags: FlagValues): Dialect => dialects[text(flags, 'dialect') === 'k8s' ? 'k8s' : 'svc']
