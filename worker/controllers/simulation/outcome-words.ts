/** The values of the annotation `simulated.{domain}/outcome`. */
export const OUTCOME_WORDS = [
  'run',
  'succeed',
  'fail',
  'crash',
  'out-of-memory',
  'unready',
  'slow-start',
  'never-pulled',
] as const

export type OutcomeWord = (typeof OUTCOME_WORDS)[number]
