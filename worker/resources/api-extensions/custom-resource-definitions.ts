import { always, made, when } from '../notation/defaults.ts'
import { listAt, textAt } from '../path.ts'
import type { Kind } from '../resource.ts'
import { storageVersion } from './storage-version.ts'

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
    status: {
      storedVersions: always((status, definition) => {
        const stored = listAt(status, 'storedVersions')
        return stored.length > 0 ? [...stored] : [storageVersion(definition) ?? []].flat()
      }),
    },
  },
  gated: { 'spec.versions.selectableFields': 'CustomResourceFieldSelectors' },
  rest: async () => (await import('./definition-behaviour.ts')).definitionBehaviour,
} satisfies Kind
