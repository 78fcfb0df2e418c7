import { describe, expect, it } from 'vitest'
import { Recent } from './recent.ts'

describe('a bounded cache', () => {
  const counted = (most: number) => {
    const asked: string[] = []
    const recent = new Recent<string, object>(most, (question) => {
      asked.push(question)
      return { question }
    })
    return { asked, recent }
  }

  it('computes each value once', () => {
    const { asked, recent } = counted(2)
    expect(recent.of('a')).toBe(recent.of('a'))
    expect(asked).toEqual(['a'])
  })

  it('drops the oldest value first', () => {
    const { asked, recent } = counted(2)
    for (const question of ['a', 'b', 'c', 'b', 'c', 'a']) recent.of(question)
    expect(asked).toEqual(['a', 'b', 'c', 'a'])
  })
})
