import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { md5 } from './md5.ts'

it('answers what RFC 1321, A.5, lists', () => {
  expect(md5('')).toBe('d41d8cd98f00b204e9800998ecf8427e')
  expect(md5('message digest')).toBe('f96b697d7cb7938d525a2f31aaf161d0')
  expect(md5('12345678901234567890123456789012345678901234567890123456789012345678901234567890')).toBe(
    '57edf4a22be3c955ac49da2e2107b67a',
  )
})

it('pads every length as the platform does', () => {
  for (let length = 50; length < 130; length++) {
    const text = 'é'.repeat(length >> 1) + 'x'.repeat(length & 1)
    expect(md5(text)).toBe(createHash('md5').update(text).digest('hex'))
  }
})
