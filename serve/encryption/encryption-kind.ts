import type { ConfigurationKind } from '../configuration/configuration-file.ts'
import { DURATION, listOf, optional, pointer, structOf, TEXT } from '../configuration/struct-types.ts'

const keys = structOf('v1.AESConfiguration', { keys: listOf(structOf('v1.Key', { name: TEXT, secret: TEXT })) })

const provider = structOf('v1.ProviderConfiguration', {
  aesgcm: pointer(keys),
  aescbc: pointer(keys),
  secretbox: pointer(keys),
  identity: pointer(structOf('v1.IdentityConfiguration', {})),
  kms: pointer(
    structOf('v1.KMSConfiguration', {
      apiVersion: TEXT,
      name: TEXT,
      cachesize: pointer({ type: 'scalar', kind: 'integer', bits: 32 }),
      endpoint: TEXT,
      timeout: optional(DURATION),
    }),
  ),
})

/** The type of `--encryption-provider-config`. The real server drops unknown fields of it. */
export const encryptionKind: ConfigurationKind = {
  kind: 'EncryptionConfiguration',
  dropsUnknown: true,
  versions: new Map([
    [
      'v1',
      structOf('v1.EncryptionConfiguration', {
        resources: listOf(
          structOf('v1.ResourceConfiguration', { resources: listOf(TEXT), providers: listOf(provider) }),
        ),
      }),
    ],
  ]),
}
