import { describe, expect, it } from 'vitest'
import { formats } from './formats.ts'

const accepts = (format: string, ...texts: readonly string[]): readonly boolean[] =>
  texts.map((text) => formats.get(format)?.(text) === true)

/** The expected results come from kube-apiserver 1.30.14. */
describe('formats of custom resources', () => {
  it('accept a social security number only when its parts are separated', () => {
    expect(accepts('ssn', '123-45-6789', '123 45 6789', '123456789')).toEqual([true, true, false])
  })

  it('check the host, the port and the escapes of a URI', () => {
    const sound = ['http://[::1]:80/x', 'http://u:p@a.b:80', 'http://a%80', 'mailto:x', '/a', 'http://']
    expect(accepts('uri', ...sound)).toEqual(sound.map(() => true))
    const broken = ['http://[::1', 'http://[::1]x', 'http://a:b', 'http://a{b}', 'http://a%41', 'http://a b@c', 'a']
    expect(accepts('uri', ...broken)).toEqual(broken.map(() => false))
  })
})
