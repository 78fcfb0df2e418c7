import type { JsonObject } from '../../api/json.ts'
import { isObject } from '../../api/json.ts'
import { qualifiedName } from '../../api/names.ts'
import type { Dialect } from '../../dialect/dialect.ts'
import { always, spelledDefault } from '../notation/defaults.ts'
import { age, text } from '../columns.ts'
import type { Place, Step } from '../notation/place.ts'
import type { Rule } from '../notation/rule.ts'
import { checkObject, spelled } from '../notation/rule.ts'
import { listAt, ensuredObject, textAt } from '../path.ts'
import type { Kind } from '../resource.ts'

/** Adds the label by which every namespace can be selected by its name. */
function nameLabel(spell: Dialect['spell']) {
  const key = spell('{labels}/metadata.name')
  return always((metadata) => {
    const labels = isObject(metadata['labels']) ? metadata['labels'] : undefined
    return metadata['name'] ? { ...labels, [key]: metadata['name'] } : labels
  })
}

/** Each of `spec.finalizers` must have a domain or be one of the server's own. `steps` are the last steps of an error's path. */
const finalizersAt = (steps: (index: number) => readonly Step[]): Rule =>
  spelled((spell) => {
    const own: ReadonlySet<string> = new Set([spell('{maker}'), 'orphan', 'foregroundDeletion'])
    return [
      checkObject((namespace, place) => {
        listAt(namespace, 'spec.finalizers').forEach((value, index) => {
          const finalizer = String(value)
          const report = (text: string): void => place.invalid(finalizer, text, 'spec', 'finalizers', ...steps(index))
          qualifiedName(finalizer).forEach(report)
          if (finalizer.includes('/') || own.has(finalizer)) return
          report('name is neither a standard finalizer name nor is it fully qualified')
        })
      }),
    ]
  })

/** The faults of a new namespace name the list, not its items. */
const newFinalizers: readonly Rule[] = [finalizersAt(() => [])]
const finalizers: readonly Rule[] = [finalizersAt((index) => [index])]

/** The phase must agree with the deletion timestamp. */
function phase(namespace: JsonObject, place: Place): void {
  const given = textAt(namespace, 'status.phase')
  const isDeleted = textAt(namespace, 'metadata.deletionTimestamp') !== ''
  const expected = isDeleted ? 'Terminating' : 'Active'
  if (given === expected) return
  const text = `may only be '${expected}' if \`deletionTimestamp\` is ${isDeleted ? 'not ' : ''}empty`
  place.invalid(given, text, 'status', 'Phase')
}

export const namespaces = {
  resource: 'namespaces',
  defaults: { metadata: { labels: spelledDefault(nameLabel) }, status: { phase: 'Active' } },
  rules: newFinalizers,
  updates: [],
  subresourceRules: { finalize: finalizers, status: [checkObject(phase)] },
  behaviour: ({ spell }) => ({
    prepareCreate(object) {
      const spec = ensuredObject(object, 'spec')
      const finalizers = listAt(object, 'spec.finalizers')
      const own = spell('{maker}')
      spec['finalizers'] = finalizers.includes(own) ? [...finalizers] : [...finalizers, own]
      object['status'] = { phase: 'Active' }
      // A generated name was unknown when the defaults were set.
      const { metadata } = object
      if (metadata?.name) metadata.labels = { ...metadata.labels, [spell('{labels}/metadata.name')]: metadata.name }
    },
    prepareUpdate(object, old) {
      object['spec'] = old['spec']
    },
    emptied: {
      takesPolicy: true,
      mark: (object) => void (object['status'] = { ...ensuredObject(object, 'status'), phase: 'Terminating' }),
      held: (object) => listAt(object, 'spec.finalizers').length > 0,
    },
    subresources: {
      finalize: { prepareUpdate: (object, old) => void (object['status'] = old['status']) },
    },
    fieldSelectors: { 'status.phase': (object) => textAt(object, 'status.phase') },
    columns: [text('Status', 'The status of the namespace', 'status.phase'), age],
  }),
} satisfies Kind
