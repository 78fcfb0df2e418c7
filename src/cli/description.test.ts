import { expect, test } from 'vitest'
import { annotationLines, describeObject, labelLines } from './description.ts'

test('writes keys as words, unless they hold more than letters and dashes', () => {
  const text = describeObject({ clusterIPs: ['a'], apiURL: 1.5, openAPIV3Schema: null, 'x-list': [[1, { a: true }]] })
  expect(text).toContain('Cluster I Ps:\n  a\n')
  expect(text).toContain('API URL:\t1.5\n')
  expect(text).toContain('openAPIV3Schema:\t<nil>\n')
  expect(text).toContain('X - List:\n  [1 map[a:true]]\n')
})

test('omits the last-applied annotation and cuts long lines', () => {
  const key = 'kubectl.kubernetes.io/last-applied-configuration'
  expect(annotationLines({ [key]: '{}' })).toBe('Annotations:\t<none>\n')
  expect(annotationLines({ a: 'x'.repeat(150), b: 'c' })).toBe(`Annotations:\ta:\n\t  ${'x'.repeat(138)}...\n\tb: c\n`)
})

test('aligns further pairs below the first', () => {
  expect(labelLines('Labels', { b: '2', a: '1' }, { indent: '  ' })).toBe('  Labels:\ta=1\n  \tb=2\n')
})
