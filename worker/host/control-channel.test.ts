import { expect, it, vi } from 'vitest'
import { comlinkControl, remoteControl } from './control-channel.ts'
import type { ClusterControl, ClusterInfo } from './messages.ts'

const info: ClusterInfo = { id: 'c1', name: 'One', dialect: 'svc', createdAt: 0 }

function served() {
  const control = {
    list: vi.fn(async () => [info]),
    open: vi.fn(async () => info),
    create: vi.fn(async () => info),
    rename: vi.fn(async () => info),
    fork: vi.fn(async () => info),
    remove: vi.fn(async () => undefined),
    startControllers: vi.fn(async () => undefined),
  } satisfies ClusterControl
  const sent: Readonly<Record<string, unknown>>[] = []
  const receive = comlinkControl(control)((message) => void sent.push(message as Readonly<Record<string, unknown>>))
  return { control, sent, receive }
}

it('carries the calls of a page', async () => {
  const { control, sent, receive } = served()
  const page = remoteControl(receive)
  const listed = page.control.list()
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  page.receive(sent[0])
  expect(await listed).toEqual([info])
  expect(control.list).toHaveBeenCalledOnce()
})

const call = (path: unknown, ...values: unknown[]) => ({
  id: '1',
  type: 'APPLY',
  path,
  argumentList: values.map((value) => ({ type: 'RAW', value })),
})

it.each([
  ['a constructor', call(['list', 'constructor'], 'globalThis.broken = 1')],
  ['a prototype', { id: '1', type: 'SET', path: ['__proto__', 'list'], value: { type: 'RAW', value: 1 } }],
  ['a replaced method', { id: '1', type: 'SET', path: ['list'], value: { type: 'RAW', value: 1 } }],
  ['an inherited name', call(['constructor'])],
  ['the end of the channel', { id: '1', type: 'RELEASE' }],
  ['a second channel', { id: '1', type: 'ENDPOINT' }],
  ['a path that is no list', call('list')],
  ['a cluster whose id is a path', call(['create'], { id: '../x', dialect: 'svc' })],
  ['a dialect that objects inherit', call(['create'], { id: 'c1', dialect: 'constructor' })],
  ['a name that is an object', call(['rename'], 'c1', {})],
  [
    'an argument that comlink would convert',
    { ...call(['remove']), argumentList: [{ type: 'HANDLER', name: 'throw', value: {} }] },
  ],
])('refuses %s', async (_, message) => {
  const { control, sent, receive } = served()
  receive(message)
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({ id: '1', name: 'throw', value: { isError: true } })
  for (const method of Object.values(control)) expect(method).not.toHaveBeenCalled()
  expect(await control.list()).toEqual([info])
})

it.each([undefined, null, 'x', 5, [], {}, { id: {} }])('drops %o without an answer', (message) => {
  const { sent, receive } = served()
  receive(message)
  expect(sent).toEqual([])
})
