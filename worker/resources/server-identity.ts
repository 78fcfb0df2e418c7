import type { JsonObject } from '../api/json.ts'
import { formatMicroTime, type Clock } from '../clock/clock.ts'
import type { BootstrapObject } from './bootstrap-object.ts'

/** The time in seconds after which the lease of a stopped server expires. */
const LEASE_SECONDS = 3600

/** The lease by which the servers of one cluster find each other; it is named after the machine. */
export async function identityLease(hostname: string, clock: Clock): Promise<BootstrapObject> {
  const name = `apiserver-${await digestOf(hostname)}`
  const labels = { 'apiserver.{labels}/identity': '{system}-apiserver', '{labels}/hostname': hostname }
  const spec = {
    holderIdentity: `${name}_${clock.uuid()}`,
    leaseDurationSeconds: LEASE_SECONDS,
    renewTime: formatMicroTime(clock.now()),
  }
  return {
    group: 'coordination.{domain}',
    version: 'v1',
    resource: 'leases',
    object: { kind: 'Lease', metadata: { name, namespace: '{system}-system', labels }, spec },
    // `holderIdentity` is not renewed, so it keeps naming the first server of this machine, as on the real server.
    renewed: ['spec', 'renewTime'],
  }
}

const { subtle }: Partial<Crypto> = crypto
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567'

/**
 * The first 16 bytes of a SHA-256 in base32. Browsers offer no digest outside secure contexts, so there the result is the text
 * itself.
 */
async function digestOf(text: string): Promise<string> {
  if (subtle === undefined) return text
  const digest = new Uint8Array(await subtle.digest('SHA-256', new TextEncoder().encode(text)))
  const bits = Array.from(digest.subarray(0, 16), (byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map((five) => ALPHABET.charAt(parseInt(five.padEnd(5, '0'), 2))).join('')
}

/** The config map by which extension servers authenticate callers; no object when there is no data. */
export function extensionAuthentication(data: JsonObject): readonly BootstrapObject[] {
  if (Object.keys(data).length === 0) return []
  const metadata = { name: 'extension-apiserver-authentication', namespace: '{system}-system' }
  const object = { kind: 'ConfigMap', metadata, data }
  return [{ group: '', version: 'v1', resource: 'configmaps', object, renewed: ['data'] }]
}
