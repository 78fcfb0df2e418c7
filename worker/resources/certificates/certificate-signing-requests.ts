import { isObject } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import { formatTime } from '../../clock/clock.ts'
import { listAt, part, textAt, valueAt } from '../path.ts'
import type { Kind } from '../resource.ts'
import { approvalRules, requestRules, statusRules } from './signing-request-rules.ts'

const fieldSelectors = { 'spec.signerName': (object: ApiObject): string => textAt(object, 'spec.signerName') }

/** A condition that comes without its times gets them; the same state keeps the time at which it began. */
function stampConditions(object: ApiObject, old: ApiObject, now: string): void {
  const { status } = object
  const before = listAt(old, 'status.conditions').filter(isObject)
  const stamped = listAt(object, 'status.conditions').map((condition) => {
    if (!isObject(condition)) return condition
    const { type, status: state, lastUpdateTime, lastTransitionTime } = condition
    const same = before.find((one) => one['type'] === type && one['status'] === state)
    const began = lastTransitionTime ?? same?.['lastTransitionTime'] ?? now
    return { ...condition, lastUpdateTime: lastUpdateTime ?? now, lastTransitionTime: began }
  })
  if (isObject(status) && stamped.length > 0) object['status'] = { ...status, conditions: stamped }
}

export const certificateSigningRequests = {
  resource: 'certificates.{domain}/certificatesigningrequests',
  rules: requestRules,
  subresourceRules: { status: statusRules, approval: approvalRules },
  behaviour: () => ({
    unownedFields: ['spec'],
    fieldSelectors,
    // Who asks is not for the request to say.
    prepareCreate(object, { user }) {
      const { username, uid, groups, extra } = user
      const extras = Object.entries(extra).map(([key, values]) => [key, [...values]] as const)
      Object.assign(part(object, 'spec'), { username, uid, groups: [...groups], extra: Object.fromEntries(extras) })
    },
    prepareUpdate: (object, old) => void (object['spec'] = old['spec']),
    subresources: {
      status: {
        prepareUpdate(object, old, { clock }) {
          object['spec'] = old['spec']
          stampConditions(object, old, formatTime(clock.now()))
        },
      },
      approval: {
        prepareUpdate(object, old, { clock }) {
          const conditions = valueAt(object, 'status.conditions')
          const status = valueAt(old, 'status')
          object['spec'] = old['spec']
          object['status'] = { ...(isObject(status) ? status : {}), conditions }
          stampConditions(object, old, formatTime(clock.now()))
        },
      },
    },
  }),
} satisfies Kind
