import { describe, expect, it } from 'vitest'
import { ageText, compareCells } from './cell-text.ts'

describe('cell text', () => {
  it.each([
    [0, '0s'],
    [119, '119s'],
    [120, '2m'],
    [150, '2m30s'],
    [11 * 60, '11m'],
    [3600 * 3 + 60 * 5, '3h5m'],
    [86_400 * 2, '2d'],
    [86_400 * 400, '1y35d'],
  ])('writes %i seconds as %s', (seconds, text) => {
    const created = Date.UTC(2024, 0, 1)
    expect(ageText(new Date(created).toISOString(), created + seconds * 1000)).toBe(text)
  })

  it('shows an absent or invalid time as an unknown age', () => {
    expect(ageText(undefined, 0)).toBe('<unknown>')
    expect(ageText('soon', 0)).toBe('<unknown>')
  })

  it('orders numbers by value and names in natural order', () => {
    expect([10, 9, 1].sort(compareCells)).toEqual([1, 9, 10])
    expect(['web-10', 'web-2', 'api'].sort(compareCells)).toEqual(['api', 'web-2', 'web-10'])
  })
})
