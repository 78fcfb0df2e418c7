import type { ApiObject } from '../api/object.ts'
import type { Dialect } from '../dialect/dialect.ts'

/** An object that the server makes when it starts and finds missing. */
interface BootstrapObject {
  readonly group: string
  readonly version: string
  readonly resource: string
  readonly namespace: string
  readonly object: ApiObject
}

const SYSTEM_NAMESPACES = ['default', '{system}-system', '{system}-public', '{system}-node-lease']

/** In the order in which they are made. */
export function bootstrapObjects({ spell }: Dialect): readonly BootstrapObject[] {
  return SYSTEM_NAMESPACES.map((template) => ({
    group: '',
    version: 'v1',
    resource: 'namespaces',
    namespace: '',
    object: { kind: 'Namespace', apiVersion: 'v1', metadata: { name: spell(template) } },
  }))
}
