import { describe, expect, it } from 'vitest'
import type { RequestRecord, TraceStage } from '../../worker/observability/trace.ts'
import { actorOf, agentOf, fits, phasesOf, selectsOne, shownRules, timeText, tookOf, verbOf } from './trace-phases.ts'

const stage = (name: string, message: string, at: number): TraceStage => ({ stage: name, message, at })
const shown = (...[record]: Parameters<typeof phasesOf>): string[] =>
  phasesOf(record).map(({ title, tone, took }) => `${title} ${tone} ${took}`)

describe('the phases of a request', () => {
  it('group admission plugins, and measure each phase from the end of the previous one', () => {
    const stages = [
      stage('authentication', 'no credentials: admin', 1),
      stage('authorization', 'allow: every request is allowed', 2),
      stage('admission/NamespaceLifecycle', 'admitted', 3),
      stage('admission/LimitRanger', 'admitted', 5),
      stage('admission/NamespaceLifecycle', 'validated', 6),
      stage('store', 'created at revision 7', 9),
    ]
    expect(shown({ stages, status: 201, duration: 10 })).toEqual([
      'Authentication good 1',
      'Authorization good 1',
      'Mutating admission good 3',
      'Validating admission good 1',
      'Store good 3',
      'Answer 201 good 1',
    ])
  })

  it('mark the phase that refused', () => {
    const stages = [
      stage('admission/ResourceQuota', 'refused: exceeded quota', 4),
      stage('refused', 'pods "a" is forbidden: exceeded quota', 5),
    ]
    expect(shown({ stages, status: 403, duration: 5 })).toEqual(['Validating admission bad 4', 'Answer 403 bad 1'])
  })
})

describe('a stage', () => {
  it('measures the time since the end of the previous stage, in milliseconds', () => {
    const stages = [stage('authentication', 'admin', 1), stage('flow', 'seat', 4), stage('store', 'created', 4.5)]
    expect(stages.map((_, index) => tookOf(stages, index))).toEqual([1, 3, 0.5])
    expect([0.424, 9.5, 12.6].map(timeText)).toEqual(['0.42 ms', '9.50 ms', '13 ms'])
  })

  it('shows only the rules that allow an allowed request, and all rules of a refused one', () => {
    const rules = [{ lacks: [] }, { lacks: ['verb delete'] }] as unknown as Parameters<typeof shownRules>[1]
    expect(shownRules([stage('authorization', 'allow: RBAC', 1)], rules)).toEqual([rules[0]])
    expect(shownRules([stage('authorization', 'no-opinion: RBAC', 1)], rules)).toEqual(rules)
  })
})

it('names the program by its User-Agent', () => {
  expect(agentOf('svcctl/v1.30.0 (linux/amd64) kubernetes/7c48c2b')).toBe('svcctl')
  expect(agentOf('tabplane')).toBe('this page')
  expect(agentOf('')).toBe('')
})

it('filters by every word', () => {
  const record = {
    method: 'PATCH',
    url: '/api/v1/pods',
    status: 403,
    user: 'bob',
    actingAs: '',
    controller: '',
    userAgent: 'svcctl/v1',
  } as RequestRecord
  expect(fits(record, 'BOB 403')).toBe(true)
  expect(fits(record, 'bob get')).toBe(false)
  expect(fits(record, '')).toBe(true)
})

it('filters by user, verb, status and resource', () => {
  const record = {
    method: 'GET',
    url: '/apis/apps/v1/namespaces/shop/deployments?limit=5',
    status: 403,
    user: 'admin',
    actingAs: 'system:serviceaccount:shop:bot',
    controller: '',
    userAgent: '',
  } as RequestRecord
  expect(fits(record, 'verb:list status:4xx resource:deployments user:shop:bot')).toBe(true)
  for (const other of ['verb:get', 'status:2', 'resource:deploy', 'user:alice']) expect(fits(record, other)).toBe(false)
  expect(actorOf(record)).toBe('system:serviceaccount:shop:bot (by admin)')
  expect(verbOf({ method: 'GET', url: '/api/v1/pods?watch=true' })).toBe('watch')
  expect(verbOf({ method: 'GET', url: '/api/v1/namespaces/a/pods/b' })).toBe('get')
})

it('selects exactly one request by its audit ID', () => {
  const records = ['5f0c-A', '5f0c-b'].map(
    (id) =>
      ({ id, method: 'GET', url: '/api', user: '', actingAs: '', controller: '', userAgent: '' }) as RequestRecord,
  )
  expect(records.filter((record) => fits(record, 'id:5f0c-A'))).toEqual([records[0]])
  expect(records.filter((record) => fits(record, 'id:5f0c'))).toEqual([])
  expect(['id:5f0c', 'web id:5f0c', 'id:', 'uid:5'].map(selectsOne)).toEqual([true, true, false, false])
})
