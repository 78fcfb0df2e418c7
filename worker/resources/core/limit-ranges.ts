import type { Json, JsonObject } from '../../api/json.ts'
import { isObject } from '../../api/json.ts'
import { always } from '../notation/defaults.ts'
import { each } from '../notation/rule.ts'
import { limitRangeItem } from '../rules/limit-range-item.ts'
import type { Kind } from '../resource.ts'

/** Amounts for containers: an amount that is missing in the first map comes from the others, in their order. */
const filled =
  (field: string, ...others: readonly string[]) =>
  (item: JsonObject): Json | undefined => {
    const parts = [...others].reverse().map((other) => item[other])
    if (item['type'] !== 'Container') return item[field]
    const all = Object.assign({}, ...parts.filter(isObject), isObject(item[field]) ? item[field] : {}) as JsonObject
    return Object.keys(all).length > 0 ? all : undefined
  }

export const limitRanges = {
  resource: 'limitranges',
  defaults: {
    spec: {
      limits: {
        default: always(filled('default', 'max')),
        defaultRequest: always(filled('defaultRequest', 'default', 'min')),
      },
    },
  },
  rules: [each('spec.limits', limitRangeItem)],
  behaviour: () => ({
    // A limit range without a name gets a random one.
    prepareCreate(object, { clock }) {
      if (object.metadata && !object.metadata.name) object.metadata.name = clock.uuid()
    },
  }),
} satisfies Kind
