import { describe, expect, it } from 'vitest'
import { refKey } from '../client/resource-path.ts'
import type { RelatedObject, Relation } from '../relations/relations.ts'
import { mapGraph } from './map-graph.ts'
import { MapLayouts } from './map-layout.ts'
import { BOX } from './placed-part.ts'
import { nextBox } from './map-steps.ts'

const NONE = { opened: new Set<string>(), filter: '' }

function related(kind: string, name: string, status: Record<string, string> = {}): RelatedObject {
  const ref = { group: '', version: 'v1', resource: `${kind.toLowerCase()}s`, namespace: 'shop', name }
  const metadata = { name, namespace: 'shop', resourceVersion: '1' }
  return { key: refKey(ref), ref, object: { apiVersion: 'v1', kind, metadata, status } }
}

/** A ReplicationController with pods, of which the first failed. */
function replicas(set: string, count: number): { objects: RelatedObject[]; relations: Relation[] } {
  const owner = related('ReplicationController', set)
  const pods = Array.from({ length: count }, (_, index) =>
    related('Pod', `${set}-${index}`, { phase: index === 0 ? 'Failed' : 'Pending' }),
  )
  const relations = pods.map(({ key }): Relation => ({ from: owner.key, to: key, kind: 'owns' }))
  return { objects: [owner, ...pods], relations }
}

describe('the map', () => {
  it('shortens the name of an owned object by the name of its owner when it does not fit', () => {
    const labels = (set: string): string[] => {
      const { objects, relations } = replicas(set, 2)
      return mapGraph(objects, relations, NONE).nodes.map(({ label }) => label)
    }
    expect(labels('web')).toEqual(['web', 'web-0', 'web-1'])
    expect(labels('web-of-the-whole-shop')).toEqual(['web-of-the-whole-shop', '…-0', '…-1'])
  })

  it('draws many objects of one kind, state and owner as one box, which can be opened', () => {
    const { objects, relations } = replicas('web', 30)
    const { nodes, edges } = mapGraph(objects, relations, NONE)
    expect(nodes.map(({ label, state }) => `${label} ${state.text}`)).toEqual([
      'web 0/1 ready',
      'web-0 Failed',
      '29 pods Pending',
    ])
    expect(edges).toHaveLength(2)
    const opened = mapGraph(objects, relations, { ...NONE, opened: new Set(nodes.map(({ id }) => id)) })
    expect(opened.nodes).toHaveLength(31)
  })

  it('keeps a namespace of ten thousand objects at a thousand boxes or fewer', () => {
    const sets = Array.from({ length: 1000 }, (_, index) => replicas(`web${index}`, 9))
    const graph = mapGraph(
      sets.flatMap(({ objects }) => objects),
      sets.flatMap(({ relations }) => relations),
      NONE,
    )
    expect(graph.objects).toBe(10_000)
    expect(graph.nodes.length).toBeLessThanOrEqual(1000)
  })

  it('keeps the connected objects of a match', () => {
    const [web, shop] = [replicas('web', 2), replicas('shop', 2)]
    const graph = mapGraph([...web.objects, ...shop.objects], [...web.relations, ...shop.relations], {
      ...NONE,
      filter: 'SHOP-1',
    })
    expect(graph.nodes.map(({ label }) => label)).toEqual(['shop', 'shop-0', 'shop-1'])
  })
})

describe('the layout', () => {
  const { objects, relations } = replicas('web', 3)
  const graph = mapGraph([...objects, related('ConfigMap', 'settings')], relations, NONE)

  it('places owners left of what they own, without overlap', () => {
    const { places, width, height } = new MapLayouts().of(graph, 500)
    const points = graph.nodes.map(({ id }) => places.get(id) ?? { x: NaN, y: NaN })
    const [owner, ...others] = points
    expect(others.slice(0, 3).every(({ x }) => x >= (owner?.x ?? NaN) + BOX.width)).toBe(true)
    for (const [index, a] of points.entries())
      for (const b of points.slice(index + 1))
        expect(Math.abs(a.x - b.x) >= BOX.width || Math.abs(a.y - b.y) >= BOX.height).toBe(true)
    expect(points.every(({ x, y }) => x + BOX.width <= width && y + BOX.height <= height)).toBe(true)
  })

  it('keeps the places of a part that did not change', () => {
    const layouts = new MapLayouts()
    const before = layouts.of(graph, 400)
    const more = mapGraph([...objects, related('ConfigMap', 'settings'), related('Secret', 'key')], relations, NONE)
    const after = layouts.of(more, 400)
    for (const [id, place] of before.places) expect(after.places.get(id)).toEqual(place)
  })

  it('moves to the nearest box in the direction of an arrow key', () => {
    const places = new Map([
      ['a', { x: 0, y: 0 }],
      ['right', { x: 200, y: 10 }],
      ['below', { x: 0, y: 60 }],
    ])
    expect(nextBox({ places }, 'a', 'ArrowRight')).toBe('right')
    expect(nextBox({ places }, 'a', 'ArrowDown')).toBe('below')
    expect(nextBox({ places }, 'a', 'ArrowLeft')).toBeUndefined()
    expect(nextBox({ places }, 'a', 'x')).toBeUndefined()
  })
})
