import type { Json, JsonObject } from '../../api/json.ts'
import { isObject } from '../../api/json.ts'
import { always } from '../notation/defaults.ts'
import { each } from '../notation/rule.ts'
import { limitRangeItem } from '../rules/limit-range-item.ts'
import type { Kind } from '../resource.ts'

/** Amounts for containers: an amount that is missing in `field` comes from the first of `others` that has it. */
const filled =
  (field: string, ...others: readonly string[]) =>
  (item: JsonObject): Json | undefined => {
    const parts = [...others].reverse().map((other) => item[other])
    if (item['type'] !== 'Container') return item[field]
    const own = item[field]
    // Spreading keeps a resource named `__proto__`; an assignment would set the prototype.
    const all = [...parts, own].reduce<JsonObject>((sum, part) => (isObject(part) ? { ...sum, ...part } : sum), {})
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
