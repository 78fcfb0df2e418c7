import { describe, expect, it } from 'vitest'
import { patchTypeOf } from './patch-type.ts'

const accepted = 'application/json-patch+json, application/merge-patch+json'
const unknown = 'the body of the request was in an unknown format - accepted media types include: '

describe('the media type of a patch', () => {
  it('may have parameters and surrounding spaces', () => {
    expect(patchTypeOf(' application/json-patch+json ', false)).toBe('json')
    expect(patchTypeOf('application/apply-patch+yaml;charset=utf-8', true)).toBe('apply')
  })

  it('has no space before its parameters', () => {
    expect(() => patchTypeOf('application/merge-patch+json ;charset=utf-8', false)).toThrow(unknown)
  })

  it('must be the whole header', () => {
    expect(() => patchTypeOf('application/json, application/merge-patch+json', false)).toThrow(
      `${unknown}${accepted}, application/strategic-merge-patch+json, application/apply-patch+yaml`,
    )
  })

  it('is not strategic for a custom resource', () => {
    expect(patchTypeOf('application/strategic-merge-patch+json', false)).toBe('strategic')
    expect(() => patchTypeOf('application/strategic-merge-patch+json', true)).toThrow(
      `${unknown}${accepted}, application/apply-patch+yaml`,
    )
  })
})
