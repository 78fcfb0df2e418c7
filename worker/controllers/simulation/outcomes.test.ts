import { describe, expect, it } from 'vitest'
import type { SimulationRules } from '../../api/cluster-settings.ts'
import type { ApiObject } from '../../api/object.ts'
import { dialects } from '../../dialect/dialect.ts'
import { outcomes } from './outcomes.ts'
import { fitsPattern } from './pattern.ts'

const pod = (annotations: Record<string, string> = {}, restartCount = 0): ApiObject => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'web-1', namespace: 'shop', annotations },
  spec: { restartPolicy: 'Always', containers: [{ name: 'web', image: 'shop/web:2' }] },
  status: { containerStatuses: [{ name: 'web', restartCount }] },
})

const outcomeOf = (rules: SimulationRules, ...given: Parameters<typeof pod>) =>
  outcomes(dialects.k8s, rules)(pod(...given), 'web', 'app')

const CRASHES: SimulationRules = { failures: [{ pods: 'shop/web-*', outcome: 'crash', times: 2 }] }

describe('the rules of a cluster', () => {
  it('choose the outcome by the image', () => {
    expect(outcomeOf({ images: [{ image: 'shop/*:2', outcome: 'never-pulled' }] }).isPulled).toBe(false)
    expect(outcomeOf({ images: [{ image: 'shop/*:1', outcome: 'never-pulled' }] }).isPulled).toBe(true)
    expect(outcomeOf({ images: [{ image: '*', outcome: 'fail', seconds: 7 }] }).end).toEqual({
      after: 7000,
      exitCode: 1,
    })
  })

  it('let a number of starts fail', () => {
    expect([0, 1, 2].map((restarts) => outcomeOf(CRASHES, {}, restarts).end?.exitCode)).toEqual([1, 1, undefined])
  })

  it('yield to the annotation of a pod', () => {
    expect(outcomeOf(CRASHES, { 'simulated.k8s.io/outcome': 'run' }).end).toBeUndefined()
  })
})

describe('a pattern', () => {
  it.each([
    ['a*c', 'abc', true],
    ['a*c', 'ac', true],
    ['a*ca', 'aca', true],
    ['ab*ba', 'aba', false],
    ['a*b*c', 'axxbyyc', true],
    ['a*b*c', 'acb', false],
    ['a', 'ab', false],
    ['*', '', true],
  ])('%s fits the text "%s": %s', (pattern, text, fits) => {
    expect(fitsPattern(pattern, text)).toBe(fits)
  })
})
