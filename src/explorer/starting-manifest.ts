import { formatGroupVersion } from '../../worker/api/group-version.ts'
import type { ResourceType } from '../client/discovery.ts'

/** The first lines of a new object of this type. */
export function startingManifest(type: ResourceType, namespace: string): string {
  const lines = [
    `apiVersion: ${formatGroupVersion(type)}`,
    `kind: ${type.kind}`,
    'metadata:',
    `  name: my-${type.singular || type.kind.toLowerCase()}`,
  ]
  if (type.namespaced) lines.push(`  namespace: ${namespace || 'default'}`)
  return lines.join('\n') + '\n'
}
