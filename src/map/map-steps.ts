import type { MapLayout } from './map-layout.ts'

/** The directions of the arrow keys. */
const DIRECTIONS: ReadonlyMap<string, readonly [x: number, y: number]> = new Map([
  ['ArrowRight', [1, 0]],
  ['ArrowLeft', [-1, 0]],
  ['ArrowDown', [0, 1]],
  ['ArrowUp', [0, -1]],
])

/** The weight of the distance across the direction: a box straight ahead is preferred to a nearer box to the side. */
const ASIDE = 2

/** The upper left box, which gets the focus first. */
export function firstBox({ places }: Pick<MapLayout, 'places'>): string | undefined {
  let first: { id: string; distance: number } | undefined
  for (const [id, { x, y }] of places)
    if (first === undefined || x + y < first.distance) first = { id, distance: x + y }
  return first?.id
}

/** The nearest box in the direction of an arrow key, or undefined. */
export function nextBox({ places }: Pick<MapLayout, 'places'>, from: string, key: string): string | undefined {
  const direction = DIRECTIONS.get(key)
  const start = places.get(from)
  if (direction === undefined || start === undefined) return undefined
  const [dx, dy] = direction
  let best: { id: string; distance: number } | undefined
  for (const [id, { x, y }] of places) {
    const ahead = (x - start.x) * dx + (y - start.y) * dy
    if (ahead <= 0) continue
    const aside = Math.abs((x - start.x) * dy) + Math.abs((y - start.y) * dx)
    const distance = ahead + ASIDE * aside
    if (best === undefined || distance < best.distance) best = { id, distance }
  }
  return best?.id
}
