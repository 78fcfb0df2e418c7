import { expect, it } from 'vitest'
import { scriptOf } from './script.ts'

it('removes types and keeps the lines', () => {
  const script = scriptOf(`interface A { b: string }\n\nexport default { kind: 'script' as const } satisfies A\n`)
  expect(script.split('\n')[2]).toContain("exports. default = { kind: 'script' ")
  expect(script).not.toContain('interface')
})

it('names the line of a syntax error', () => {
  expect(() => scriptOf('export default {\n  a:\n}\n')).toThrow('(3:1)')
})
