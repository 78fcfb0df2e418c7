import { dialects } from '../../worker/dialect/dialect.ts'
import type { ClusterHandle } from '../cluster/cluster.ts'
import { getJson } from '../client/resource-client.ts'
import type { Identity } from '../scenario/scenario.ts'
import { certificateIdentity } from './certificate-identity.ts'

export interface IdentityChoices {
  readonly accounts: readonly Identity[]
  readonly certificates: readonly Identity[]
}

/** The maximum length of each list. */
const MAX_CHOICES = 500

interface List {
  readonly items?:
    | readonly {
        readonly metadata: { readonly name: string; readonly namespace?: string }
        readonly status?: { readonly certificate?: string }
      }[]
    | null
}

/** The accounts of the cluster and its signed certificates. @throws ApiError */
export async function identityChoices(cluster: ClusterHandle): Promise<IdentityChoices> {
  const group = dialects[cluster.info.dialect].spell('certificates.{domain}')
  const [accounts, requests] = await Promise.all([
    getJson<List>(cluster, `/api/v1/serviceaccounts?limit=${MAX_CHOICES}`),
    getJson<List>(cluster, `/apis/${group}/v1/certificatesigningrequests?limit=${MAX_CHOICES}`),
  ])
  return {
    accounts: (accounts.items ?? []).map(({ metadata }) => {
      const serviceAccount = `${metadata.namespace ?? ''}/${metadata.name}`
      return { name: serviceAccount, serviceAccount }
    }),
    certificates: (requests.items ?? []).flatMap(
      ({ metadata, status }) => certificateIdentity(metadata.name, status?.certificate ?? '') ?? [],
    ),
  }
}

/** The text of a header value: printable ASCII characters. */
const HEADER_TEXT = /^[\x20-\x7e]{1,256}$/

/**
 * @param groups names that are separated by commas
 * @throws Error with a sentence for the user
 */
export function namedUser(user: string, groups: string): Identity {
  const name = user.trim()
  const names = groups
    .split(',')
    .map((group) => group.trim())
    .filter((group) => group !== '')
  if (name === '') throw new Error('Write the name of a user.')
  if (names.length > 32) throw new Error('At most 32 groups can be named.')
  const wrong = [name, ...names].find((text) => !HEADER_TEXT.test(text))
  if (wrong !== undefined) throw new Error(`${wrong.slice(0, 40)}: names have at most 256 plain ASCII characters.`)
  return { name, user: name, groups: names }
}
