import { stringOrEmpty } from '../../../worker/api/json.ts'
import type { ApiObject } from '../../../worker/api/object.ts'

/** Group, version, kind, namespace and name of an object: `Deployment.v1.apps/web.[noNs]`. */
export const identity = ({ apiVersion = '', kind = '', metadata }: ApiObject): string => {
  const [group, version] = apiVersion.includes('/') ? apiVersion.split('/') : ['[noGrp]', apiVersion]
  return `${kind}.${version ?? ''}.${group ?? ''}/${metadata?.name ?? ''}.${metadata?.namespace ?? '[noNs]'}`
}

/** The name and the namespace by which kustomize finds an object. */
export const placeOf = ({ metadata }: ApiObject): { name: string; namespace: string } => ({
  name: metadata?.name ?? '',
  namespace: stringOrEmpty(metadata?.namespace) || 'default',
})
