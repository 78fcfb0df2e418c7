/** CSS pixels at zoom 1. */
export const BOX = { width: 188, height: 44 } as const

export interface Point {
  readonly x: number
  readonly y: number
}

/** The places of the boxes of one part of the map. */
export interface PlacedPart {
  /** The upper left corner of each box. */
  readonly places: ReadonlyMap<string, Point>
  readonly width: number
  readonly height: number
}
