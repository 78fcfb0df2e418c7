import { expect, test } from 'vitest'
import { claimText, persistentVolumeText } from './storage.ts'
import { FakeServer, linesOf } from './describe-context.fixture.ts'

test('shows the users of a claim, and its volume once it is bound', async () => {
  const pods = ['b', 'a'].map((name) => ({
    metadata: { name },
    spec: { volumes: [{ persistentVolumeClaim: { claimName: 'c' } }] },
  }))
  const server = new FakeServer({ '/api/v1/namespaces/n/pods': [...pods, { metadata: { name: 'other' } }] })
  const status = { phase: 'Bound', capacity: { storage: '2Gi' }, accessModes: ['ReadWriteMany', 'ReadWriteOnce'] }
  const claim = { metadata: { name: 'c', namespace: 'n', finalizers: ['x', 'y'] }, spec: {}, status }
  const open = await linesOf(claimText, claim, server)
  expect(open).toContain('Capacity:      ')
  expect(open).toContain('Finalizers:    [x y]')
  expect(open).toContain('Used By:       a')
  expect(open).toContain('               b')
  const bound = await linesOf(claimText, { ...claim, spec: { volumeName: 'v' } }, server)
  expect(bound).toContain('Capacity:      2Gi')
  expect(bound).toContain('Access Modes:  RWO,RWX')
})

test('shows the nodes that can reach a volume', async () => {
  const terms = [
    {
      matchExpressions: [
        { key: 'k', operator: 'In', values: ['a', 'b'] },
        { key: 'e', operator: 'Exists' },
      ],
    },
  ]
  const spec = { nodeAffinity: { required: { nodeSelectorTerms: terms } }, local: { path: '/x' } }
  const lines = await linesOf(persistentVolumeText, { metadata: { name: 'v' }, spec })
  expect(lines).toContain('    Term 0:        k in [a, b]')
  expect(lines).toContain('                   e exists')
  expect(lines).toContain('    Path:  /x')
})
