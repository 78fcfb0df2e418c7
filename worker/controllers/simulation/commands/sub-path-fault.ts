import { isObject, type JsonObject } from '../../../api/json.ts'
import type { ApiObject } from '../../../api/object.ts'
import { listAt, textAt } from '../../../resources/path.ts'
import { containerEnvironment, expanded, type EnvironmentSources } from './container-environment.ts'

/** Why a `subPathExpr` of a container cannot be mounted, in the words of the kubelet; undefined when all can. */
export function subPathFault(pod: ApiObject, container: JsonObject, sources: EnvironmentSources): string | undefined {
  for (const mount of listAt(container, 'volumeMounts').filter(isObject)) {
    const expression = textAt(mount, 'subPathExpr')
    if (expression === '') continue
    const env = containerEnvironment(pod, container, sources)
    const missing = new Set<string>()
    const path = expanded(expression, (name) => {
      const value = env.get(name) ?? ''
      if (value === '') missing.add(name)
      return value
    })
    if (missing.size > 0) return `missing value for ${[...missing].sort().join(', ')}`
    if (path.startsWith('/')) return `error SubPath \`${path}\` must not be an absolute path`
    if (path.split('/').includes('..')) return `unable to provision SubPath \`${path}\`: must not contain '..'`
  }
  return undefined
}
