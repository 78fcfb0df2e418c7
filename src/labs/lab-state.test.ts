import { describe, expect, it } from 'vitest'
import { readLabData } from './lab-state.svelte.ts'

const first = { fields: { expression: 'true' }, rows: [{ user: 'alice', object: '{}' }] }

describe('the document of a lab', () => {
  it('is read by its known names', () => {
    const text = JSON.stringify({
      fields: { expression: '1 == 1', other: 'x' },
      rows: [{ user: 'bob' }, { __proto__: 1 }],
    })
    expect(readLabData(text, first)).toEqual({
      fields: { expression: '1 == 1' },
      rows: [
        { user: 'bob', object: '' },
        { user: '', object: '' },
      ],
    })
  })

  it.each([undefined, 'no JSON', '[]', '{"fields": 1, "rows": "x"}'])(
    'has the first contents when it is %s',
    (text) => {
      expect(readLabData(text, first)).toEqual(first)
    },
  )

  it('has bounded texts and rows', () => {
    const rows = Array.from({ length: 1000 }, () => ({ user: 'x'.repeat(100_000) }))
    const read = readLabData(JSON.stringify({ rows }), first)
    expect([read.rows.length, read.rows[0]?.user?.length]).toEqual([50, 32_768])
  })
})
