import type { Rule } from '../notation/rule.ts'
import { all, check, holds, invalid } from '../notation/rule.ts'

const hasBackstep = (path: string): boolean => path.split('/').includes('..')

export const withoutBacksteps: Rule = holds((path) => !hasBackstep(String(path)), invalid("must not contain '..'"))

/** A path below some directory. */
export const relativePath: Rule = all(
  holds((path) => !String(path).startsWith('/'), invalid('must be a relative path')),
  withoutBacksteps,
)

/** A path below a directory whose entries with two leading dots belong to the server. */
export const unreservedPath: Rule = all(
  relativePath,
  check((value, place) => {
    const path = String(value)
    if (path.startsWith('..') && !path.startsWith('../')) place.invalid(path, "must not start with '..'")
  }),
)

/** Permission bits. */
export const fileMode: Rule = holds(
  (mode) => Number(mode) >= 0 && Number(mode) <= 0o777,
  invalid('must be a number between 0 and 0777 (octal), both inclusive'),
)
