import type { Redirection, Step } from './script.ts'

/** Words with a special meaning at the beginning of a command. */
export const RESERVED = new Set('if then elif else fi while until do done for in case esac { } ! function'.split(' '))
/** Words that begin syntax of bash outside the parser's subset. */
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

/** The operators between two commands, with the result of the first command for which the second one runs. */
export const WHEN = new Map<string, Step['when']>([
  ['&&', 'success'],
  ['||', 'failure'],
])
/** Redirection operators that mean the same as another operator. */
export const SYNONYMS = new Map<string, Redirection['operator']>([
  ['>|', '>'],
  ['<&', '>&'],
])
