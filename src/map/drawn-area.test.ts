import { expect, it } from 'vitest'
import { EVERYWHERE, drawnArea, isIn, roundedCorner } from './drawn-area.ts'

const VIEW = { x: 960, y: 480, width: 800, height: 600 }

it('covers each scrolled view whose rounded corner it was made for', () => {
  for (let y = 0; y <= 2000; y += 7) {
    const corner = roundedCorner({ x: 0, y })
    const area = drawnArea({ ...corner, width: 800, height: 600 }, 1)
    expect(area.top).toBeLessThanOrEqual(y - 300)
    expect(area.bottom).toBeGreaterThanOrEqual(y + 600 + 300)
  }
})

it('grows on the map as the zoom shrinks', () => {
  const [near, far] = [drawnArea(VIEW, 1), drawnArea(VIEW, 0.5)]
  expect(far.bottom - far.top).toBe(2 * (near.bottom - near.top))
})

it('contains boxes that overlap it, and lines that only pass through it', () => {
  const area = { left: 1000, top: 1000, right: 2000, bottom: 2000 }
  expect(isIn(area, { x: 820, y: 1500 })).toBe(true)
  expect(isIn(area, { x: 800, y: 1500 })).toBe(false)
  expect(isIn(area, { x: 1500, y: 2001 })).toBe(false)
  expect(isIn(area, { x: 100, y: 1500 }, { x: 2500, y: 1500 })).toBe(true)
  expect(isIn(area, { x: 100, y: 100 }, { x: 200, y: 3000 })).toBe(false)
  expect(isIn(EVERYWHERE, { x: 9e9, y: -9e9 })).toBe(true)
})
