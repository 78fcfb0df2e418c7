import { isObject } from '../../api/json.ts'
import { pathSegment } from '../../api/names.ts'
import type { ApiObject } from '../../api/object.ts'
import { valueAt, part, textAt } from '../path.ts'
import type { Kind } from '../resource.ts'
import { approvalRules, requestRules, statusRules } from './signing-request-rules.ts'

const fieldSelectors = { 'spec.signerName': (object: ApiObject): string => textAt(object, 'spec.signerName') }

export const certificateSigningRequests = {
  resource: 'certificates.{domain}/certificatesigningrequests',
  rules: requestRules,
  subresourceRules: { status: statusRules, approval: approvalRules },
  behaviour: () => ({
    nameRule: pathSegment,
    fieldSelectors,
    // Who asks is not for the request to say.
    prepareCreate(object, { user }) {
      const { username, uid, groups, extra } = user
      const extras = Object.entries(extra).map(([key, values]) => [key, [...values]] as const)
      Object.assign(part(object, 'spec'), { username, uid, groups: [...groups], extra: Object.fromEntries(extras) })
    },
    prepareUpdate: (object, old) => void (object['spec'] = old['spec']),
    subresources: {
      approval: {
        prepareUpdate(object, old) {
          const conditions = valueAt(object, 'status.conditions')
          const status = valueAt(old, 'status')
          object['spec'] = old['spec']
          object['status'] = { ...(isObject(status) ? status : {}), conditions }
        },
      },
    },
  }),
} satisfies Kind
