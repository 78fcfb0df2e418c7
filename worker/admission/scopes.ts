import type { AdmissionScope, Operation } from './admission.ts'

/**
 * Says which requests a plugin cares for: `operations('CREATE').on('pods', 'pods/ephemeralcontainers')`. A resource is
 * written as in error texts, `ingresses.networking.k8s.io`, with a subresource behind a slash.
 */
export function operations(...wanted: readonly Operation[]) {
  return {
    on: (...places: readonly string[]) => {
      const named: ReadonlySet<string> = new Set(places)
      return ({ operation, resource: { group, resource }, subresource }: AdmissionScope): boolean => {
        const plain = group === '' ? resource : `${resource}.${group}`
        return wanted.includes(operation) && named.has(subresource === '' ? plain : `${plain}/${subresource}`)
      }
    },
    onEverything: ({ operation }: AdmissionScope): boolean => wanted.includes(operation),
  }
}

export const isNamespaces = ({ resource }: AdmissionScope): boolean =>
  resource.group === '' && resource.resource === 'namespaces'
