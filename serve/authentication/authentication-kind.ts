import type { StructSchema } from '../../worker/schema/schema.ts'
import type { ConfigurationKind } from '../configuration/configuration-file.ts'
import { listOf, optional, pointer, structOf, TEXT } from '../configuration/struct-types.ts'

function configuration(version: string): StructSchema {
  const named = (name: string, fields: Parameters<typeof structOf>[1]) => structOf(`${version}.${name}`, fields)
  const prefixed = named('PrefixedClaimOrExpression', {
    claim: optional(TEXT),
    prefix: pointer(TEXT),
    expression: optional(TEXT),
  })
  const issuer = named('Issuer', {
    url: TEXT,
    discoveryURL: pointer(TEXT),
    certificateAuthority: optional(TEXT),
    audiences: listOf(TEXT),
    audienceMatchPolicy: optional(TEXT),
  })
  const claimRule = named('ClaimValidationRule', {
    claim: optional(TEXT),
    requiredValue: optional(TEXT),
    expression: optional(TEXT),
    message: optional(TEXT),
  })
  const mappings = named('ClaimMappings', {
    username: prefixed,
    groups: prefixed,
    uid: named('ClaimOrExpression', { claim: optional(TEXT), expression: optional(TEXT) }),
    extra: optional(listOf(named('ExtraMapping', { key: TEXT, valueExpression: TEXT }))),
  })
  const userRule = named('UserValidationRule', { expression: TEXT, message: optional(TEXT) })
  const authenticator = named('JWTAuthenticator', {
    issuer,
    claimValidationRules: optional(listOf(claimRule)),
    claimMappings: mappings,
    userValidationRules: optional(listOf(userRule)),
  })
  return named('AuthenticationConfiguration', { jwt: listOf(authenticator) })
}

/** The type of `--authentication-config`. Both versions have the same fields. */
export const authenticationKind: ConfigurationKind = {
  kind: 'AuthenticationConfiguration',
  versions: new Map(['v1alpha1', 'v1beta1'].map((version) => [version, configuration(version)])),
}
