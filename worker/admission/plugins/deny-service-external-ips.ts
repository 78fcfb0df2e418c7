import type { ApiObject } from '../../api/object.ts'
import type { AdmissionPlugin } from '../admission.ts'
import { specOf } from '../object-parts.ts'
import { refused } from '../refusal.ts'
import { operations } from '../scopes.ts'

/** A service may lose external addresses, but may not gain any. */
export function denyServiceExternalIPs() {
  return {
    name: 'DenyServiceExternalIPs',
    handles: operations('CREATE', 'UPDATE').on('services'),
    validate(request) {
      const old = new Set(externalIPs(request.oldObject))
      if (externalIPs(request.object).every((address) => old.has(address))) return
      throw refused(request, 'Use of external IPs is denied by admission control')
    },
  } satisfies AdmissionPlugin
}

function externalIPs(service: ApiObject | undefined): readonly unknown[] {
  const addresses = specOf(service)['externalIPs']
  return Array.isArray(addresses) ? addresses : []
}
