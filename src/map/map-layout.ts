import { Graph, layout } from '@dagrejs/dagre'
import type { MapEdge, MapGraph } from './map-graph.ts'
import { connectedParts } from './map-graph.ts'
import { outlinedPart } from './outline-layout.ts'
import { BOX } from './placed-part.ts'
import type { PlacedPart, Point } from './placed-part.ts'

const GAP = { rank: 56, box: 12, part: 28 } as const

export interface MapLayout extends PlacedPart {
  /** Whether the layout is an outline, with the boxes below each other. A line then leaves a box at its lower edge. */
  readonly isOutline: boolean
}

interface Part {
  readonly ids: readonly string[]
  readonly edges: readonly MapEdge[]
}

/** The least width for two legible columns. In less space, the map is an outline. */
const LEAST_ROOM = 2 * BOX.width + GAP.rank

/**
 * Computes the positions of the boxes. Edges run from left to right, such as from an owner to an owned object. Each
 * connected part of the graph has its own layout, which is reused while the boxes and edges of the part stay the same:
 * a change recomputes the layout of one part only.
 */
export class MapLayouts {
  #known = new Map<string, PlacedPart>()

  /** @param room the available width for a row of parts, in CSS pixels at zoom 1 */
  of({ nodes, edges }: MapGraph, room: number): MapLayout {
    const used = new Map<string, PlacedPart>()
    const isOutline = room < LEAST_ROOM
    const placed = partsOf(
      nodes.map(({ id }) => id),
      edges,
    ).map((part) => {
      const key = JSON.stringify([part.ids, part.edges.map(({ from, to }) => [from, to]), isOutline && room])
      const known = this.#known.get(key) ?? (isOutline ? outlinedPart(part.ids, part.edges, room) : placedPart(part))
      used.set(key, known)
      return known
    })
    this.#known = used
    return { ...packed(placed, room), isOutline }
  }
}

/** The connected parts: first those with several boxes, then single boxes, each in the order of `ids`. */
function partsOf(ids: readonly string[], edges: readonly MapEdge[]): Part[] {
  const numbers = connectedParts(ids, edges)
  const parts = new Map<number, { ids: string[]; edges: MapEdge[] }>()
  for (const id of ids) {
    const number = numbers.get(id) ?? 0
    const part = parts.get(number)
    if (part === undefined) parts.set(number, { ids: [id], edges: [] })
    else part.ids.push(id)
  }
  for (const edge of edges) parts.get(numbers.get(edge.from) ?? 0)?.edges.push(edge)
  return [...parts.values()].sort((a, b) => Number(b.ids.length > 1) - Number(a.ids.length > 1))
}

function placedPart({ ids, edges }: Part): PlacedPart {
  if (ids.length === 1) return { ...BOX, places: new Map(ids.map((id) => [id, { x: 0, y: 0 }])) }
  const graph = new Graph()
  graph.setGraph({ rankdir: 'LR', nodesep: GAP.box, ranksep: GAP.rank, edgesep: 4 })
  graph.setDefaultEdgeLabel(() => ({}))
  for (const id of ids) graph.setNode(id, { ...BOX })
  for (const { from, to } of edges) graph.setEdge(from, to)
  layout(graph)
  const { width = 0, height = 0 } = graph.graph() as { width?: number; height?: number }
  const places = new Map(
    ids.map((id) => {
      const { x, y } = graph.node(id) as Point
      return [id, { x: Math.round(x - BOX.width / 2), y: Math.round(y - BOX.height / 2) }]
    }),
  )
  return { places, width, height }
}

/** Arranges parts in rows of at most `room` pixels. A wider part has a separate row. */
function packed(parts: readonly PlacedPart[], room: number): PlacedPart {
  const places = new Map<string, Point>()
  let [left, top, rowHeight, width] = [0, 0, 0, 0]
  for (const part of parts) {
    if (left > 0 && left + part.width > room) {
      top += rowHeight + GAP.part
      left = 0
      rowHeight = 0
    }
    for (const [id, { x, y }] of part.places) places.set(id, { x: left + x, y: top + y })
    width = Math.max(width, left + part.width)
    rowHeight = Math.max(rowHeight, part.height)
    left += part.width + GAP.part
  }
  return { places, width, height: top + rowHeight }
}
