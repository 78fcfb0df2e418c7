import { isObject } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import { lazy } from '../../api/lazy.ts'
import { always, made, when } from '../notation/defaults.ts'
import { listAt, ensuredObject, textAt, valueAt } from '../path.ts'
import type { Kind } from '../resource.ts'
import type * as definitionRules from './definition-rules.ts'

type DefinitionRules = typeof definitionRules

let rules: DefinitionRules | undefined

/** The rules are loaded with the first write, because few clusters have definitions and few requests write one. */
const loadRules = lazy(async () => {
  rules = await import('./definition-rules.ts')
})

function loaded(): DefinitionRules {
  if (rules === undefined) throw new Error('await load() before a definition is written')
  return rules
}

const storageVersion = (definition: ApiObject): string | undefined => {
  const stored = listAt(definition, 'spec.versions')
    .filter(isObject)
    .find(({ storage }) => storage === true)
  return stored && textAt(stored, 'name')
}

/** Adds the storage version, which does not depend on the accepted names. */
function addStored(definition: ApiObject, onlyFirst: boolean): void {
  const versions = listAt(definition, 'status.storedVersions')
  const own = storageVersion(definition)
  if (own === undefined || versions.includes(own) || (onlyFirst && versions.length > 0)) return
  definition['status'] = { ...ensuredObject(definition, 'status'), storedVersions: [...versions, own] }
}

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
  behaviour: (dialect) => {
    const finalizer = dialect.spell('customresourcecleanup.apiextensions.{domain}')
    let compiled: ReturnType<DefinitionRules['definitionRules']> | undefined
    const ruling = (): ReturnType<DefinitionRules['definitionRules']> =>
      (compiled ??= loaded().definitionRules(dialect))
    return {
      anyFinalizer: true,
      metadataChecks: ['change'],
      load: () => (rules === undefined ? loadRules() : undefined),
      prepareCreate(object) {
        for (const version of listAt(object, 'spec.versions').filter(isObject)) {
          loaded().coerceDefaults(valueAt(version, 'schema.openAPIV3Schema'))
        }
        const stored = storageVersion(object)
        Object.assign(ensuredObject(object, 'status'), {
          conditions: null,
          acceptedNames: { plural: '', kind: '' },
          // A new definition without a storage version has no list, and the text of its refusal says so.
          storedVersions: stored === undefined ? null : [stored],
        })
      },
      prepareUpdate: (object) => addStored(object, false),
      prepareStatus: (object) => addStored(object, true),
      validate: (object) => ruling().create(object),
      validateUpdate: (object, old, subresource) =>
        subresource === '' ? ruling().update(object, old) : ruling().status(object),
      // A definition is removed after its objects.
      emptied: {
        mark(object) {
          const { metadata = {} } = object
          const lastTransitionTime = metadata.deletionTimestamp ?? null
          const conditions = listAt(object, 'status.conditions').filter(
            (condition) => !(isObject(condition) && condition['type'] === 'Terminating'),
          )
          const terminating = {
            type: 'Terminating',
            status: 'True',
            lastTransitionTime,
            reason: 'InstanceDeletionPending',
            message: 'CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon',
          }
          const finalizers = metadata.finalizers ?? []
          if (!finalizers.includes(finalizer)) metadata.finalizers = [...finalizers, finalizer]
          object['status'] = { ...ensuredObject(object, 'status'), conditions: [...conditions, terminating] }
        },
        held: () => false,
      },
    }
  },
} satisfies Kind
