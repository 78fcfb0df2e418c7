import type { Dialect } from '../../dialect/dialect.ts'
import type { ApiObject } from '../../api/object.ts'

/**
 * The labels in the domains of Kubernetes that a node may set on itself, beside all labels of `kubelet.{labels}` and
 * `node.{labels}`.
 */
const ALLOWED = [
  '{labels}/hostname',
  '{labels}/arch',
  '{labels}/os',
  'beta.{labels}/arch',
  'beta.{labels}/os',
  'beta.{labels}/instance-type',
  'node.{labels}/instance-type',
  'topology.{labels}/region',
  'topology.{labels}/zone',
  'failure-domain.beta.{labels}/region',
  'failure-domain.beta.{labels}/zone',
]

const isWithin = (prefix: string, domain: string): boolean => prefix === domain || prefix.endsWith(`.${domain}`)

/** Returns a function that lists the changed labels that a node may not set on itself, because they could attract pods. */
export function forbiddenNodeLabels(dialect: Dialect): (node: ApiObject, old?: ApiObject) => string[] {
  const allowed = new Set(ALLOWED.map((label) => dialect.spell(label)))
  const own = [dialect.spell('kubelet.{labels}'), dialect.spell('node.{labels}')]
  const system = [dialect.spell('{labels}'), dialect.spell('{domain}')]
  const restricted = dialect.spell('node-restriction.{labels}')
  const isForbidden = (label: string): boolean => {
    const prefix = label.includes('/') ? label.slice(0, label.indexOf('/')) : ''
    if (isWithin(prefix, restricted)) return true
    if (!system.some((domain) => isWithin(prefix, domain))) return false
    return !allowed.has(label) && !own.some((domain) => isWithin(prefix, domain))
  }
  return (node, old) => {
    const [next, before] = [node.metadata?.labels ?? {}, old?.metadata?.labels ?? {}]
    const changed = [...new Set([...Object.keys(next), ...Object.keys(before)])].filter(
      (label) => next[label] !== before[label],
    )
    return changed.filter(isForbidden).sort()
  }
}
