import { describe, expect, it } from 'vitest'
import { accessOptions } from './access-options.ts'
import { parseFlags } from './flags.ts'

const read = (...flags: string[]) => accessOptions(parseFlags(flags))

describe('accessOptions', () => {
  it('accepts anonymous callers and no bootstrap tokens without flags', () => {
    expect(read()).toEqual({ bootstrapTokens: false, anonymousAuth: true })
  })

  it('keeps the order of the modes, and refuses an unknown mode', () => {
    expect(read('--authorization-mode=Node,RBAC').authorizationModes).toEqual(['Node', 'RBAC'])
    expect(() => read('--authorization-mode=Rbac')).toThrow('authorization-mode: "Rbac" is not one of AlwaysAllow')
  })

  it.each([
    [['--authorization-mode=RBAC,AlwaysAllow'], false],
    [['--authorization-mode=AlwaysAllow', '--anonymous-auth=true'], true],
    [['--authorization-mode=AlwaysAllow', '--allow-everyone'], true],
    [['--authorization-mode=RBAC'], true],
    [['--authorization-mode=AlwaysAllow', '--anonymous-auth=false'], false],
  ])('with %s, accepts anonymous callers: %s', (flags, anonymous) => {
    expect(read(...flags).anonymousAuth).toBe(anonymous)
  })

  it('joins repeated lists of modes, each mode at its first place', () => {
    expect(read('--authorization-mode=Node,RBAC', '--authorization-mode=AlwaysDeny,Node').authorizationModes).toEqual([
      'Node',
      'RBAC',
      'AlwaysDeny',
    ])
  })

  it('reads issuers and audiences of tokens, and the switches of anonymous callers and bootstrap tokens', () => {
    expect(read('--service-account-issuer=https://a,https://b').serviceAccounts?.issuers).toEqual([
      'https://a',
      'https://b',
    ])
    expect(read('--service-account-issuer=https://a', '--api-audiences=x,y').audiences).toEqual(['x', 'y'])
    expect(read('--anonymous-auth=false', '--enable-bootstrap-token-auth')).toMatchObject({
      anonymousAuth: false,
      bootstrapTokens: true,
    })
  })
})
