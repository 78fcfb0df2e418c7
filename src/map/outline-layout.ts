import type { MapEdge } from './map-graph.ts'
import { BOX } from './placed-part.ts'
import type { PlacedPart } from './placed-part.ts'

const GAP = 12
const MAX_INDENT = 48

/**
 * The layout for a phone: an outline. Each box is below the box that leads to it, and further right. A part is then at most as
 * wide as the available space, and only its height grows.
 * @param room the available width in CSS pixels at zoom 1
 */
export function outlinedPart(ids: readonly string[], edges: readonly MapEdge[], room: number): PlacedPart {
  const parents = parentsOf(edges)
  const rows: { id: string; depth: number }[] = []
  const seen = new Set<string>()
  const visit = (id: string, depth: number): void => {
    if (seen.has(id)) return
    seen.add(id)
    rows.push({ id, depth })
    for (const child of ids) if (parents.get(child) === id) visit(child, depth + 1)
  }
  for (const id of ids) if (!parents.has(id)) visit(id, 0)
  // The boxes that are still missing belong to cycles, in which each box has a parent.
  for (const id of ids) visit(id, 0)
  const deepest = Math.max(...rows.map(({ depth }) => depth))
  const indent = Math.max(0, Math.min(MAX_INDENT, Math.floor((room - BOX.width) / Math.max(1, deepest))))
  return {
    places: new Map(rows.map(({ id, depth }, row) => [id, { x: depth * indent, y: row * (BOX.height + GAP) }])),
    width: BOX.width + deepest * indent,
    height: rows.length * (BOX.height + GAP) - GAP,
  }
}

/** The box above each box: its owner, else the first object that selects or uses it. */
function parentsOf(edges: readonly MapEdge[]): Map<string, string> {
  const parents = new Map<string, string>()
  const owners = edges.filter(({ kind }) => kind === 'owns')
  for (const { from, to } of [...owners, ...edges]) if (!parents.has(to) && from !== to) parents.set(to, from)
  return parents
}
