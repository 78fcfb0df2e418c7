import type { Redirection, Step } from './script.ts'

export const RESERVED = new Set('if then elif else fi while until do done for in case esac { } ! function'.split(' '))
/** Begins of bash's own syntax, which another shell has to run. */
export const OTHER = new Set([
  '[[',
  'select',
  'coproc',
  'declare',
  'local',
  'typeset',
  'mapfile',
  'readarray',
  'let',
  'trap',
])

export const WHEN = new Map<string, Step['when']>([
  ['&&', 'success'],
  ['||', 'failure'],
])
/** Marks of redirections that mean the same as another. */
export const MARKS = new Map<string, Redirection['operator']>([
  ['>|', '>'],
  ['<&', '>&'],
])
