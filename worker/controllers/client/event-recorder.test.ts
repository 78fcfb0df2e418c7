import { expect, it } from 'vitest'
import { configMap } from '../../verbs/verbs-fixture.ts'
import { managed } from '../controller-fixture.ts'

async function recording() {
  const cluster = await managed([])
  const about = await cluster.create('configmaps', configMap('a'))
  const recorder = cluster.context.recorder('some-controller')
  return { ...cluster, about, recorder }
}

it('writes an event, and raises the count of a repeated one', async () => {
  const { recorder, about, pass, all, report } = await recording()
  recorder.event(about, 'Warning', 'Odd', 'it is odd')
  await pass(5000)
  recorder.event(about, 'Warning', 'Odd', 'it is odd')
  await pass(0)
  const events = all('events')
  expect(events).toHaveLength(1)
  const { uid, resourceVersion } = about.metadata ?? {}
  expect(events[0]).toMatchObject({
    metadata: {
      name: expect.stringMatching(/^a\.[0-9a-f]{16}$/),
      managedFields: [{ manager: 'kube-controller-manager' }],
    },
    involvedObject: { kind: 'ConfigMap', apiVersion: 'v1', namespace: 'default', name: 'a', uid, resourceVersion },
    type: 'Warning',
    reason: 'Odd',
    message: 'it is odd',
    source: { component: 'some-controller' },
    reportingComponent: 'some-controller',
    count: 2,
    firstTimestamp: '2024-05-01T10:00:00Z',
    lastTimestamp: '2024-05-01T10:00:05Z',
    eventTime: null,
  })
  expect(report).not.toHaveBeenCalled()
})

it('aggregates events that differ in their message only, and drops excessive ones', async () => {
  const { recorder, about, pass, all } = await recording()
  for (let i = 0; i < 40; i++) recorder.event(about, 'Normal', 'Made', `number ${i}`)
  await pass(0)
  const events = all('events')
  expect(events).toHaveLength(10)
  const gathered = events.find(({ message }) => message === '(combined from similar events): number 24')
  expect(gathered?.['count']).toBe(16)
})

it('writes events about cluster-scoped objects to the namespace default', async () => {
  const { recorder, create, pass, all } = await recording()
  recorder.event(await create('namespaces', { metadata: { name: 'n' } }, ''), 'Normal', 'R', 'm')
  await pass(0)
  expect(all('events', 'default')).toHaveLength(1)
})

it('gives later events larger names, even within one millisecond', async () => {
  const { recorder, about, pass, all } = await recording()
  for (const message of ['first', 'second', 'third', 'fourth']) recorder.event(about, 'Normal', 'R', message)
  await pass(0)
  const names = all('events').map(({ metadata, message }) => [metadata?.name ?? '', message])
  expect(names.sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)).map(([, message]) => message)).toEqual([
    'first',
    'second',
    'third',
    'fourth',
  ])
})
