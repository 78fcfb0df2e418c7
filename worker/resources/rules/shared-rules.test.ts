import { describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '../../api/json.ts'
import { dialects } from '../../dialect/dialect.ts'
import { compileRules } from '../notation/compile-rules.ts'
import type { Rule } from '../notation/rule.ts'
import { at } from '../notation/rule.ts'
import { addressText, contains, parseRange } from './address-ranges.ts'
import { scheduleFault } from './cron-schedule.ts'
import { imageTag } from './image-reference.ts'
import { isZero, nonNegativeIntOrPercent } from './int-or-percent.ts'
import { ipAddress, isIPv6 } from './ip-addresses.ts'
import { labelSelector, matches } from './label-selector.ts'
import { podSpecRules } from './pod-rules.ts'
import { portName } from './ports.ts'

const errors = (rule: Rule, value: Json): string[] =>
  compileRules([at('x', rule)], dialects.svc.spell)({ x: value }).map(({ field, message }) => `${field}: ${message}`)

describe('images', () => {
  it.each([
    ['nginx', 'latest'],
    ['nginx:1.2', '1.2'],
    ['registry.example.com:5000/team/app', 'latest'],
    [`app@sha256:${'a'.repeat(64)}`, ''],
    ['Not An Image', ''],
    ['a'.repeat(237), 'latest'],
    ['a'.repeat(238), ''],
    [`registry.io/${'a'.repeat(244)}:1`, ''],
    ['', ''],
  ])('%s has the tag %s', (image, tag) => expect(imageTag(image)).toBe(tag))
})

describe('schedules', () => {
  it.each(['* * * * *', '*/5 1-3 1,15 jan-mar mon', '@daily', '@every 1h30m', '0 0 * * 6'])('accept %s', (schedule) =>
    expect(scheduleFault(schedule)).toBeUndefined(),
  )
  it.each([
    ['* * * *', 'expected exactly 5 fields, found 4: [* * * *]'],
    ['60 * * * *', 'end of range (60) above maximum (59): 60'],
    ['5-1 * * * *', 'beginning of range (5) beyond end of range (1): 5-1'],
    ['*/0 * * * *', 'step of range should be a positive number: */0'],
    ['@never', 'unrecognized descriptor: @never'],
    ['@every 1x', 'failed to parse duration @every 1x: time: unknown unit "x" in duration "1x"'],
  ])('refuse %s', (schedule, fault) => expect(scheduleFault(schedule)).toBe(fault))
})

describe('label selectors', () => {
  it('match by pairs and requirements', () => {
    const selector = { matchLabels: { app: 'a' }, matchExpressions: [{ key: 'tier', operator: 'In', values: ['x'] }] }
    expect(matches(selector, { app: 'a', tier: 'x' })).toBe(true)
    expect(matches(selector, { app: 'a' })).toBe(false)
    expect(matches({ matchExpressions: [{ key: 'b', operator: 'DoesNotExist' }] }, {})).toBe(true)
  })
  it('match nothing when absent, and are undefined when invalid', () => {
    expect(matches(undefined, { a: 'b' })).toBe(false)
    expect(matches({ matchLabels: { 'bad key': 'v' } }, {})).toBeUndefined()
  })
  it('report the values that an operator needs', () => {
    expect(errors(labelSelector, { matchExpressions: [{ key: 'a', operator: 'In' }] })).toEqual([
      "x.matchExpressions[0].values: Required value: must be specified when `operator` is 'In' or 'NotIn'",
    ])
  })
})

describe('numbers and shares', () => {
  it.each([0, '0%', 'x', '-1%', null])('%s counts as zero', (value) => expect(isZero(value)).toBe(true))
  it.each([1, '25%', '50'])('%s does not count as zero', (value) => expect(isZero(value)).toBe(false))
  it('may be percentages or non-negative integers', () => {
    expect(errors(nonNegativeIntOrPercent, '25%')).toEqual([])
    expect(errors(nonNegativeIntOrPercent, '25')[0]).toMatch(/a valid percent string/)
    expect(errors(nonNegativeIntOrPercent, -1)).toHaveLength(1)
  })
})

describe('addresses', () => {
  it.each(['10.0.0.1', '010.0.0.1', '::1', '2001:db8::ffff', '::ffff:1.2.3.4'])('accept %s', (text) =>
    expect(ipAddress(text)).toEqual([]),
  )
  it.each(['', '1.2.3', '1.2.3.256', '1::2::3', ':', '1.2.3.4 '])('refuse %j', (text) =>
    expect(ipAddress(text)).toHaveLength(1),
  )
  it('are numbered within a range, without its first and last address', () => {
    const range = parseRange('10.0.0.0/24')
    expect(addressText(range, 1)).toBe('10.0.0.1')
    expect([contains(range, '10.0.0.0'), contains(range, '10.0.0.1'), contains(range, '10.0.0.255')]).toEqual([
      false,
      true,
      false,
    ])
    const long = parseRange('fd00:1::/112')
    expect(addressText(long, 1)).toBe('fd00:1::1')
    expect(isIPv6(addressText(long, 1))).toBe(true)
  })
})

describe('port names', () => {
  it.each([
    ['http', 0],
    ['80', 1],
    ['a--b', 1],
    ['-a', 1],
    ['a'.repeat(16), 1],
  ])('%s has %i faults', (name, count) => expect(portName(name)).toHaveLength(count))
})

const pod = (more: JsonObject): JsonObject => ({
  restartPolicy: 'Always',
  dnsPolicy: 'ClusterFirst',
  containers: [container({})],
  ...more,
})
const container = (more: JsonObject): JsonObject => ({
  name: 'c',
  image: 'i',
  terminationMessagePolicy: 'File',
  imagePullPolicy: 'Always',
  ...more,
})

describe('a pod', () => {
  it('is valid in its usual form', () => expect(errors(podSpecRules, pod({}))).toEqual([]))

  it('needs a container', () => {
    expect(errors(podSpecRules, pod({ containers: [] }))).toEqual(['x.containers: Required value'])
  })

  it('mounts only valid volumes', () => {
    const containers = [container({ volumeMounts: [{ name: 'v', mountPath: '/v' }] })]
    expect(errors(podSpecRules, pod({ containers, volumes: [{ name: 'v', emptyDir: {} }] }))).toEqual([])
    expect(errors(podSpecRules, pod({ containers, volumes: [{ name: 'v', emptyDir: {}, hostPath: {} }] }))).toEqual([
      'x.volumes[0].hostPath: Forbidden: may not specify more than 1 volume type',
      'x.containers[0].volumeMounts[0].name: Not found: "v"',
    ])
  })

  it('requests no more than its limits', () => {
    const resources = { limits: { cpu: '1' }, requests: { cpu: '1500m' } }
    expect(errors(podSpecRules, pod({ containers: [container({ resources })] }))).toEqual([
      'x.containers[0].resources.requests: Invalid value: "1500m": must be less than or equal to cpu limit of 1',
    ])
  })
})
