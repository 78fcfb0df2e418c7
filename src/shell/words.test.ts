import { describe, expect, it } from 'vitest'
import { isUnfinished, simpleWords } from './words.ts'

describe('simpleWords', () => {
  it.each([
    ['svcctl get  pods -A', ['svcctl', 'get', 'pods', '-A']],
    [`svcctl patch cm one -p '{"a":[1]}'`, ['svcctl', 'patch', 'cm', 'one', '-p', '{"a":[1]}']],
    ['svcctl get cm -o "jsonpath={.a}"', ['svcctl', 'get', 'cm', '-o', 'jsonpath={.a}']],
    ['echo "a \\"b\\"" c\\ d x#y', ['echo', 'a "b"', 'c d', 'x#y']],
    ['echo \'\' ""', ['echo', '', '']],
    ['', []],
  ])('reads %s', (line, words) => {
    expect(simpleWords(line)).toEqual(words)
  })

  it.each([
    'a | b',
    'a > f',
    'echo $HOME',
    'echo "$HOME"',
    'ls *.yaml',
    'a; b',
    'X=1 a',
    'cat <<E',
    "echo 'open",
    '# note',
  ])('leaves %s to the shell', (line) => {
    expect(simpleWords(line)).toBeUndefined()
  })
})

describe('isUnfinished', () => {
  it.each(["echo 'a", 'cat <<EOF\nx', 'a |', 'a &&', 'a \\'])('waits for more after %j', (text) => {
    expect(isUnfinished(text)).toBe(true)
  })
  it.each(["echo 'a'", 'cat <<EOF\nx\nEOF', 'a | b', "# it's", 'a \\\\', 'echo "it\'s"'])('runs %j', (text) => {
    expect(isUnfinished(text)).toBe(false)
  })
})
