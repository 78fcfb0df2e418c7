import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { colouredLines, plainClass } from './syntax.ts'

/** The relative luminance of `#rrggbb`, as WCAG 2.2 defines it. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

const ROLE = /--([\w-]+): light-dark\((#[\da-f]{6}), (#[\da-f]{6})\)/g
const roles = (file: string): [string, string[]][] =>
  [...readFileSync(new URL(`../design/${file}`, import.meta.url), 'utf8').matchAll(ROLE)].map(
    ([, name = '', light = '', dark = '']) => [name, [light, dark]],
  )
const surfaces = roles('tokens.css').filter(([name]) =>
  ['surface', 'surface-hover', 'success-surface', 'danger-surface'].includes(name),
)
const colours = roles('syntax.css')

test.each(['light', 'dark'])('colours of code are readable and distinct: %s', (theme) => {
  const at = theme === 'light' ? 0 : 1
  expect(surfaces).toHaveLength(4)
  expect(colours).toHaveLength(6)
  const poor = colours.flatMap(([name, ink]) =>
    surfaces
      .map(([surface, ground]) => ({ name, surface, ratio: contrast(ink[at] ?? '', ground[at] ?? '') }))
      .filter(({ ratio }) => !(ratio >= 4.5)),
  )
  expect(poor).toEqual([])
  expect(new Set(colours.map(([, ink]) => ink[at])).size).toBe(colours.length)
})

test('computes the contrast that WCAG 2.2 defines', () => {
  expect(contrast('#ffffff', '#000000')).toBeCloseTo(21)
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
})

test('values without quotes are numbers, constants or texts', () => {
  for (const value of ['0', '-3', '80', '1.5', '1e3', '0x1F', '0644']) expect(plainClass(value)).toBe('syntax-number')
  for (const value of ['true', 'False', 'yes', 'null', '~']) expect(plainClass(value)).toBe('syntax-constant')
  for (const value of ['100m', '1.2.3', 'nginx:1.27', 'truely', '"80"']) expect(plainClass(value)).toBe('syntax-string')
})

test('splits lines of YAML into coloured parts', () => {
  const lines = colouredLines('# note\nreplicas: 2\nname: "2"\nready: true\nimage: web\n')
  const parts = lines.map((line) =>
    line.filter(({ classes }) => classes !== '').map(({ text, classes }) => [text, classes]),
  )
  expect(parts).toEqual([
    [['# note', 'syntax-comment']],
    [
      ['replicas', 'syntax-key'],
      [':', 'syntax-punctuation'],
      ['2', 'syntax-number'],
    ],
    [
      ['name', 'syntax-key'],
      [':', 'syntax-punctuation'],
      ['"2"', 'syntax-string'],
    ],
    [
      ['ready', 'syntax-key'],
      [':', 'syntax-punctuation'],
      ['true', 'syntax-constant'],
    ],
    [
      ['image', 'syntax-key'],
      [':', 'syntax-punctuation'],
      ['web', 'syntax-string'],
    ],
    [],
  ])
})
