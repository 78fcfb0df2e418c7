import { isObject } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import { listAt, textAt } from '../path.ts'

/** The addresses and host names of a load balancer for a column, unique and sorted. An entry with both shows its address. */
export function entryPoints(object: ApiObject): readonly string[] {
  const points = listAt(object, 'status.loadBalancer.ingress').filter(isObject)
  const names = points.map((point) => textAt(point, 'ip') || textAt(point, 'hostname'))
  return [...new Set(names.filter((name) => name !== ''))].sort()
}
