import { expect, it } from 'vitest'
import { junit, testScenario } from '../../package/scenario/scenario-tests.ts'

const scenario = (expr: string, solution: string): string => `apiVersion: tabplane.dev/v1
kind: Scenario
name: play
title: Play
summary: A scenario to play.
level: beginner
minutes: 1
identities: [{name: alice, user: alice}]
objects: [{apiVersion: v1, kind: Namespace, metadata: {name: shop}}]
steps:
  - title: Only step
    text: Do it.
    identity: alice
    checks: [{name: c, title: C, expr: "${expr}"}]
    solution: [${solution}]
`

const faultsOf = async (expr: string, solution: string) =>
  (await testScenario({ path: 'play.yaml', text: scenario(expr, solution) })).faults

const REFUSED = `requests.exists(r, r.user == 'alice' && r.code == 403)`
const READ = '{run: kubectl get secrets -n shop}'

it('passes a scenario whose solution makes the check true, as the identity of its step', async () => {
  expect(await faultsOf(REFUSED, READ)).toEqual([])
})

it('fails a check that is true without the solution, for example because of a controller', async () => {
  expect(await faultsOf(`object('serviceaccounts', 'shop', 'default').hasValue()`, READ)).toEqual([
    'step 1 (Only step): check c is true before the solution',
  ])
})

it('fails a check that the solution leaves false, with the refusals of its commands', async () => {
  expect(await faultsOf(`object('secrets', 'shop', 's').hasValue()`, READ)).toEqual([
    'step 1 (Only step): check c is pending',
    expect.stringContaining('kubectl get secrets -n shop: Error from server (Forbidden)') as string,
  ])
})

it('refuses a command that is not of the client', async () => {
  const [, refusal] = await faultsOf(REFUSED, '{run: cat /etc/passwd}')
  expect(refusal).toContain('a solution runs simple commands of kubectl')
})

it('writes a report that holds no markup of the scenario', () => {
  const report = junit([{ path: 'a.yaml', title: '<b>"&\u0007', faults: ['</failure>'], seconds: 1 }])
  expect(report).toContain('name="&lt;b&gt;&quot;&amp;\ufffd"')
  expect(report).toContain('tests="1" failures="1"')
  expect(report).toContain('>&lt;/failure&gt;</failure>')
})
