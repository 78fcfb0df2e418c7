import { expect, test } from 'vitest'
import { annotationLines, describeObject, labelLines } from './description.ts'

test('keys read as words, but for those that hold more than letters and dashes', () => {
  const text = describeObject({ clusterIPs: ['a'], apiURL: 1.5, openAPIV3Schema: null, 'x-list': [[1, { a: true }]] })
  expect(text).toContain('Cluster I Ps:\n  a\n')
  expect(text).toContain('API URL:\t1.5\n')
  expect(text).toContain('openAPIV3Schema:\t<nil>\n')
  expect(text).toContain('X - List:\n  [1 map[a:true]]\n')
})

test('what was last applied is not told, and long lines are cut', () => {
  const key = 'kubectl.kubernetes.io/last-applied-configuration'
  expect(annotationLines({ [key]: '{}' })).toBe('Annotations:\t<none>\n')
  expect(annotationLines({ a: 'x'.repeat(150), b: 'c' })).toBe(`Annotations:\ta:\n\t  ${'x'.repeat(138)}...\n\tb: c\n`)
})

test('pairs stand below each other', () => {
  expect(labelLines('Labels', { b: '2', a: '1' }, { indent: '  ' })).toBe('  Labels:\ta=1\n  \tb=2\n')
})
