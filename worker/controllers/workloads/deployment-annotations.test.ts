import { expect, it } from 'vitest'
import type { ApiObject } from '../../api/object.ts'
import { dialects } from '../../dialect/dialect.ts'
import { deploymentAnnotations } from './deployment-annotations.ts'

const annotations = deploymentAnnotations(dialects.k8s)
const REVISION = 'deployment.kubernetes.io/revision'
const HISTORY = 'deployment.kubernetes.io/revision-history'
const noted = (given: Record<string, string>): ApiObject => ({ metadata: { annotations: given } })

it('copies the annotations of the deployment except reserved ones', () => {
  const deployment = noted({ a: '1', b: '', [REVISION]: '9', 'kubectl.kubernetes.io/last-applied-configuration': '{}' })
  expect(annotations.forNewSet(deployment, noted({ c: '3', [REVISION]: '2' }), 2n)).toEqual({
    a: '1',
    b: '',
    c: '3',
    [REVISION]: '2',
  })
  expect(annotations.forNewSet(noted({ a: '1' }), noted({ a: '1', [REVISION]: '3' }), 2n)).toBeUndefined()
})

it('ignores a set whose revision is not a number', () => {
  expect(annotations.forNewSet(noted({ a: '1' }), noted({ [REVISION]: 'x' }), 2n)).toBeUndefined()
  expect(annotations.nextRevision([noted({ [REVISION]: 'x' }), noted({ [REVISION]: '4' }), noted({})])).toBe(5n)
})

it('drops the oldest revisions of a long history', () => {
  const known = Array.from({ length: 400 }, (_, index) => String(1000 + index)).join(',')
  expect(known).toHaveLength(1999)
  const after = annotations.forNewSet({}, noted({ [REVISION]: '1400', [HISTORY]: known }), 1401n)
  expect(after?.[HISTORY]).toBe(`${known.slice('1000,'.length)},1400`)
})

it('finds the revision before the latest', () => {
  const sets = ['3', '1', '7'].map((revision) => noted({ [REVISION]: revision }))
  expect(annotations.formerRevision(sets)).toBe(3n)
  expect(annotations.formerRevision(sets.slice(0, 1))).toBe(0n)
})

it('counts revisions beyond the safe integers of JavaScript', () => {
  const set = noted({ [REVISION]: '9007199254740993' })
  const next = annotations.nextRevision([set])
  expect(annotations.forNewSet(noted({}), noted({}), next)?.[REVISION]).toBe('9007199254740994')
  expect(annotations.nextRevision([noted({ [REVISION]: '9223372036854775808' })])).toBe(1n)
})

it('gives a set no revision after the highest integer of 64 bits', () => {
  const next = annotations.nextRevision([noted({ [REVISION]: '9223372036854775807' })])
  expect(annotations.forNewSet(noted({}), noted({}), next)).toBeUndefined()
})
