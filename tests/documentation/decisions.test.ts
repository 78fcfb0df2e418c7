import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const FOLDER = 'docs/decisions'

/** The headings of a document outside its code blocks. */
const headingsOf = (text: string): string[] =>
  text
    .replace(/^```[^]*?^```/gm, '')
    .split('\n')
    .filter((line) => line.startsWith('#'))

it.each(readdirSync(FOLDER))('%s has its number, a status and sections of the second level', (file) => {
  const text = readFileSync(`${FOLDER}/${file}`, 'utf8')
  const [title, ...sections] = headingsOf(text)
  expect(title).toMatch(new RegExp(`^# ${file.slice(0, 4)}: \\S`))
  expect(sections.filter((heading) => !heading.startsWith('## '))).toEqual([])
  const [, status = ''] = /^#.*\n\nStatus: (.+)\n\n/.exec(text) ?? []
  expect(status).toMatch(/^(?:accepted|replaced by \[\d{4}\])/)
  for (const [, other = ''] of status.matchAll(/\]\(([^)]+)\)/g)) expect(existsSync(`${FOLDER}/${other}`)).toBe(true)
})

it('no two decisions have the same number', () => {
  const numbers = readdirSync(FOLDER).map((file) => file.slice(0, 4))
  expect(new Set(numbers).size).toBe(numbers.length)
})
