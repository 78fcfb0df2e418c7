import type { ApiObject } from '../api/object.ts'
import { textAt } from './path.ts'
import type { Kind } from './resource.ts'

const fieldSelectors = { 'spec.signerName': (object: ApiObject): string => textAt(object, 'spec.signerName') }

export const certificateSigningRequests = {
  resource: 'certificates.{domain}/certificatesigningrequests',
  behaviour: () => ({ fieldSelectors }),
} satisfies Kind

export const clusterTrustBundles = {
  resource: 'certificates.{domain}/clustertrustbundles',
  behaviour: () => ({ fieldSelectors }),
} satisfies Kind
