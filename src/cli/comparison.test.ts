import { expect, it } from 'vitest'
import { compare, maskedSecrets } from './comparison.ts'
import type { Host } from './host.ts'

const secret = (data: Record<string, string>) => ({ apiVersion: 'v1', kind: 'Secret', data })

it('masks the data of secrets and marks the values that change', () => {
  expect(maskedSecrets(secret({ a: '1', b: '2' }), secret({ a: '1', b: '3', c: '4' }))).toEqual([
    secret({ a: '***', b: '*** (before)' }),
    secret({ a: '***', b: '*** (after)', c: '***' }),
  ])
  expect(maskedSecrets(undefined, secret({ a: '1' }))).toEqual([null, secret({ a: '***' })])
})

it('compares files in the order of their names when the host has no programs', async () => {
  let stdout = ''
  const host = { environment: {}, now: () => 0, stdout: (text: string) => void (stdout += text) }
  const live = new Map([
    ['b', 'x\n'],
    ['a', 'y\n'],
  ])
  expect(await compare(host as unknown as Host, { live, merged: new Map([['b', 'z\n']]) })).toBe(1)
  expect(stdout.match(/^(diff|[-+][xyz]).*/gm)).toEqual([
    'diff -u -N LIVE/a MERGED/a',
    '-y',
    'diff -u -N LIVE/b MERGED/b',
    '-x',
    '+z',
  ])
})
