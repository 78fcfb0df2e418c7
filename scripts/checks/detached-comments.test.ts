import { expect, it } from 'vitest'
import { detachedComments } from './detached-comments.ts'

it('reports JSDoc before an empty line, with its line', () => {
  const content = "import a from 'a'\n\n/**\n * The rules of pods.\n */\n\n/** The limit. */\nconst LIMIT = 1\n"
  expect(detachedComments('a.ts', content)).toMatchObject([{ line: 3, rule: 'detached comment' }])
})

it.each([
  ['a.ts', '/** The limit. */\nconst LIMIT = 1\n\nexport {}\n'],
  ['a.ts', '// The rules of pods.\n\nconst LIMIT = 1\n'],
  ['a.ts', '/**\n * The server.\n * @module tabplane/server\n */\n\nexport {}\n'],
  ['a.d.ts', '/** Generated. */\n\nexport {}\n'],
])('accepts the other comments of %s: %j', (file, content) => {
  expect(detachedComments(file, content)).toEqual([])
})
