import { networkInterfaces } from 'node:os'
import { isIP } from 'node:net'
import type { AdvertisedAddress } from '../worker/resources/bootstrap-object.ts'
import type { FlagValues } from './flags.ts'
import { FlagError, integer, text } from './flags.ts'

/** The default port of the real server. */
const SECURE_PORT = 6443

/**
 * The address at which members of the cluster reach the server: `--advertise-address`, else `--bind-address`. When the server
 * listens on all addresses, it is the first IPv4 address of the machine. Undefined without `--advertise-address` when the server
 * listens on loopback only, because no other machine reaches it then.
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
