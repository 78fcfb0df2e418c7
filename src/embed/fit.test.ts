import { describe, expect, it } from 'vitest'
import type { Pane } from '../address/embed.ts'
import { fits } from './fit.ts'

describe('fits', () => {
  it.each<[readonly Pane[], number, number, boolean]>([
    [['edit', 'terminal'], 640, 420, true],
    [['edit', 'terminal'], 300, 420, true],
    [['edit', 'terminal'], 640, 240, false],
    [['explore', 'edit', 'terminal'], 640, 420, true],
    [['explore', 'edit'], 390, 600, false],
    [['explore', 'edit', 'terminal', 'requests', 'details'], 700, 600, false],
    [['explore', 'edit', 'terminal', 'requests', 'details'], 800, 600, true],
    // One pane, or two panes that share a place, always fit.
    [['edit'], 200, 100, true],
    [['terminal', 'requests'], 200, 100, true],
  ])('%j in %i × %i: %s', (panes, width, height, fit) => {
    expect(fits(panes, { width, height })).toBe(fit)
  })
})
