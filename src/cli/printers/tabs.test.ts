import { describe, expect, it } from 'vitest'
import { alignTabs } from './tabs.ts'

describe('alignTabs', () => {
  it('gives a column the width of its longest cell among consecutive lines that have the column', () => {
    expect(alignTabs('a:\t1\nlong:\t2\nno cell\nb:\t3\n')).toBe('a:     1\nlong:  2\nno cell\nb:  3\n')
  })

  it('aligns a column only while the columns before it continue', () => {
    expect(alignTabs('a\tb\tc\naa\tbbbb\tc\nx\ty\n')).toBe('a   b     c\naa  bbbb  c\nx   y\n')
  })

  it('adds no spaces after the last cell', () => {
    expect(alignTabs('a\t\nbb\tlong text\n')).toBe('a   \nbb  long text\n')
  })
})
