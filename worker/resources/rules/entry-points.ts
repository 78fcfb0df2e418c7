import { isObject } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import { listAt, textAt } from '../path.ts'

/** Where a load balancer lets traffic in, for a column: each once and in order; an address goes before a name. */
export function entryPoints(object: ApiObject): readonly string[] {
  const points = listAt(object, 'status.loadBalancer.ingress').filter(isObject)
  const names = points.map((point) => textAt(point, 'ip') || textAt(point, 'hostname'))
  return [...new Set(names.filter((name) => name !== ''))].sort()
}
