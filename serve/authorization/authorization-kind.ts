import type { StructSchema } from '../../worker/schema/schema.ts'
import type { ConfigurationKind } from '../configuration/configuration-file.ts'
import { DURATION, listOf, pointer, structOf, TEXT } from '../configuration/struct-types.ts'

function configuration(version: string): StructSchema {
  const named = (name: string, fields: Parameters<typeof structOf>[1]) => structOf(`${version}.${name}`, fields)
  const webhook = named('WebhookConfiguration', {
    authorizedTTL: DURATION,
    unauthorizedTTL: DURATION,
    timeout: DURATION,
    subjectAccessReviewVersion: TEXT,
    matchConditionSubjectAccessReviewVersion: TEXT,
    failurePolicy: TEXT,
    connectionInfo: named('WebhookConnectionInfo', { type: TEXT, kubeConfigFile: pointer(TEXT) }),
    matchConditions: listOf(named('WebhookMatchCondition', { expression: TEXT })),
  })
  const authorizer = named('AuthorizerConfiguration', { type: TEXT, name: TEXT, webhook: pointer(webhook) })
  return named('AuthorizationConfiguration', { authorizers: listOf(authorizer) })
}

/** The type of `--authorization-config`. Both versions have the same fields. */
export const authorizationKind: ConfigurationKind = {
  kind: 'AuthorizationConfiguration',
  versions: new Map(['v1alpha1', 'v1beta1'].map((version) => [version, configuration(version)])),
}
