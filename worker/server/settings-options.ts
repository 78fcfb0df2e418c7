import { DEFAULT_ADMISSION } from '../admission/admission-options.ts'
import { chosenPlugins, knownPlugins } from '../admission/order.ts'
import type { ClusterSettings } from '../api/cluster-settings.ts'
import { parseMilliseconds } from '../api/duration.ts'
import type { Clock } from '../clock/clock.ts'
import { scaledClock } from '../clock/scaled-clock.ts'
import type { Dialect } from '../dialect/dialect.ts'
import { readAuditPolicy } from '../observability/audit-policy.ts'
import type { ApiServerOptions } from './cluster.ts'
import { FEATURE_STAGES } from './feature-stages.ts'
import { reviewOptions } from './review-settings.ts'

type Options = Partial<ApiServerOptions>

const words = (text: string): string[] =>
  text
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean)

type ReadFlag = (value: string, before: Options) => Options

/** The flags that a cluster may have, with the meaning that the real server gives them. */
const FLAGS: ReadonlyMap<string, ReadFlag> = new Map<string, ReadFlag>([
  ['authorization-mode', (value) => ({ authorizationModes: words(value).map(modeNamed) })],
  ['controllers', (value) => ({ controllers: words(value) })],
  [
    'disable-admission-plugins',
    (value, { admission }) => ({ admission: plugins({ disable: words(value) }, admission) }),
  ],
  ['enable-admission-plugins', (value, { admission }) => ({ admission: plugins({ enable: words(value) }, admission) })],
  ['enable-bootstrap-token-auth', (value) => ({ bootstrapTokens: value === 'true' })],
  ['event-ttl', (value) => ({ eventTtl: parseMilliseconds(value) })],
  ['runtime-config', (value) => ({ runtimeConfig: switches(value) })],
])

export const SETTING_FLAGS: readonly string[] = [...FLAGS.keys()]

const plugins = (more: object, before = DEFAULT_ADMISSION): Options['admission'] => ({ ...before, ...more })

/** The modes that the flag accepts. The mode Webhook needs an address, so `reviews.access` adds it. */
const MODES = ['AlwaysAllow', 'AlwaysDeny', 'Node', 'RBAC'] as const

function modeNamed(name: string) {
  const mode = MODES.find((known) => known === name)
  if (mode === undefined)
    throw new Error(`authorization-mode ${name} is unknown; give ${MODES.join(', ')}, or the address reviews.access`)
  return mode
}

const switches = (value: string): Readonly<Record<string, boolean>> =>
  Object.fromEntries(words(value).map((pair) => [pair.split('=')[0] ?? '', !pair.endsWith('=false')]))

/**
 * The options of a server with these settings, apart from its clock.
 * @throws Error that says which setting is wrong and why
 */
export function settingsOptions(settings: ClusterSettings, dialect: Dialect): Options {
  const { featureGates, flags = {}, audit, simulation, reviews } = settings
  const unknown = Object.keys(featureGates ?? {}).find((gate) => !FEATURE_STAGES.has(gate))
  if (unknown !== undefined) throw new Error(`unrecognized feature gate: ${unknown}`)
  let options: Options = {
    ...(featureGates !== undefined && { featureGates }),
    ...(simulation !== undefined && { simulation }),
  }
  for (const [name, value] of Object.entries(flags)) options = { ...options, ...FLAGS.get(name)?.(value, options) }
  if (reviews !== undefined) options = { ...options, ...reviewOptions(reviews, options) }
  chosenPlugins(options.admission ?? DEFAULT_ADMISSION, knownPlugins(dialect))
  if (audit === undefined) return options
  readAuditPolicy(audit, dialect)
  return { ...options, audit: { policy: audit } }
}

/** The clock of a cluster with these settings. @param epoch the time of `clock` at which the cluster was created */
export function settingsClock({ startTime, timeScale = 1 }: ClusterSettings, clock: Clock, epoch: number): Clock {
  if (startTime === undefined && timeScale === 1) return clock
  const start = startTime === undefined ? epoch : Date.parse(startTime)
  return scaledClock(clock, { start, epoch, scale: timeScale })
}
