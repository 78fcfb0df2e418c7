import { expect, it } from 'vitest'
import { codeSpans, spokenLine } from './code-spans.ts'

it('separates the code of a line from its text', () => {
  expect(codeSpans('Delete it with `kubectl delete`, then `a`')).toEqual([
    { text: 'Delete it with ', isCode: false },
    { text: 'kubectl delete', isCode: true },
    { text: ', then ', isCode: false },
    { text: 'a', isCode: true },
  ])
})

it('leaves a single backtick in the text', () => {
  expect(codeSpans('a ` b')).toEqual([{ text: 'a ` b', isCode: false }])
  expect(codeSpans('``')).toEqual([{ text: '``', isCode: false }])
})

it('removes the marks for a screen reader', () => {
  expect(spokenLine('Try `kubectl get` again')).toBe('Try kubectl get again')
})
