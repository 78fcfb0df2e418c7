import { resourceNames } from '../../resources/rules/resource-names.ts'
import type { AdmissionContext, AdmissionPlugin } from '../admission.ts'
import { containersOf, objectOf, objectsOf, specOf, textOf } from '../object-parts.ts'
import { operations } from '../scopes.ts'

/**
 * Adds, for each extended resource that a pod requests, a toleration of the NoSchedule taint whose key is the name of the
 * resource. Administrators put this taint on nodes with the resource.
 */
export function extendedResourceToleration({ dialect }: AdmissionContext) {
  const { isExtended } = resourceNames(dialect.spell)
  return {
    name: 'ExtendedResourceToleration',
    handles: operations('CREATE', 'UPDATE').on('pods'),
    admit({ object }) {
      const spec = specOf(object)
      const devices = new Set<string>()
      for (const container of containersOf(spec, ['containers', 'initContainers'])) {
        const requests = objectOf(objectOf(container, 'resources'), 'requests')
        for (const name of Object.keys(requests)) if (isExtended(name)) devices.add(name)
      }
      for (const key of [...devices].sort()) {
        const tolerations = objectsOf(spec, 'tolerations')
        const isSame = (toleration: (typeof tolerations)[number]): boolean =>
          textOf(toleration, 'key') === key &&
          textOf(toleration, 'operator') === 'Exists' &&
          textOf(toleration, 'effect') === 'NoSchedule' &&
          textOf(toleration, 'value') === ''
        const added = { key, operator: 'Exists', effect: 'NoSchedule' }
        spec['tolerations'] = tolerations.some(isSame)
          ? tolerations.map((toleration) => (isSame(toleration) ? added : toleration))
          : [...tolerations, added]
      }
    },
  } satisfies AdmissionPlugin
}
