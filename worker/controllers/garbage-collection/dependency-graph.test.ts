import { expect, it } from 'vitest'
import type { ServedKind } from '../client/served-kinds.ts'
import { DependencyGraph, FOREGROUND } from './dependency-graph.ts'

const kind: ServedKind = {
  group: '',
  version: 'v1',
  resource: 'configmaps',
  kind: 'ConfigMap',
  namespaced: true,
  verbs: [],
  isScalable: false,
}

it('checks more dependents of a deleted owner than the engine takes as arguments of a call', () => {
  const graph = new DependencyGraph()
  const dependents = 150_000
  const ownerReferences = [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'owner', uid: 'owner' }]
  for (let i = 0; i < dependents; i++)
    graph.put(kind, { metadata: { uid: `dependent-${i}`, ownerReferences } }, undefined)
  const deleted = { metadata: { uid: 'owner', deletionTimestamp: '2026-01-01T00:00:00Z', finalizers: [FOREGROUND] } }
  expect(graph.put(kind, deleted, undefined).toCheck).toHaveLength(dependents + 1)
})
