import { CONFIG_MAPS, named, refused, type Answer, type Attack, type Target } from '../attack.ts'

const POLICIES = '/apis/admissionregistration.k8s.io/v1'
const FORBIDDEN = { data: { forbidden: 'v' } }
const TRIES = 100
const PAUSE_MS = 50

/** Ways to store objects that a policy forbids, and to delete objects that it keeps. */
export const policyBypass = {
  name: 'a policy avoided by patch, apply and dry run',
  expected: '6 refused, 2 kept',
  async run(target) {
    const { send } = target
    await protect(target)
    await send('POST', CONFIG_MAPS, {
      body: named('guarded', { metadata: { name: 'guarded', labels: { keep: 'yes' } } }),
    })
    const patch = (type: string, body: object, query = ''): Promise<Answer> =>
      send('PATCH', `${CONFIG_MAPS}/guarded${query}`, {
        headers: { 'content-type': `application/${type}` },
        body: JSON.stringify(body),
      })
    const applied = { apiVersion: 'v1', kind: 'ConfigMap', ...named('guarded', FORBIDDEN) }
    const writes = [
      await patch('merge-patch+json', FORBIDDEN),
      await patch('strategic-merge-patch+json', FORBIDDEN),
      await patch('json-patch+json', [{ op: 'add', path: '/data', value: FORBIDDEN.data }]),
      await patch('apply-patch+yaml', applied, '?fieldManager=mallory&force=true'),
      await patch('merge-patch+json', FORBIDDEN, '?dryRun=All'),
      await send('PUT', `${CONFIG_MAPS}/guarded`, { body: named('guarded', FORBIDDEN) }),
    ]
    await send('DELETE', `${CONFIG_MAPS}?labelSelector=keep`)
    const afterCollection = await send('GET', `${CONFIG_MAPS}/guarded`)
    await send('DELETE', `${CONFIG_MAPS}/guarded?propagationPolicy=Foreground&gracePeriodSeconds=0`)
    const afterDelete = await send('GET', `${CONFIG_MAPS}/guarded`)
    await send('DELETE', `${POLICIES}/validatingadmissionpolicybindings/guard`)
    await send('DELETE', `${POLICIES}/validatingadmissionpolicies/guard`)
    const kept = [afterCollection, afterDelete].filter(
      ({ status, text }) => status === 200 && !text.includes('forbidden'),
    )
    return `${writes.filter((answer) => refused(answer) === 'refused').length} refused, ${kept.length} kept`
  },
} satisfies Attack

/** Resolves when the policy is in force. */
async function protect({ send }: Target): Promise<void> {
  const operations = ['CREATE', 'UPDATE', 'DELETE']
  const resourceRules = [{ apiGroups: [''], apiVersions: ['v1'], operations, resources: ['configmaps'] }]
  const validations = [
    { expression: 'object == null || !has(object.data) || !("forbidden" in object.data)' },
    { expression: 'object != null || !has(oldObject.metadata.labels) || !("keep" in oldObject.metadata.labels)' },
  ]
  const binding = { policyName: 'guard', validationActions: ['Deny'] }
  await send('POST', `${POLICIES}/validatingadmissionpolicies`, {
    body: named('guard', { spec: { matchConstraints: { resourceRules }, validations } }),
  })
  await send('POST', `${POLICIES}/validatingadmissionpolicybindings`, { body: named('guard', { spec: binding }) })
  for (let tries = 0; tries < TRIES; tries++) {
    if ((await send('POST', `${CONFIG_MAPS}?dryRun=All`, { body: named('probe', FORBIDDEN) })).status >= 400) return
    await new Promise((resolve) => void setTimeout(resolve, PAUSE_MS))
  }
  throw new Error('the policy never came into force')
}
