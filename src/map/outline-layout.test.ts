import { describe, expect, it } from 'vitest'
import { BOX } from './placed-part.ts'
import { outlinedPart } from './outline-layout.ts'

const owns = (from: string, to: string) => ({ from, to, kind: 'owns' as const })
const selects = (from: string, to: string) => ({ from, to, kind: 'selects' as const })
const ROOM = 350

describe('outlinedPart', () => {
  const ids = ['service', 'deployment', 'slice', 'set', 'pod']
  const edges = [selects('slice', 'pod'), owns('service', 'slice'), owns('deployment', 'set'), owns('set', 'pod')]

  it('places each box under its owner instead of an object that selects it', () => {
    const { places } = outlinedPart(ids, edges, ROOM)
    expect([...places.keys()]).toEqual(['service', 'slice', 'deployment', 'set', 'pod'])
    expect([...places.values()].map(({ x }) => x / 48)).toEqual([0, 1, 0, 1, 2])
  })

  it('keeps a deep part within the room', () => {
    const deep = Array.from({ length: 9 }, (_, i) => `n${i}`)
    const chain = deep.slice(1).map((to, i) => owns(`n${i}`, to))
    const { places, width } = outlinedPart(deep, chain, ROOM)
    expect(width).toBeLessThanOrEqual(ROOM)
    expect(Math.max(...[...places.values()].map(({ x }) => x + BOX.width))).toBe(width)
  })

  it('places the boxes of a cycle once', () => {
    const { places } = outlinedPart(['a', 'b'], [owns('a', 'b'), owns('b', 'a')], ROOM)
    expect([...places]).toEqual([
      ['a', { x: 0, y: 0 }],
      ['b', { x: 48, y: 56 }],
    ])
  })
})
