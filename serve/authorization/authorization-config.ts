import { readFileSync } from 'node:fs'
import { doubleOf } from '../../worker/api/numbers.ts'
import { aggregateText } from '../../worker/api/go-format.ts'
import { objectOrEmpty, objectsIn, stringOrEmpty, type JsonObject } from '../../worker/api/json.ts'
import type { AccessReviewOptions } from '../../worker/authorization/access-webhook.ts'
import type { Dialect } from '../../worker/dialect/dialect.ts'
import {
  AUTHORIZATION_MODES,
  type AuthorizationMode,
  type AuthorizationOptions,
} from '../../worker/server/open-authorization.ts'
import { errorMessage } from '../../worker/runtime/error-message.ts'
import { checkConfiguration, ConfigurationError, readConfiguration } from '../configuration/configuration-file.ts'
import { readRemoteService } from '../remote-service.ts'
import { authorizationKind } from './authorization-kind.ts'
import { authorizationRules, nanosecondsOf } from './authorization-rules.ts'
import { matcherOf } from './match-conditions.ts'

type Authorization = Required<Pick<AuthorizationOptions, 'authorizationModes' | 'accessReviews'>>

/** Reads the modes of a file of `--authorization-config`. @throws ConfigurationError, FlagError */
export async function readAuthorizationConfig(file: string, dialect: Dialect): Promise<Authorization> {
  const config = await load(readFileSync(file, 'utf8'), dialect)
  checkConfiguration(config, authorizationRules, dialect)
  const authorizers = objectsIn(config['authorizers'])
  const faults = authorizers.flatMap(nameFault)
  if (faults.length > 0) throw new ConfigurationError(aggregateText(faults))
  return {
    authorizationModes: authorizers.map(modeOf),
    accessReviews: authorizers
      .filter(({ type }) => type === 'Webhook')
      .map(({ webhook }) => reviewsOf(objectOrEmpty(webhook))),
  }
}

async function load(text: string, dialect: Dialect): Promise<JsonObject> {
  // An empty file is an empty configuration.
  if (text === '') return {}
  try {
    const config = await readConfiguration(text, authorizationKind, dialect)
    for (const { webhook } of objectsIn(config['authorizers'])) readDurations(objectOrEmpty(webhook))
    return config
  } catch (error) {
    throw new ConfigurationError(`failed to load AuthorizationConfiguration from file: ${errorMessage(error)}`)
  }
}

const TTLS = [
  ['authorizedTTL', 300_000],
  ['unauthorizedTTL', 30_000],
] as const

/** @throws Error for a text that does not spell a duration */
function readDurations(webhook: JsonObject): void {
  for (const field of ['timeout', ...TTLS.map(([name]) => name)])
    if (webhook[field] !== undefined) nanosecondsOf(webhook, field)
}

/** The name of every authorizer but a webhook follows from its type. */
function nameFault({ type, name }: JsonObject): string[] {
  const [kind, given] = [stringOrEmpty(type), stringOrEmpty(name)]
  const expected = kind.toLowerCase()
  return kind === 'Webhook' || given === expected
    ? []
    : [`expected name ${expected} for authorizer ${kind} instead of ${given}`]
}

function modeOf({ type }: JsonObject): AuthorizationMode {
  const mode = AUTHORIZATION_MODES.find((known) => known === type)
  if (mode !== undefined) return mode
  throw new ConfigurationError(`authorizer type ${stringOrEmpty(type)} is not supported by this server`)
}

function reviewsOf(webhook: JsonObject): AccessReviewOptions {
  const { kubeConfigFile } = objectOrEmpty(webhook['connectionInfo'])
  if (typeof kubeConfigFile !== 'string')
    throw new ConfigurationError('connectionInfo.type InClusterConfig is not supported by this server')
  const [allowedTtl, refusedTtl] = TTLS.map(([field, usual]) => doubleOf(nanosecondsOf(webhook, field)) / 1e6 || usual)
  const conditions = objectsIn(webhook['matchConditions']).map(({ expression }) => stringOrEmpty(expression))
  return {
    service: readRemoteService(kubeConfigFile),
    version: webhook['subjectAccessReviewVersion'] === 'v1' ? 'v1' : 'v1beta1',
    allowedTtl: allowedTtl ?? 0,
    refusedTtl: refusedTtl ?? 0,
    deniesOnFailure: webhook['failurePolicy'] === 'Deny',
    ...(conditions.length > 0 && { matches: matcherOf(conditions) }),
  }
}
