import { describe, expect, it } from 'vitest'
import { advertisedAddress } from './advertised-address.ts'
import { FlagError, parseFlags } from './flags.ts'

describe('advertisedAddress', () => {
  const read = (...flags: string[]) => advertisedAddress(parseFlags(flags))

  it('prefers --advertise-address, then a bind address that other machines reach', () => {
    expect(read('--advertise-address=192.0.2.7', '--secure-port=8443')).toEqual({ address: '192.0.2.7', port: 8443 })
    expect(read('--bind-address=192.0.2.8', '--authorization-mode=RBAC')).toEqual({ address: '192.0.2.8', port: 6443 })
  })

  it('advertises nothing on loopback, and an address of the machine when it listens on all interfaces', () => {
    for (const flags of [[], ['--bind-address=127.0.0.1'], ['--bind-address=::1']])
      expect(read(...flags)).toBeUndefined()
    expect(read('--bind-address=0.0.0.0')?.address).not.toBe('0.0.0.0')
  })

  it('refuses a host name', () => {
    expect(() => read('--advertise-address=here')).toThrow(FlagError)
  })
})
