import { expect, it } from 'vitest'
import { systemClock } from '../clock/clock.ts'
import { dialects } from '../dialect/dialect.ts'
import { memoryLog } from '../store/persistence/memory-log.ts'
import { send } from './api-server-fixture.ts'
import { createApiServer } from './api-server.ts'

const GROUP = 'admissionregistration.k8s.io'
const HEADERS = { 'content-type': 'application/apply-patch+yaml' }

it('keeps a list item when an apply in another version removes everything but its key', async () => {
  const server = await createApiServer({
    clock: systemClock,
    log: memoryLog(),
    dialect: dialects.k8s,
    runtimeConfig: { 'api/all': true },
  })
  const apply = (version: string, matchConditions?: object[]) => {
    const matchConstraints = {
      resourceRules: [{ operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['pods'] }],
    }
    const policy = {
      apiVersion: `${GROUP}/${version}`,
      kind: 'ValidatingAdmissionPolicy',
      metadata: { name: 'a' },
      spec: { matchConstraints, validations: [{ expression: 'true' }], matchConditions },
    }
    const url = `/apis/${GROUP}/${version}/validatingadmissionpolicies/a?fieldManager=m`
    return send(server.handle, 'PATCH', url, { body: JSON.stringify(policy), headers: HEADERS })
  }
  expect((await apply('v1alpha1')).status).toBe(201)
  const { status, json } = await apply('v1beta1', [{}, { name: 'x' }])
  expect([status, json.message]).toEqual([
    422,
    `ValidatingAdmissionPolicy.${GROUP} "a" is invalid: [spec.matchConditions[0].expression: Required value, spec.matchConditions[0].name: Required value, spec.matchConditions[1].expression: Required value]`,
  ])
  await server.close()
})
