import { named, type Attack } from '../attack.ts'

const POLICIES = '/apis/admissionregistration.k8s.io/v1'

/** Each variable is twice as long as the previous one. */
export const doublingVariables = {
  name: 'policy variables that double',
  expected: 'answered',
  async run({ send }) {
    const variables = Array.from({ length: 24 }, (_, i) => ({
      name: `v${i}`,
      expression: i === 0 ? '"aaaaaaaaaa"' : `variables.v${i - 1} + variables.v${i - 1}`,
    }))
    const resourceRules = [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['limitranges'] }]
    const validations = [{ expression: 'variables.v23.size() >= 0' }]
    const spec = { matchConstraints: { resourceRules }, variables, validations }
    const binding = { policyName: 'doubling', validationActions: ['Deny'] }
    await send('POST', `${POLICIES}/validatingadmissionpolicies`, { body: named('doubling', { spec }) })
    await send('POST', `${POLICIES}/validatingadmissionpolicybindings`, { body: named('doubling', { spec: binding }) })
    const limits = { spec: { limits: [{ type: 'Container', max: { cpu: '1' } }] } }
    const url = '/api/v1/namespaces/default/limitranges?dryRun=All'
    const { status } = await send('POST', url, { body: named('doubling', limits) })
    await send('DELETE', `${POLICIES}/validatingadmissionpolicies/doubling`)
    await send('DELETE', `${POLICIES}/validatingadmissionpolicybindings/doubling`)
    return status < 500 ? 'answered' : `status ${status}`
  },
} satisfies Attack
