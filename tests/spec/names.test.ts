import { describe, expect, it } from 'vitest'
import { byPreference } from '../../worker/api/group-version.ts'
import type { NameRule } from '../../worker/api/names.ts'
import {
  dns1035Label,
  dnsLabel,
  dnsSubdomain,
  labelValue,
  qualifiedName,
  wildcardSubdomain,
} from '../../worker/api/names.ts'
import { configKey } from '../../worker/resources/rules/config-keys.ts'
import { portName } from '../../worker/resources/rules/ports.ts'
import { ipAddress } from '../../worker/resources/rules/ip-addresses.ts'
import { readNetwork } from '../../worker/api/ip-parsing.ts'
import { humanDuration } from '../../worker/api/duration.ts'
import { textOf } from './tables.ts'
import { readRecording } from '../recordings/archive.ts'

const { cases } = readRecording('tables', 'names') as { cases: Record<string, unknown[]> }
const rows = <Row>(name: string): Row[] => (cases[name] ?? []) as Row[]

const rules: readonly (readonly [title: string, rule: NameRule, good: string, bad: string])[] = [
  ['labels', dnsLabel, 'TestIsDNS1123Label:goodValues', 'TestIsDNS1123Label:badValues'],
  ['subdomains', dnsSubdomain, 'TestIsDNS1123Subdomain:goodValues', 'TestIsDNS1123Subdomain:badValues'],
  ['older labels', dns1035Label, 'TestIsDNS1035Label:goodValues', 'TestIsDNS1035Label:badValues'],
  [
    'wildcards',
    wildcardSubdomain,
    'TestIsWildcardDNS1123Subdomain:goodValues',
    'TestIsWildcardDNS1123Subdomain:badValues',
  ],
  ['qualified names', qualifiedName, 'TestIsQualifiedName:successCases', 'TestIsQualifiedName:errorCases'],
  ['label values', labelValue, 'TestIsValidLabelValue:successCases', 'TestIsValidLabelValue:errorCases'],
  ['keys of config maps', configKey, 'TestIsConfigMapKey:successCases', 'TestIsConfigMapKey:failureCases'],
  ['names of ports', portName, 'TestIsValidPortName:goodValues', 'TestIsValidPortName:badValues'],
]

describe('names of the real server', () => {
  it.each(rules)('accepts and refuses %s as the real server does', (_title, rule, good, bad) => {
    const refused = rows(`validation:${good}`)
      .map(textOf)
      .filter((name) => rule(name).length > 0)
    const accepted = rows(`validation:${bad}`)
      .map(textOf)
      .filter((name) => rule(name).length === 0)
    expect({ refused, accepted }).toEqual({ refused: [], accepted: [] })
  })

  it('orders versions as clients prefer them', () => {
    const compared = rows<{ v1: string; v2: string; expectedGreater: boolean }>(
      'helpers:TestCompareKubeAwareVersionStrings:tests',
    ).filter(({ v1, v2 }) => v1 !== v2)
    for (const { v1, v2, expectedGreater } of compared) {
      expect([v1, v2, byPreference(v1, v2) < 0]).toEqual([v1, v2, expectedGreater])
    }
    expect.hasAssertions()
  })
})

interface Spelled {
  readonly in: string
  readonly err?: string
}

describe('addresses of the real server', () => {
  it.each(rows<Spelled>('validation:TestIsValidIP:<range>'))(
    'accepts or refuses the address $in',
    ({ in: text, err = '' }) => {
      expect(ipAddress(text).length === 0).toBe(err === '')
    },
  )

  it.each(rows<Spelled>('validation:TestIsValidCIDR:<range>'))(
    'accepts or refuses the network $in',
    ({ in: text, err = '' }) => {
      expect(readNetwork(text) !== undefined).toBe(err === '')
    },
  )
})

interface Duration {
  readonly d: number
  readonly want: string
}

const { items } = readRecording('tables', 'times') as {
  items: { func: string; cases: unknown[] }[]
}
const spans = items
  .filter(({ func }) => func.startsWith('TestHumanDuration'))
  .flatMap(({ cases: own }) => own as Duration[])

describe('ages of the real server', () => {
  it.each(spans.filter(({ d }) => typeof d === 'number'))('writes $d ns as $want', ({ d, want }) => {
    expect(humanDuration(d / 1e6)).toBe(want)
  })
})
