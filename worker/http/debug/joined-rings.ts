import type { RequestRing } from '../../observability/request-ring.ts'

type ReadRing = Pick<RequestRing, 'records' | 'contentOf' | 'follow'>

/**
 * Several rings as one, in order of arrival. Controllers have their own ring, because their many writes would push out the
 * requests of clients.
 */
export function joinedRings(rings: readonly ReadRing[]): ReadRing {
  return {
    records: () => rings.flatMap((ring) => ring.records()).sort((a, b) => a.startedAt - b.startedAt),
    contentOf(record) {
      for (const ring of rings) {
        const content = ring.contentOf(record)
        if (content !== undefined) return content
      }
      return undefined
    },
    follow(listener, changedBy) {
      const stops = rings.map((ring) => ring.follow(listener, changedBy))
      return () => stops.forEach((stop) => stop())
    },
  }
}
