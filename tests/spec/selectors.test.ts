import { describe, expect, it } from 'vitest'
import { parseFieldSelector, parseLabelSelector } from '../../worker/api/selector.ts'
import { readRecording } from '../recordings/archive.ts'

interface Labelled {
  readonly selector: string
  readonly labels: Record<string, string>
  readonly match: boolean
}

const tables = readRecording('tables', 'selectors') as Record<string, unknown[] | undefined>
const texts = (name: string): string[] => (tables[name] ?? []) as string[]

describe('label selectors of the real server', () => {
  it.each(texts('labels:TestSelectorParse/testGoodStrings'))('are read: %j', (text) => {
    expect(() => parseLabelSelector(text)).not.toThrow()
  })

  it.each(texts('labels:TestSelectorParse/testBadStrings'))('are refused: %j', (text) => {
    expect(() => parseLabelSelector(text)).toThrow()
  })

  it.each((tables['labels:expectMatch'] ?? []) as Labelled[])('$selector on $labels: $match', (row) => {
    expect(parseLabelSelector(row.selector)?.(row.labels) ?? true).toBe(row.match)
  })
})

describe('field selectors of the real server', () => {
  it.each(texts('fields:TestSelectorParse/testGoodStrings'))('are read: %j', (text) => {
    expect(() => parseFieldSelector(text)).not.toThrow()
  })

  it.each(texts('fields:TestSelectorParse/testBadStrings'))('are refused: %j', (text) => {
    expect(() => parseFieldSelector(text)).toThrow()
  })
})
