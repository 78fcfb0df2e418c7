import { expect, it } from 'vitest'
import { clusterTime } from './cluster-time.ts'

const info = { id: 'a', name: 'a', dialect: 'k8s', createdAt: 1_000 } as const

it('the time of a cluster is the browser’s time, or follows the settings of the cluster', () => {
  expect(clusterTime(info, 5_000)).toBe(5_000)
  const settings = { startTime: '2026-01-01T00:00:00Z', timeScale: 60 }
  expect(clusterTime({ ...info, settings }, 2_000) - Date.UTC(2026, 0, 1)).toBe(60_000)
  // A copy continues the time of the cluster that it was copied from.
  expect(clusterTime({ ...info, createdAt: 9_000, epoch: 1_000, settings }, 2_000) - Date.UTC(2026, 0, 1)).toBe(60_000)
})
