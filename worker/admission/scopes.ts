import type { AdmissionScope, Operation } from './admission.ts'

/**
 * Selects the requests that a plugin handles: `operations('CREATE').on('pods', 'pods/ephemeralcontainers')`. Resources
 * have the form of error texts, `ingresses.networking.k8s.io`, with a subresource after a slash.
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
