import { describe, expect, it } from 'vitest'
import { compose, type Step } from './compose.ts'

type Log = string[]

const around = (name: string): Step<Log, string> => ({
  name,
  run(log, next) {
    log.push(`${name} before`)
    const answer = next()
    log.push(`${name} after`)
    return answer
  },
})

const answering = (answer: string): Step<Log, string> => ({ name: 'answer', run: () => answer })

describe('compose', () => {
  it('runs the steps in the order of the list, each around the later ones', () => {
    const log: Log = []
    expect(compose([around('outer'), around('inner'), answering('done')])(log)).toBe('done')
    expect(log).toEqual(['outer before', 'inner before', 'inner after', 'outer after'])
  })

  it('skips the later steps when a step answers by itself', () => {
    expect(compose([answering('early'), answering('late')])([])).toBe('early')
  })

  it('returns a promise only when a step returns one', async () => {
    const waiting: Step<Log, string> = { name: 'waiting', run: async (_, next) => next() }
    expect(compose([answering('at once')])([])).toBe('at once')
    await expect(compose([waiting, answering('later')])([])).resolves.toBe('later')
  })

  it('refuses a list whose last step does not answer', () => {
    expect(() => compose([around('only')])([])).toThrow('end the list with a step that answers')
  })
})
