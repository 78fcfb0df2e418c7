import { dnsLabel } from '../../api/names.ts'
import type { ApiObject } from '../../api/object.ts'

/** A warning where a name that ends up in host names is none of a host. */
export function hostNameWarnings({ metadata }: ApiObject, use: string): readonly string[] {
  const faults = dnsLabel(metadata?.name ?? '')
  if (faults.length === 0) return []
  return [
    `metadata.name: ${use}, which can result in surprising behavior; a DNS label is recommended: [${faults.join(' ')}]`,
  ]
}

/** Of kinds that make pods named after themselves. */
export const podNameWarnings = (object: ApiObject, old: ApiObject | undefined): readonly string[] =>
  old === undefined ? hostNameWarnings(object, 'this is used in Pod names and hostnames') : []
