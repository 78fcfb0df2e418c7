import type { Redirection, Step } from './script.ts'

/** Words with a meaning of their own at the beginning of a command. */
export const RESERVED = new Set('if then elif else fi while until do done for in case esac { } ! function'.split(' '))
/** Words that begin syntax of bash that the parser does not read. */
export const UNSUPPORTED = new Set([
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

/** The operators between two commands, by the result of the first for which the second runs. */
export const WHEN = new Map<string, Step['when']>([
  ['&&', 'success'],
  ['||', 'failure'],
])
/** Redirection operators that mean the same as another operator. */
export const SYNONYMS = new Map<string, Redirection['operator']>([
  ['>|', '>'],
  ['<&', '>&'],
])
