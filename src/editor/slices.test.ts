import { yamlLanguage } from '@codemirror/lang-yaml'
import { expect, test } from 'vitest'
import { finish, finishWithPauses } from '../../worker/runtime/steps.ts'
import { slices, warmingSteps } from './slices.ts'

test('a computation pauses once for each slice of 4 ms', async () => {
  let at = 0
  const pause = slices(() => at)
  let pauses = 0
  function* steps() {
    for (let step = 0; step < 10; step++) {
      at += 2
      yield
    }
    return 'done'
  }
  const counted = () => {
    const paused = pause()
    if (paused !== undefined) pauses++
    return paused
  }
  expect(await finishWithPauses(steps(), counted)).toBe('done')
  expect(pauses).toBe(5)
})

test('warming a parser parses the whole text', () => {
  const text = 'a: 1\nb:\n  - c\n'
  const reached: number[] = []
  const parser = yamlLanguage.parser
  const start = parser.startParse.bind(parser)
  const watched = Object.assign(Object.create(parser) as typeof parser, {
    startParse: (...input: Parameters<typeof start>) => {
      const parse = start(...input)
      const advance = parse.advance.bind(parse)
      parse.advance = () => {
        const tree = advance()
        if (tree !== null) reached.push(tree.length)
        return tree
      }
      return parse
    },
  })
  finish(warmingSteps(watched, text))
  expect(reached).toEqual([text.length])
})
