import { objectOrEmpty, objectsIn, stringsIn, type Json, type JsonObject } from '../../worker/api/json.ts'
import { textOf } from '../configuration/text-of.ts'

/** A claim with a prefix, or an expression. The text that is not given is empty. */
interface Mapping {
  readonly claim: string
  readonly prefix: string
  readonly expression: string
}

/** One issuer of `AuthenticationConfiguration`. An absent text is empty. */
export interface JwtAuthenticator {
  readonly issuer: {
    readonly url: string
    readonly discoveryUrl: string
    readonly certificateAuthority: string
    readonly audiences: readonly string[]
  }
  readonly claimMappings: {
    readonly username: Mapping
    readonly groups: Mapping
    readonly uid: Mapping
    readonly extra: readonly { readonly key: string; readonly valueExpression: string }[]
  }
  readonly claimValidationRules: readonly {
    readonly claim: string
    readonly requiredValue: string
    readonly expression: string
    readonly message: string
  }[]
  readonly userValidationRules: readonly { readonly expression: string; readonly message: string }[]
}

/** Reads the issuers of a decoded configuration. */
export const authenticatorsOf = (config: JsonObject): readonly JwtAuthenticator[] =>
  objectsIn(config['jwt']).map((one) => {
    const [issuer, mappings] = [objectOrEmpty(one['issuer']), objectOrEmpty(one['claimMappings'])]
    return {
      issuer: {
        url: textOf(issuer, 'url'),
        discoveryUrl: textOf(issuer, 'discoveryURL'),
        certificateAuthority: textOf(issuer, 'certificateAuthority'),
        audiences: stringsIn(issuer['audiences']),
      },
      claimMappings: {
        username: mapping(mappings['username']),
        groups: mapping(mappings['groups']),
        uid: mapping(mappings['uid']),
        extra: objectsIn(mappings['extra']).map((item) => ({
          key: textOf(item, 'key'),
          valueExpression: textOf(item, 'valueExpression'),
        })),
      },
      claimValidationRules: objectsIn(one['claimValidationRules']).map((rule) => ({
        claim: textOf(rule, 'claim'),
        requiredValue: textOf(rule, 'requiredValue'),
        expression: textOf(rule, 'expression'),
        message: textOf(rule, 'message'),
      })),
      userValidationRules: objectsIn(one['userValidationRules']).map((rule) => ({
        expression: textOf(rule, 'expression'),
        message: textOf(rule, 'message'),
      })),
    }
  })

const mapping = (given: Json | undefined): Mapping => ({
  claim: textOf(given, 'claim'),
  prefix: textOf(given, 'prefix'),
  expression: textOf(given, 'expression'),
})
