import { readFileSync } from 'node:fs'
import type { FlagValues } from './flags.ts'
import { text } from './flags.ts'

const LISTS = [
  'requestheader-allowed-names',
  'requestheader-extra-headers-prefix',
  'requestheader-group-headers',
  'requestheader-username-headers',
] as const

/**
 * The data of the ConfigMap from which extension servers read the authorities of callers and of the front proxy. Reads
 * the authority files that the flags name.
 */
export function extensionAuthentication(flags: FlagValues): Readonly<Record<string, string>> {
  const clients = text(flags, 'client-ca-file')
  const proxies = text(flags, 'requestheader-client-ca-file')
  const lists = LISTS.map((flag) => [flag, JSON.stringify(flags.get(flag) ?? [])])
  return {
    ...(clients !== undefined && { 'client-ca-file': readFileSync(clients, 'utf8') }),
    ...(proxies !== undefined && {
      'requestheader-client-ca-file': readFileSync(proxies, 'utf8'),
      ...(Object.fromEntries(lists) as Record<string, string>),
    }),
  }
}
