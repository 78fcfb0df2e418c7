import { describe, expect, it } from 'vitest'
import { deflateBatch, inflateRow, MAX_INFLATED_BYTES, packBatches, unpackBatch } from './batch.ts'
import { checksum } from './checksum.ts'

const utf8 = new TextEncoder()
const row = async (value: Uint8Array): Promise<Uint8Array> => {
  const [batch] = packBatches([{ key: 'core/pods/x/a', revision: 2, value }], 2, 2, Infinity)
  if (batch === undefined) throw new Error('no row was packed')
  return (await deflateBatch(batch)).bytes
}

describe('a compressed row', () => {
  it('has its records again after decompression', async () => {
    const unpacked = unpackBatch(await inflateRow(await row(utf8.encode('value'))))
    expect(unpacked?.records.map(({ key, value }) => [key, new TextDecoder().decode(value)])).toEqual([
      ['core/pods/x/a', 'value'],
    ])
  })

  it('stays compressed and is refused when it decompresses to more than a row can hold', async () => {
    const bytes = await row(new Uint8Array(MAX_INFLATED_BYTES))
    expect(bytes.length).toBeLessThan(MAX_INFLATED_BYTES / 500)
    expect(await inflateRow(bytes)).toBe(bytes)
    expect(unpackBatch(bytes)).toBeUndefined()
  })

  it('stays compressed and is refused when its bytes do not decompress although the checksum matches', async () => {
    const bytes = await row(utf8.encode('value'))
    bytes[30] = (bytes[30] ?? 0) ^ 0xff
    new DataView(bytes.buffer).setUint32(0, checksum(bytes.subarray(4)), true)
    expect(await inflateRow(bytes)).toBe(bytes)
    expect(unpackBatch(bytes)).toBeUndefined()
  })
})
