import { networkInterfaces } from 'node:os'
import { isIP } from 'node:net'
import type { AdvertisedAddress } from '../worker/resources/own-service.ts'
import type { FlagValues } from './flags.ts'
import { FlagError, integer, text } from './flags.ts'

/** The port of the real server, by default. */
const SECURE_PORT = 6443

/**
 * The address for members of the cluster: `--advertise-address`, or `--bind-address` when other machines reach it, or the
 * first address of the machine. Undefined when the machine has none but loopback.
 * @throws FlagError
 */
export function advertisedAddress(flags: FlagValues): AdvertisedAddress | undefined {
  const given = text(flags, 'advertise-address')
  if (given !== undefined && isIP(given) === 0)
    throw new FlagError(`--advertise-address takes an IP address, not ${given}`)
  const address = given ?? reachable(text(flags, 'bind-address')) ?? firstAddress()
  return address === undefined ? undefined : { address, port: integer(flags, 'secure-port') || SECURE_PORT }
}

/** The address, unless it is none, stands for all addresses or belongs to loopback. */
function reachable(address = ''): string | undefined {
  const isLocal = ['0.0.0.0', '::', '::1'].includes(address) || address.startsWith('127.')
  return isIP(address) === 0 || isLocal ? undefined : address
}

function firstAddress(): string | undefined {
  const all = Object.values(networkInterfaces()).flatMap((addresses = []) => addresses)
  return all.find(({ internal, family }) => !internal && family === 'IPv4')?.address
}
