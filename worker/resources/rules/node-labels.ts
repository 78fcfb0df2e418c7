import type { Json } from '../../api/json.ts'
import { isObject } from '../../api/json.ts'
import type { Dialect } from '../../dialect/dialect.ts'
import type { Rule } from '../notation/rule.ts'
import { checkObject, each, spelled } from '../notation/rule.ts'
import { textAt } from '../path.ts'

/** Deprecated node labels, and the labels that replace them. */
const RENAMED: readonly (readonly [old: string, since: string, now: string])[] = [
  ['beta.{labels}/arch', '1.14', '{labels}/arch'],
  ['beta.{labels}/os', '1.14', '{labels}/os'],
  ['failure-domain.beta.{labels}/region', '1.17', 'topology.{labels}/region'],
  ['failure-domain.beta.{labels}/zone', '1.17', 'topology.{labels}/zone'],
  ['beta.{labels}/instance-type', '1.17', 'node.{labels}/instance-type'],
]

/** Deprecated label → the text of the warning. */
export const deprecatedNodeLabels = (spell: Dialect['spell']): ReadonlyMap<string, string> =>
  new Map(RENAMED.map(([old, since, now]) => [spell(old), `deprecated since v${since}; use "${spell(now)}" instead`]))

/** Deprecated label → the label that replaces it. */
export const stableLabels = (spell: Dialect['spell']): ReadonlyMap<string, string> =>
  new Map(RENAMED.map(([old, , now]) => [spell(old), spell(now)]))

/** Warns about deprecated labels in a term of a node selector. */
export const nodeTermWarnings: Rule = spelled((spell) => {
  const deprecated = deprecatedNodeLabels(spell)
  return [
    each(
      'matchExpressions',
      checkObject((expression, place) => {
        const key = textAt(expression, 'key')
        const text = deprecated.get(key)
        if (text !== undefined) place.warn(`${key} is ${text}`, 'key')
      }),
    ),
  ]
})

export const keysOf = (value: Json | undefined): readonly string[] => (isObject(value) ? Object.keys(value) : [])
