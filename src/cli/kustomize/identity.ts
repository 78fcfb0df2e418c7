import type { ApiObject } from '../../../worker/api/object.ts'

/** Group, version, kind, namespace and name of an object: `Deployment.v1.apps/web.[noNs]`. */
export const identity = ({ apiVersion = '', kind = '', metadata }: ApiObject): string => {
  const [group, version] = apiVersion.includes('/') ? apiVersion.split('/') : ['[noGrp]', apiVersion]
  return `${kind}.${version ?? ''}.${group ?? ''}/${metadata?.name ?? ''}.${metadata?.namespace ?? '[noNs]'}`
}
