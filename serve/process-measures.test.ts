import { expect, test } from 'vitest'
import { processMeasures } from './process-measures.ts'

test('measures this process', () => {
  const measured = processMeasures()()
  expect(measured.cpuSeconds).toBeGreaterThan(0)
  expect(measured.residentBytes).toBeGreaterThan(measured.heapBytes)
  expect(measured.startTime).toBeLessThan(Date.now() / 1000)
  if (process.platform === 'linux') expect(measured.openFiles).toBeLessThan(measured.maxFiles ?? 0)
})
