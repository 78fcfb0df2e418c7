import type { Point } from './placed-part.ts'
import { BOX } from './placed-part.ts'

/** A rectangle of the map, in CSS pixels at zoom 1. */
export interface Area {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

export const EVERYWHERE: Area = { left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity }

/** The visible part of a scroller, in CSS pixels of the screen. */
export interface View extends Point {
  readonly width: number
  readonly height: number
}

/** After this many CSS pixels of scrolling, other boxes are drawn. */
const STEP = 100

/** The corner of a view, rounded so that it changes only once for each `STEP` pixels of scrolling. */
export function roundedCorner({ x, y }: Point): Point {
  return { x: Math.round(x / STEP) * STEP, y: Math.round(y / STEP) * STEP }
}

/**
 * The area whose boxes are drawn: the view, and half of its size on each side, so that scrolling
 * finds them drawn.
 * @param scale CSS pixels of the screen for one pixel of the map
 */
export function drawnArea({ x, y, width, height }: View, scale: number): Area {
  const [aside, above] = [STEP + width / 2, STEP + height / 2]
  return {
    left: (x - aside) / scale,
    top: (y - above) / scale,
    right: (x + width + aside) / scale,
    bottom: (y + height + above) / scale,
  }
}

/** Whether the rectangle around two boxes, or around one box, overlaps an area. The rectangle contains the line between the boxes. */
export function isIn(area: Area, from: Point, to: Point = from): boolean {
  return (
    Math.min(from.x, to.x) < area.right &&
    Math.max(from.x, to.x) + BOX.width > area.left &&
    Math.min(from.y, to.y) < area.bottom &&
    Math.max(from.y, to.y) + BOX.height > area.top
  )
}
