import { age, text } from './columns.ts'
import { listAt, part, textAt } from './path.ts'
import type { Kind } from './resource.ts'

export const namespaces = {
  resource: 'namespaces',
  behaviour: ({ spell }) => ({
    defaults(object) {
      const { metadata } = object
      if (metadata?.name) metadata.labels = { ...metadata.labels, [spell('{labels}/metadata.name')]: metadata.name }
    },
    prepareCreate(object) {
      const spec = part(object, 'spec')
      const finalizers = listAt(object, 'spec.finalizers')
      const own = spell('{maker}')
      spec['finalizers'] = finalizers.includes(own) ? [...finalizers] : [...finalizers, own]
      object['status'] = { phase: 'Active' }
    },
    prepareUpdate(object, old) {
      object['spec'] = old['spec']
    },
    emptied: {
      mark: (object) => void (object['status'] = { ...part(object, 'status'), phase: 'Terminating' }),
      held: (object) => listAt(object, 'spec.finalizers').length > 0,
    },
    subresources: {
      finalize: { prepareUpdate: (object, old) => void (object['status'] = old['status']) },
    },
    fieldSelectors: { 'status.phase': (object) => textAt(object, 'status.phase') },
    columns: [text('Status', 'The status of the namespace', 'status.phase'), age],
  }),
} satisfies Kind
