import { expect, it } from 'vitest'
import type { ApiObject } from '../../api/object.ts'
import { FinishedPods } from './finished-pods.ts'

const pod = (name: string, phase: string): ApiObject => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, namespace: 'default' },
  status: { phase },
})

it('counts a pod once while it stays finished', () => {
  const finished = new FinishedPods()
  finished.observe(pod('a', 'Running'))
  expect(finished.size).toBe(0)
  finished.observe(pod('a', 'Succeeded'))
  finished.observe(pod('a', 'Succeeded'))
  finished.observe(pod('b', 'Failed'))
  expect(finished.size).toBe(2)
})

it('no longer counts a pod that is deleted, or whose status a client sets back', () => {
  const finished = new FinishedPods()
  finished.observe(pod('a', 'Failed'))
  finished.observe(pod('b', 'Failed'))
  finished.observe(pod('a', 'Running'))
  expect(finished.size).toBe(1)
  finished.forget(pod('b', 'Failed'))
  expect(finished.size).toBe(0)
})
