import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../api/json.ts'
import { noteWritten } from '../../api/written-quantity.ts'
import { each } from '../notation/rule.ts'
import { limitRangeItem } from './limit-range-item.ts'
import { errorsOf } from './rules-fixture.ts'

const fieldsAndTexts = (...items: JsonObject[]): string[] =>
  errorsOf(each('', limitRangeItem), items).map((error) => error.replace(/resource\.Quantity\{.*Format:"\w+"\}/, 'Q'))

describe('items of a limit range', () => {
  it('require min, default and max in order', () => {
    expect(fieldsAndTexts({ type: 'Container', min: { cpu: '1' }, default: { cpu: '2' }, max: { cpu: '2' } })).toEqual(
      [],
    )
    expect(fieldsAndTexts({ type: 'Container', min: { cpu: '2' }, max: { cpu: '1' }, default: { cpu: '3' } })).toEqual([
      'x[0].min[cpu]: Invalid value: Q: min value 2 is greater than max value 1',
      'x[0].default[cpu]: Invalid value: Q: default value 3 is greater than max value 1',
    ])
  })

  it('read null as zero, which has no format', () => {
    const max: JsonObject = { cpu: '0' }
    noteWritten(max, 'cpu', { text: '', canonical: '0', isMilli: true })
    const found = errorsOf(each('', limitRangeItem), [{ type: 'Container', default: { cpu: '1' }, max }])
    expect(found).toEqual([expect.stringMatching(/s:"0", Format:""\}: default value 1 is greater than max value 0$/)])
  })

  it('require a ratio of 1 or more, in agreement with the limits', () => {
    const ratio = (cpu: string) =>
      fieldsAndTexts({ type: 'Pod', min: { cpu: '1' }, max: { cpu: '2' }, maxLimitRequestRatio: { cpu } })
    expect(ratio('2')).toEqual([])
    expect(ratio('500m')).toEqual(['x[0].maxLimitRequestRatio[cpu]: Invalid value: Q: ratio 500m is less than 1'])
    expect(ratio('3')).toEqual([
      'x[0].maxLimitRequestRatio[cpu]: Invalid value: Q: ratio 3 is greater than max/min = 2.000000',
    ])
  })

  it('refuse a repeated type, defaults of pods, and claims without a minimum or maximum', () => {
    expect(fieldsAndTexts({ type: 'Pod' }, { type: 'Pod', default: { cpu: '1' } })).toEqual([
      'x[1].type: Duplicate value: "Pod"',
      "x[1].default: Forbidden: may not be specified when `type` is 'Pod'",
    ])
    expect(fieldsAndTexts({ type: 'PersistentVolumeClaim' })).toEqual([
      'x[0].limits: Required value: either minimum or maximum storage value is required, but neither was provided',
    ])
  })
})
