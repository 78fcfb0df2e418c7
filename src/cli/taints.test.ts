import { describe, expect, it } from 'vitest'
import { readTaints, taintsAfter } from './taints.ts'

const read = (...words: string[]) => readTaints(words, 'hint')

describe('taints', () => {
  it('are set, replaced only where allowed, and removed', () => {
    const node = { spec: { taints: [{ key: 'a', effect: 'NoSchedule' }] } }
    expect(taintsAfter('n', {}, read('a=b:NoExecute'), false)).toEqual([{ effect: 'NoExecute', key: 'a', value: 'b' }])
    expect(() => taintsAfter('n', node, read('a=b:NoSchedule'), false)).toThrow('--overwrite is false')
    expect(taintsAfter('n', node, read('a=b:NoSchedule'), true)).toHaveLength(1)
    expect(taintsAfter('n', node, read('a-'), false)).toEqual([])
    expect(() => taintsAfter('n', {}, read('a-'), false)).toThrow('taint "a" not found')
  })

  it('have known effects', () => {
    expect(() => read('a=b:Never')).toThrow('invalid taint effect: Never')
    expect(() => read('a=b')).toThrow('invalid taint spec: a=b')
  })
})
