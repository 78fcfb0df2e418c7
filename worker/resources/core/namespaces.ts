import { isObject } from '../../api/json.ts'
import type { Dialect } from '../../dialect/dialect.ts'
import { always, spelledDefault } from '../notation/defaults.ts'
import { age, text } from '../columns.ts'
import { listAt, part, textAt } from '../path.ts'
import type { Kind } from '../resource.ts'

/** Every namespace can be selected by its name. */
function nameLabel(spell: Dialect['spell']) {
  const key = spell('{labels}/metadata.name')
  return always((metadata) => {
    const labels = isObject(metadata['labels']) ? metadata['labels'] : undefined
    return metadata['name'] ? { ...labels, [key]: metadata['name'] } : labels
  })
}

export const namespaces = {
  resource: 'namespaces',
  defaults: { metadata: { labels: spelledDefault(nameLabel) }, status: { phase: 'Active' } },
  behaviour: ({ spell }) => ({
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
