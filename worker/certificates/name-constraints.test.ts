import { describe, expect, it } from 'vitest'
import { der, sequence } from './der-writer.ts'
import { readElement, sequenceOf } from './der.ts'
import { permitsNames } from './name-constraints.ts'

const TAGS = { email: 0x81, dns: 0x82, uri: 0x86, ip: 0x87, directory: 0xa4 } as const
type Names = Partial<Record<keyof typeof TAGS, readonly (string | readonly number[])[]>>

const general = (names: Names) =>
  Object.entries(names).flatMap(([kind, values]) =>
    values.map((value) =>
      der(
        TAGS[kind as keyof typeof TAGS],
        typeof value === 'string' ? new TextEncoder().encode(value) : Uint8Array.from(value),
      ),
    ),
  )

interface Given {
  readonly permitted?: Names
  readonly excluded?: Names
  readonly isCritical?: boolean
}

function permits(names: Names, { permitted, excluded, isCritical = true }: Given): boolean {
  const subtrees = (tag: number, bases: Names | undefined) =>
    bases === undefined ? [] : [der(tag, ...general(bases).map((base) => sequence(base)))]
  const value = readElement(sequence(...subtrees(0xa0, permitted), ...subtrees(0xa1, excluded))).element
  const alternativeNames = sequenceOf(readElement(sequence(...general(names))).element)
  return permitsNames({ value, isCritical }, [{ alternativeNames }])
}

describe('name constraints', () => {
  it.each([
    ['example.com', 'example.com', true],
    ['a.EXAMPLE.com', 'example.com', true],
    ['xexample.com', 'example.com', false],
    ['example.com', '.example.com', false],
    ['a.example.com', '.example.com', true],
    ['example.com', '', true],
    ['a..com', 'com', false],
  ])('compare the domain %o with %o', (domain, constraint, expected) => {
    expect(permits({ dns: [domain] }, { permitted: { dns: [constraint] } })).toBe(expected)
  })

  it('exclude names, also permitted ones', () => {
    const given = { permitted: { dns: ['example.com'] }, excluded: { dns: ['b.example.com'] } }
    expect(permits({ dns: ['a.example.com'] }, given)).toBe(true)
    expect(permits({ dns: ['a.example.com', 'a.b.example.com'] }, given)).toBe(false)
    expect(permits({ dns: ['*.example.com'] }, given)).toBe(false)
    expect(permits({ dns: ['*.a.example.com'] }, given)).toBe(true)
  })

  it('leave types of names free that have no permitted subtree', () => {
    const permitted = { dns: ['example.com'] }
    expect(permits({ email: ['a@other.org'], ip: [[10, 0, 0, 1]], uri: ['urn:x'] }, { permitted })).toBe(true)
    expect(permits({}, { permitted })).toBe(true)
  })

  it('compare mailboxes, hosts of URIs and addresses', () => {
    const email = ['a@example.com', 'other.org']
    expect(permits({ email: ['a@EXAMPLE.com', '"x y"@other.org'] }, { permitted: { email } })).toBe(true)
    expect(permits({ email: ['A@example.com'] }, { permitted: { email } })).toBe(false)
    expect(permits({ email: ['no mailbox'] }, { permitted: { dns: ['a'] } })).toBe(false)
    const uri = ['example.com']
    expect(permits({ uri: ['https://u@a.example.com:8/x'] }, { permitted: { uri } })).toBe(true)
    expect(permits({ uri: ['https://10.0.0.1/'] }, { excluded: { uri } })).toBe(false)
    const ip = [[10, 1, 0, 0, 255, 255, 0, 0]]
    expect(permits({ ip: [[10, 1, 2, 3]] }, { permitted: { ip } })).toBe(true)
    expect(permits({ ip: [[10, 2, 2, 3]] }, { permitted: { ip } })).toBe(false)
    expect(permits({ ip: [Array.from({ length: 16 }, () => 0)] }, { excluded: { ip } })).toBe(true)
  })

  it('permit nothing when they are malformed, or critical with names of other types', () => {
    expect(permits({}, {})).toBe(false)
    expect(permits({}, { permitted: { ip: [[10, 0, 0, 1]] } })).toBe(false)
    const permitted = { directory: [[0x30, 0]] }
    expect(permits({}, { permitted })).toBe(false)
    expect(permits({}, { permitted, isCritical: false })).toBe(true)
  })
})
