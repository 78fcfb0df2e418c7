import { isObject } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import { ensuredObject, listAt, valueAt } from '../path.ts'
import type { Kind } from '../resource.ts'
import { coerceDefaults } from './default-rules.ts'
import { definitionRules } from './definition-rules.ts'
import { storageVersion } from './storage-version.ts'

/** Adds the storage version to `status.storedVersions`. With `onlyFirst`, it is added only to an empty list. */
function addStored(definition: ApiObject, onlyFirst: boolean): void {
  const versions = listAt(definition, 'status.storedVersions')
  const own = storageVersion(definition)
  if (own === undefined || versions.includes(own) || (onlyFirst && versions.length > 0)) return
  definition['status'] = { ...ensuredObject(definition, 'status'), storedVersions: [...versions, own] }
}

/** The behaviour of definitions. It loads late: few clusters have definitions, and the rules need the expression language. */
export const definitionBehaviour = {
  behaviour: (dialect) => {
    const finalizer = dialect.spell('customresourcecleanup.apiextensions.{domain}')
    const rules = definitionRules(dialect)
    return {
      anyFinalizer: true,
      countsGated: true,
      // The name is validated together with the names and the group.
      nameRule: () => [],
      metadataChecks: ['change'],
      prepareCreate(object) {
        for (const version of listAt(object, 'spec.versions').filter(isObject)) {
          coerceDefaults(valueAt(version, 'schema.openAPIV3Schema'))
        }
        const stored = storageVersion(object)
        Object.assign(ensuredObject(object, 'status'), {
          conditions: null,
          acceptedNames: { plural: '', kind: '' },
          // Without a storage version the list is null, because the error that refuses the definition prints it.
          storedVersions: stored === undefined ? null : [stored],
        })
      },
      prepareUpdate: (object) => addStored(object, false),
      prepareStatus: (object) => addStored(object, true),
      validate: (object) => rules.create(object),
      validateUpdate: (object, old, subresource) =>
        subresource === '' ? rules.update(object, old) : rules.status(object),
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
} satisfies Partial<Kind>
