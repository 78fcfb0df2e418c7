import { expect, test } from 'vitest'
import { podsByMessage, verdict } from './drainable-pods.ts'

const OPTIONS = { force: false, ignoreDaemonSets: false, deleteLocalData: false, skipDeletedAfter: 0, now: 0 }
const owned = (kind: string) => ({
  ownerReferences: [{ apiVersion: 'apps/v1', controller: true, kind, name: 'o', uid: 'u' }],
})
const pod = (name: string, metadata: object = {}, rest: object = {}) => ({
  metadata: { name, namespace: 'n', ...metadata },
  ...rest,
})
const spell = (text: string): string => text
const judge = (which: ReturnType<typeof pod>, options: Partial<typeof OPTIONS> = {}, missing?: string) =>
  verdict(which, { ...OPTIONS, ...options }, missing, spell)

test('requires --force for a pod without a controller', () => {
  expect(judge(pod('a')).fault).toContain('declare no controller (use --force')
  expect(judge(pod('a'), { force: true })).toMatchObject({
    isEvicted: true,
    warning: 'deleting Pods that declare no controller',
  })
  expect(judge(pod('a', owned('ReplicaSet')))).toMatchObject({ isEvicted: true })
  expect(judge(pod('a', {}, { status: { phase: 'Succeeded' } }))).toMatchObject({ isEvicted: true })
})

test('keeps mirror pods and pods of daemon sets, except with --force when the daemon set is missing', () => {
  const daemon = pod('d', owned('DaemonSet'))
  expect(judge(daemon).fault).toContain('DaemonSet-managed Pods')
  expect(judge(daemon, { ignoreDaemonSets: true })).toMatchObject({
    isEvicted: false,
    warning: 'ignoring DaemonSet-managed Pods',
  })
  expect(judge(daemon, {}, 'not found').fault).toBe('not found')
  expect(judge(daemon, { force: true }, 'not found').isEvicted).toBe(true)
  expect(judge(pod('m', { annotations: { '{labels}/config.mirror': 'x' } }))).toEqual({
    pod: expect.anything(),
    isEvicted: false,
  })
})

test('requires --delete-emptydir-data for pods with local data', () => {
  const local = pod('l', owned('ReplicaSet'), { spec: { volumes: [{ name: 'v', emptyDir: {} }] } })
  expect(judge(local).fault).toContain('Pods with local storage')
  expect(judge(local, { deleteLocalData: true }).isEvicted).toBe(true)
})

test('groups pods by their faults', () => {
  const verdicts = [pod('a'), pod('b'), pod('d', owned('DaemonSet'))].map((each) => judge(each))
  expect(podsByMessage(verdicts, 'fault')).toEqual([
    'cannot delete Pods that declare no controller (use --force to override): n/a, n/b',
    'DaemonSet-managed Pods (use --ignore-daemonsets to ignore): n/d',
  ])
})
