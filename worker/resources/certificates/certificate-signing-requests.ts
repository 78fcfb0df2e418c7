import { humanDuration } from '../../api/duration.ts'
import type { Json, JsonObject } from '../../api/json.ts'
import { isObject, objectOrEmpty } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import { extraObject } from '../../api/user.ts'
import { formatTime } from '../../clock/clock.ts'
import { age, text } from '../columns.ts'
import { listAt, ensuredObject, textAt, valueAt } from '../path.ts'
import type { Findings } from '../findings.ts'
import type { Kind } from '../resource.ts'
import { approvalRules, requestRules, statusRules } from './signing-request-rules.ts'

const fieldSelectors = { 'spec.signerName': (object: ApiObject): string => textAt(object, 'spec.signerName') }

/** Fills the missing times of each condition. A condition with an unchanged status keeps its transition time. */
function stampConditions(object: ApiObject, old: ApiObject, now: string): void {
  const { status } = object
  const before = new Map<string, JsonObject>()
  for (const one of listAt(old, 'status.conditions').filter(isObject)) {
    const key = typeAndStatus(one)
    if (!before.has(key)) before.set(key, one)
  }
  const stamped = listAt(object, 'status.conditions').map((condition) => {
    if (!isObject(condition)) return condition
    const { lastUpdateTime, lastTransitionTime } = condition
    const same = before.get(typeAndStatus(condition))
    const began = lastTransitionTime ?? same?.['lastTransitionTime'] ?? now
    return { ...condition, lastUpdateTime: lastUpdateTime ?? now, lastTransitionTime: began }
  })
  if (isObject(status) && stamped.length > 0) object['status'] = { ...status, conditions: stamped }
}

const typeAndStatus = ({ type, status }: JsonObject): string => JSON.stringify([type, status])

async function examine(object: ApiObject): Promise<Findings> {
  const { certificateFaults, requestFaults } = await import('./examination.ts')
  const request = textAt(object, 'spec.request')
  const certificate = textAt(object, 'status.certificate')
  return new Map([
    [`status.certificate ${certificate}`, certificateFaults(certificate)],
    [`spec.request ${request}`, await requestFaults(request)],
  ])
}

/** The column Condition, such as `Approved,Failed,Issued`. `Pending` is shown until the request is approved or denied. */
function state(object: ApiObject): string {
  const types = listAt(object, 'status.conditions').map((one) => (isObject(one) ? textAt(one, 'type') : ''))
  const decided = types.find((type) => type === 'Approved' || type === 'Denied') ?? 'Pending'
  const failed = types.includes('Failed') ? ['Failed'] : []
  const issued = textAt(object, 'status.certificate') === '' ? [] : ['Issued']
  return [decided, ...failed, ...issued].join(',')
}

function lifetime(object: ApiObject): string {
  const seconds = valueAt(object, 'spec.expirationSeconds')
  return typeof seconds === 'number' ? humanDuration(seconds * 1000) : '<none>'
}

const columns = [
  age,
  text(
    'SignerName',
    'Requested signer for the request. It is a qualified name in the form: `scope-hostname.io/name`. If empty, it will be defaulted:\n 1. If it\'s a kubelet client certificate, it is assigned\n    "{labels}/{system}-apiserver-client-kubelet".\n 2. If it\'s a kubelet serving certificate, it is assigned\n    "{labels}/kubelet-serving".\n 3. Otherwise, it is assigned "{labels}/legacy-unknown".\nDistribution of trust for signers happens out of band. You can select on this field using `spec.signerName`.',
    (object) => textAt(object, 'spec.signerName') || '<none>',
  ),
  text('Requestor', 'Base64-encoded PKCS#10 CSR data', 'spec.username'),
  text(
    'RequestedDuration',
    'expirationSeconds is the requested duration of validity of the issued certificate. The certificate signer may issue a certificate with a different validity duration so a client must check the delta between the notBefore and and notAfter fields in the issued certificate to determine the actual duration.\n\nThe v1.22+ in-tree implementations of the well-known Kubernetes signers will honor this field as long as the requested duration is not greater than the maximum duration they will honor per the --cluster-signing-duration CLI flag to the Kubernetes controller manager.\n\nCertificate signers may not honor this field for various reasons:\n\n  1. Old signer that is unaware of the field (such as the in-tree\n     implementations prior to v1.22)\n  2. Signer whose configured maximum is shorter than the requested duration\n  3. Signer whose configured minimum is longer than the requested duration\n\nThe minimum valid value for expirationSeconds is 600, i.e. 10 minutes.',
    lifetime,
  ),
  text('Condition', 'Conditions applied to the request, such as approval or denial.', state),
]

/** Keeps the stored decisions of a type when their number is unchanged. Validation refuses added and removed ones. */
function keepDecisions(object: ApiObject, old: ApiObject): void {
  const { status } = object
  if (!isObject(status) || !Array.isArray(status['conditions'])) return
  let conditions = status['conditions']
  for (const type of ['Approved', 'Denied']) {
    const isDecision = (one: Json): boolean => isObject(one) && one['type'] === type
    const before = listAt(old, 'status.conditions').filter(isDecision)
    if (conditions.filter(isDecision).length !== before.length) continue
    let next = 0
    conditions = conditions.map((one) => (isDecision(one) ? (before[next++] ?? one) : one))
  }
  object['status'] = { ...status, conditions }
}

export const certificateSigningRequests = {
  resource: 'certificates.{domain}/certificatesigningrequests',
  rules: requestRules,
  subresourceRules: { status: statusRules, approval: approvalRules },
  behaviour: () => ({
    unownedFields: ['spec'],
    fieldSelectors,
    columns,
    examine,
    // The server, and not the body, sets the requesting user.
    prepareCreate(object, { user }) {
      const { username, uid, groups, extra } = user
      Object.assign(ensuredObject(object, 'spec'), {
        username,
        uid,
        groups: [...groups],
        extra: extraObject(extra),
      })
    },
    prepareUpdate: (object, old) => void (object['spec'] = old['spec']),
    subresources: {
      status: {
        unownedFields: ['spec', 'status.conditions'],
        prepareUpdate(object, old, { clock }) {
          object['spec'] = old['spec']
          keepDecisions(object, old)
          stampConditions(object, old, formatTime(clock.now()))
        },
      },
      approval: {
        unownedFields: ['spec', 'status.certificate'],
        prepareUpdate(object, old, { clock }) {
          const conditions = valueAt(object, 'status.conditions')
          const status = valueAt(old, 'status')
          object['spec'] = old['spec']
          object['status'] = { ...objectOrEmpty(status), conditions }
          stampConditions(object, old, formatTime(clock.now()))
        },
      },
    },
  }),
} satisfies Kind
