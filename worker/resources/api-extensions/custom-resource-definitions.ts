import type { JsonObject } from '../../api/json.ts'
import { isObject } from '../../api/json.ts'
import { made, when } from '../notation/defaults.ts'
import type { Rule } from '../notation/rule.ts'
import { at, immutable, where } from '../notation/rule.ts'
import { listAt, part, textAt } from '../path.ts'
import type { Kind } from '../resource.ts'
import { conversion } from './conversion-rules.ts'

const rules: readonly Rule[] = [at('spec', at('conversion', conversion))]

/** Once served, a kind keeps its name and its scope. */
const isEstablished = (definition: JsonObject): boolean =>
  listAt(definition, 'status.conditions')
    .filter(isObject)
    .some(({ type, status }) => type === 'Established' && status === 'True')

export const customResourceDefinitions = {
  resource: 'apiextensions.{domain}/customresourcedefinitions',
  defaults: {
    spec: {
      names: {
        singular: (names) => textAt(names, 'kind').toLowerCase() || undefined,
        listKind: (names) => (textAt(names, 'kind') === '' ? undefined : `${textAt(names, 'kind')}List`),
      },
      conversion: made({
        strategy: when((given) => Object.keys(given).length === 0, 'None'),
        webhook: { clientConfig: { service: { port: 443 } } },
      }),
    },
  },
  rules,
  updates: [
    ...rules,
    where(isEstablished, at('spec', at('scope', immutable), at('names.kind', immutable))),
    at('spec', at('group', immutable), at('names.plural', immutable)),
  ],
  behaviour: () => ({
    // What objects are stored in is known before the names are accepted.
    prepareCreate(object) {
      const stored = listAt(part(object, 'spec'), 'versions')
        .filter(isObject)
        .filter(({ storage }) => storage === true)
        .map((version) => textAt(version, 'name'))
      Object.assign(part(object, 'status'), {
        conditions: null,
        acceptedNames: { plural: '', kind: '' },
        storedVersions: stored,
      })
    },
  }),
} satisfies Kind
