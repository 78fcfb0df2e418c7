import { describe, expect, it } from 'vitest'
import { corsPolicy } from './cors-policy.ts'
import { parseFlags } from './flags.ts'

const policy = (...expressions: string[]) =>
  corsPolicy(parseFlags(expressions.map((expression) => `--cors-allowed-origins=${expression}`)))

describe('--cors-allowed-origins', () => {
  it('allows no origin by default', () => {
    expect(policy().allowsOrigin('https://shop.example')).toBe(false)
  })

  it('allows the origins that one of its expressions matches', () => {
    const { allowsOrigin } = policy('^https://shop\\.example$', '//(a|b)\\.example(:|$)')
    const origins = ['https://shop.example', 'http://a.example:3000', 'https://shop.example.evil', 'http://c.example']
    expect(origins.map(allowsOrigin)).toEqual([true, true, false, false])
  })

  it.each([
    ['shop.example$', 'not bound to the start'],
    ['^https://shop.example', 'not bound to the end'],
    ['^https://(shop$', 'not a regular expression'],
  ])('refuses %s', (expression, why) => {
    expect(() => policy(expression)).toThrow(why)
  })
})
