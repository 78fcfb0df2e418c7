import { boundedNumber } from '../../api/numbers.ts'
import type { Rule } from '../notation/rule.ts'
import { check, holds, invalid } from '../notation/rule.ts'

const BACKSTEP = "must not contain '..'"

const hasBackstep = (path: string): boolean => path.includes('..') && path.split('/').includes('..')

export const withoutBacksteps: Rule = holds((path) => !hasBackstep(String(path)), invalid(BACKSTEP))

/** The faults of a relative path. */
export const relativePathFaults = (path: string): readonly string[] => [
  ...(path.startsWith('/') ? ['must be a relative path'] : []),
  ...(hasBackstep(path) ? [BACKSTEP] : []),
]

/** The faults of a relative path in a directory whose entries with two leading dots are reserved for the node agent. */
export const pathFaults = (path: string): readonly string[] => [
  ...relativePathFaults(path),
  ...(path.startsWith('..') && !path.startsWith('../') ? ["must not start with '..'"] : []),
]

const faultless = (faults: (path: string) => readonly string[]): Rule =>
  check((value, place) => {
    for (const fault of faults(String(value))) place.invalid(value, fault)
  })

/** A relative path. */
export const relativePath: Rule = faultless(relativePathFaults)

/** A relative path in a directory whose entries with two leading dots are reserved for the node agent. */
export const unreservedPath: Rule = faultless(pathFaults)

/** The permission bits of a file. */
export const fileMode: Rule = holds(
  (mode) => boundedNumber(mode) >= 0 && boundedNumber(mode) <= 0o777,
  invalid('must be a number between 0 and 0777 (octal), both inclusive'),
)
