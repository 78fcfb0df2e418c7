import { networkInterfaces } from 'node:os'
import { isIP } from 'node:net'
import type { AdvertisedAddress } from '../worker/resources/bootstrap-object.ts'
import type { FlagValues } from './flags.ts'
import { FlagError, integer, text } from './flags.ts'

/** The port of the real server, by default. */
const SECURE_PORT = 6443

/**
 * The address for members of the cluster: `--advertise-address`, or `--bind-address`, or the first address of the machine
 * when the server listens on all. Undefined when it listens on loopback only: no other machine reaches it.
 * @throws FlagError
 */
export function advertisedAddress(flags: FlagValues): AdvertisedAddress | undefined {
  const given = text(flags, 'advertise-address')
  if (given !== undefined && isIP(given) === 0)
    throw new FlagError(`--advertise-address takes an IP address, not ${given}`)
  const address = given ?? reachable(text(flags, 'bind-address'))
  return address === undefined ? undefined : { address, port: integer(flags, 'secure-port') || SECURE_PORT }
}

function reachable(address = ''): string | undefined {
  if (ALL.has(address)) return firstAddress()
  return isIP(address) === 0 || address === '::1' || address.startsWith('127.') ? undefined : address
}

const ALL: ReadonlySet<string> = new Set(['0.0.0.0', '::'])

function firstAddress(): string | undefined {
  const all = Object.values(networkInterfaces()).flatMap((addresses = []) => addresses)
  return all.find(({ internal, family }) => !internal && family === 'IPv4')?.address
}
