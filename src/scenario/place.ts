/** A position in the text of a scenario, counted from 1. */
export interface Place {
  readonly line: number
  readonly column: number
  /** The file of a scenario that is a folder. */
  readonly file?: string
}

/** Keys and list indices, from the root of a scenario. */
export type ScenarioPath = readonly (string | number)[]

/** A path as text: `steps[0].checks[1].expr`. */
export const formatPath = (path: ScenarioPath): string =>
  path.map((part, at) => (typeof part === 'number' ? `[${part}]` : `${at === 0 ? '' : '.'}${part}`)).join('')
