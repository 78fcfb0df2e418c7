import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const folder = new URL('../../package/examples/', import.meta.url)
const docs = ['testing.md', 'operators.md'].map((page) =>
  readFileSync(new URL(`../../docs/${page}`, import.meta.url), 'utf8'),
)

// tests/package/ also runs the examples in JavaScript.
it.each(readdirSync(folder).filter((file) => file !== 'README.md'))('docs/ shows the example %s as it is', (file) => {
  const text = readFileSync(new URL(file, folder), 'utf8')
  expect(docs.filter((page) => page.includes(`\n${text}\`\`\``))).toHaveLength(1)
})
