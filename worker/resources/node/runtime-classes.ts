import { goJson } from '../../api/go-json.ts'
import type { Json } from '../../api/json.ts'
import { isObject, objectOrEmpty } from '../../api/json.ts'
import { dnsLabel } from '../../api/names.ts'
import { repeatedIndexes } from '../../api/repeated.ts'
import { age, text } from '../columns.ts'
import type { Rule } from '../notation/rule.ts'
import { at, atShown, check, checkObject, named, spelled } from '../notation/rule.ts'
import { immutableText } from '../rules/immutability.ts'
import { labels } from '../rules/label-selector.ts'
import { deprecatedNodeLabels } from '../rules/node-labels.ts'
import { overheadLimits } from '../rules/resource-requirements.ts'
import { goToleration, tolerations } from '../rules/scheduling.ts'
import { textAt } from '../path.ts'
import type { Kind } from '../resource.ts'

/** The real server's path has the field twice. */
const doubled: Rule = at('tolerations', atShown('', 'tolerations', tolerations))

const KEY_FIELDS = ['key', 'operator', 'value', 'effect']

/** Tolerations that differ only in their seconds are the same entry. */
const distinct: Rule = check((list, place) => {
  const all: readonly Json[] = Array.isArray(list) ? list : []
  const keys = all.map((one) => goJson(KEY_FIELDS.map((field) => textAt(objectOrEmpty(one), field))))
  for (const index of repeatedIndexes(keys)) {
    const one = all[index]
    if (isObject(one)) place.duplicateShown(goToleration(one), index)
  }
})

const oldLabels: Rule = spelled((spell) => {
  const deprecated = deprecatedNodeLabels(spell)
  return [
    checkObject((selector, place) => {
      for (const key of Object.keys(selector)) {
        const text = deprecated.get(key)
        if (text !== undefined) place.warn(text)
      }
    }),
  ]
})

const rules: readonly Rule[] = [
  at('handler', named(dnsLabel)),
  at(
    'overhead',
    overheadLimits(({ podFixed }) => podFixed),
  ),
  at('scheduling', at('nodeSelector', labels), doubled, at('tolerations', distinct)),
]

export const runtimeClasses = {
  resource: 'node.{domain}/runtimeclasses',
  rules,
  updates: [...rules, at('handler', immutableText)],
  warnings: [at('scheduling.nodeSelector', oldLabels)],
  behaviour: () => ({
    columns: [text('Handler', '', 'handler'), age],
  }),
} satisfies Kind
