import { beforeEach, describe, expect, it } from 'vitest'
import { virtualClock } from '../clock/virtual-clock.ts'
import { dialects } from '../dialect/dialect.ts'
import { memoryLog } from '../store/persistence/memory-log.ts'
import { createApiServer } from './api-server.ts'
import { send } from './api-server-fixture.ts'

const PODS = '/api/v1/namespaces/default/pods'
const MAPS = '/api/v1/namespaces/default/configmaps'
const LARGE = '9007199254740993'
const START = Date.UTC(2024, 4, 1)

let request: (method: string, url: string, body?: string, accept?: string) => Promise<{ status: number; text: string }>

beforeEach(async () => {
  const { handle } = await createApiServer({ dialect: dialects.k8s, clock: virtualClock(START), log: memoryLog() })
  request = async (method, url, body, accept = 'application/json') => {
    const headers = { accept, 'content-type': method === 'PATCH' ? 'application/merge-patch+json' : 'application/json' }
    const { status, text } = await send(handle, method, url, { ...(body !== undefined && { body }), headers })
    return { status, text }
  }
  await request('POST', '/api/v1/namespaces/default/serviceaccounts', '{"metadata":{"name":"default"}}')
})

const pod = (spec: string, container = ''): string =>
  `{"metadata":{"name":"p","labels":{"a":"b"}},"spec":{"nodeName":"n",${spec}"containers":[{"name":"c","image":"i"${container}}]}}`

const sleep = (seconds: string): string => `,"lifecycle":{"preStop":{"sleep":{"seconds":${seconds}}}}`

describe('an integer beyond 2^53', () => {
  it('is kept as the grace period of a deletion, whose time wraps as a Go duration', async () => {
    await request('POST', PODS, pod(`"terminationGracePeriodSeconds":${LARGE},`))
    const { status, text } = await request('DELETE', `${PODS}/p`)
    expect(status).toBe(200)
    expect(text).toContain(`"deletionGracePeriodSeconds":${LARGE}`)
    // 2^53 + 1 seconds are 4,611,686,019 seconds more than a multiple of 2^64 nanoseconds.
    const [, time = ''] = /"deletionTimestamp":"([^"]+)"/.exec(text) ?? []
    expect(Date.parse(time) - START).toBe(4_611_686_019_000)
    expect((await request('DELETE', `${PODS}/p?gracePeriodSeconds=5`)).text).toContain('"deletionGracePeriodSeconds":5')
  })

  it('is read from the query of a deletion', async () => {
    await request('POST', PODS, pod(''))
    const { text } = await request('DELETE', `${PODS}/p?gracePeriodSeconds=${LARGE}`)
    expect(text).toContain(`"deletionGracePeriodSeconds":${LARGE}`)
  })

  it('is compared and shown exactly by the rules of pods', async () => {
    const dryRun = async (body: string) => (await request('POST', `${PODS}?dryRun=All`, body)).text
    expect(await dryRun(pod('', sleep(LARGE)))).toContain(`Invalid value: ${LARGE}: must be greater than 0`)
    expect(await dryRun(pod(`"terminationGracePeriodSeconds":${LARGE},`, sleep(LARGE)))).toContain('"kind":"Pod"')
    const token = `"volumes":[{"name":"v","projected":{"sources":[{"serviceAccountToken":{"path":"t","expirationSeconds":${LARGE}}}]}}],`
    expect(await dryRun(pod(token))).toContain(
      `Invalid value: ${LARGE}: may not specify a duration larger than 2^32 seconds`,
    )
  })

  it('is a cell of a Table', async () => {
    const revisions = '/apis/apps/v1/namespaces/default/controllerrevisions'
    await request('POST', revisions, `{"metadata":{"name":"r"},"revision":${LARGE},"data":{}}`)
    const { text } = await request('GET', revisions, undefined, 'application/json;as=Table;g=meta.k8s.io;v=v1')
    expect(text).toContain(LARGE)
  })

  it('is a later generation than the generation of a disruption budget', async () => {
    const budgets = '/apis/policy/v1/namespaces/default/poddisruptionbudgets'
    const spec = '{"minAvailable":1,"selector":{"matchLabels":{"a":"b"}}}'
    await request('POST', budgets, `{"metadata":{"name":"b"},"spec":${spec}}`)
    const status = `{"observedGeneration":${LARGE},"disruptionsAllowed":1,"currentHealthy":2,"desiredHealthy":1,"expectedPods":2}`
    await request('PATCH', `${budgets}/b/status`, `{"status":${status}}`)
    await request('POST', PODS, pod(''))
    await request('PATCH', `${PODS}/p/status`, '{"status":{"phase":"Running"}}')
    const eviction = '{"apiVersion":"policy/v1","kind":"Eviction","metadata":{"name":"p"}}'
    expect((await request('POST', `${PODS}/p/eviction`, eviction)).status).toBe(201)
    expect((await request('GET', `${budgets}/b`)).text).toContain(`"observedGeneration":${LARGE}`)
  })

  it('is shown exactly when an option of a log refuses it, also for a missing pod', async () => {
    const { status, text } = await request('GET', `${PODS}/none/log?tailLines=-${LARGE}`)
    expect(status).toBe(422)
    expect(text).toContain(`Invalid value: -${LARGE}: must be greater than or equal to 0`)
  })

  it('is shown exactly as a revision that the store has not reached', async () => {
    const exact = await request('GET', `${MAPS}?resourceVersion=18446744073709551615&resourceVersionMatch=Exact`)
    expect(exact.status).toBe(504)
    expect(exact.text).toContain('Too large resource version: 18446744073709551615')
  })

  it('bounds the sizes in the schema of a definition', async () => {
    const rules = '"x-kubernetes-validations":[{"rule":"true"}]'
    const properties = `{"a":{"type":"string","maxLength":${LARGE},${rules}},"b":{"type":"array","maxItems":${LARGE},"items":{"type":"object","maxProperties":${LARGE},"additionalProperties":{"type":"integer"}}}}`
    const schema = `{"openAPIV3Schema":{"type":"object","properties":${properties}}}`
    const version = `{"name":"v1","served":true,"storage":true,"schema":${schema}}`
    const { status, text } = await request(
      'POST',
      '/apis/apiextensions.k8s.io/v1/customresourcedefinitions',
      `{"metadata":{"name":"nums.example.com"},"spec":{"group":"example.com","scope":"Namespaced","names":{"plural":"nums","kind":"Num"},"versions":[${version}]}}`,
    )
    expect(status).toBe(201)
    expect(text).toContain(`"maxLength":${LARGE}`)
  })
})

it('ignores the resourceVersion of a new object when it is beyond 64 bits', async () => {
  const body = (version: string): string => `{"metadata":{"name":"m","resourceVersion":"${version}"}}`
  expect((await request('POST', MAPS, body('18446744073709551615'))).status).toBe(500)
  expect((await request('POST', MAPS, body('18446744073709551616'))).status).toBe(201)
})
