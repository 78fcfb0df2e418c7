import { describe, expect, it } from 'vitest'
import { checkTaints, readTaints, taintsAfter } from './taints.ts'

const read = (...words: string[]) => readTaints(words, 'hint')

describe('taints', () => {
  it('sets taints, replaces them with --overwrite only, and removes them', () => {
    const node = { spec: { taints: [{ key: 'a', effect: 'NoSchedule' }] } }
    const set = { effect: 'NoExecute', key: 'a', value: 'b' }
    expect(taintsAfter('n', {}, read('a=b:NoExecute'), false)).toEqual({ taints: [set], done: 'tainted' })
    expect(taintsAfter('n', node, read('a=b:NoExecute', 'a:NoSchedule-'), false).done).toBe('modified')
    expect(() => taintsAfter('n', node, read('a=b:NoSchedule'), false)).toThrow(
      'node n already has a taint(s) with same effect(s) and --overwrite is false',
    )
    expect(taintsAfter('n', node, read('a=b:NoSchedule'), true)).toMatchObject({
      taints: [{ value: 'b' }],
      done: 'modified',
    })
    expect(taintsAfter('n', node, read('a-'), false)).toEqual({ taints: [], done: 'untainted' })
    expect(() => taintsAfter('n', {}, read('a-'), false)).toThrow('taint "a" not found')
    expect(() => checkTaints(read('a=b:NoSchedule', 'a-'))).toThrow('in the same command: a=')
  })

  it('requires known effects, and valid keys and values', () => {
    expect(() => read('a=b:Never')).toThrow('invalid taint effect: Never')
    expect(() => read('a=b')).toThrow('invalid taint spec: a=b')
    expect(() => read('a=b=c:NoSchedule')).toThrow('invalid taint spec: a=b=c:NoSchedule')
    expect(() => read('a=b!:NoSchedule')).toThrow('invalid taint spec: a=b!:NoSchedule, a valid label must be')
    expect(() => read('a=b:NoSchedule', 'a=c:NoSchedule')).toThrow('duplicated taints with the same key and effect')
  })
})
