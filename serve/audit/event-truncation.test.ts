import { expect, it } from 'vitest'
import type { JsonObject } from '../../worker/api/json.ts'
import { jsonLine } from './event-lines.ts'
import { truncating } from './event-truncation.ts'

const large = 'x'.repeat(100)
const small: JsonObject = { level: 'Metadata', auditID: 'small' }
const withObject: JsonObject = { level: 'Request', auditID: 'object', requestObject: large, annotations: { z: '' } }
const tooLarge: JsonObject = { level: 'Metadata', auditID: large }

it('removes objects, loses what stays too large, and divides batches by their size', async () => {
  const batches: (readonly JsonObject[])[] = []
  const lost: string[] = []
  const backend = {
    process: (events: readonly JsonObject[]) => batches.push(events) < 2,
    close: () => Promise.resolve(),
  }
  const trimmed = { level: 'Request', auditID: 'object', annotations: { 'audit.k8s.io/truncated': 'true', z: '' } }
  const size = jsonLine(trimmed).length
  const options = { maxEventSize: size, maxBatchSize: size + 1, annotation: 'audit.k8s.io/truncated' }
  const { process } = truncating(backend, options, (plugin, why, events) =>
    lost.push(`${plugin}: ${why}: ${events.length}`),
  )
  expect(await process([small, withObject, tooLarge])).toBe(false)
  expect(batches).toEqual([[small], [trimmed]])
  expect(Object.keys(batches[1]?.[0]?.['annotations'] ?? {})).toEqual(['audit.k8s.io/truncated', 'z'])
  expect(lost).toEqual(['truncate: event is too large even after truncating: 1'])
})
