import type { AccessReviewOptions } from '../authorization/access-webhook.ts'
import { alwaysAllow } from '../authorization/always-allow.ts'
import { alwaysDeny } from '../authorization/always-deny.ts'
import type { Authorizer } from '../authorization/authorizer.ts'
import { authorizerChain } from '../authorization/authorizers.ts'
import { privilegedGroup } from '../authorization/privileged-group.ts'
import type { WriteGuard } from '../authorization/write-guard.ts'
import type { WebhookCaller } from '../webhooks/backend.ts'
import type { Clock } from '../clock/clock.ts'
import type { Dialect } from '../dialect/dialect.ts'
import type { Catalog } from '../resources/resource.ts'
import type { Store } from '../store/store.ts'

/** The values of `--authorization-mode`. */
export type AuthorizationMode = 'AlwaysAllow' | 'AlwaysDeny' | 'Node' | 'RBAC' | 'Webhook'

export const AUTHORIZATION_MODES: readonly AuthorizationMode[] = [
  'AlwaysAllow',
  'AlwaysDeny',
  'Node',
  'RBAC',
  'Webhook',
]

export interface AuthorizationOptions {
  /** In the order of their calls. Default: AlwaysAllow. */
  readonly authorizationModes?: readonly AuthorizationMode[]
  /** The services that the modes `Webhook` call, one for each of these modes. */
  readonly accessReviews?: readonly AccessReviewOptions[]
  readonly callWebhook?: WebhookCaller
  readonly featureGates?: Readonly<Record<string, boolean>>
}

interface AuthorizationDependencies {
  readonly clock: Clock
  readonly dialect: Dialect
  readonly store: Store
  readonly catalog: Catalog
}

export interface Authorization {
  readonly authorizer: Authorizer
  /** Checks what a write grants (escalation), by storage name. */
  readonly guards: ReadonlyMap<string, WriteGuard>
  /** Checks what a write refers to, by storage name. */
  readonly referenceGuards: ReadonlyMap<string, WriteGuard>
}

/** The modes that the options switch on. Before them, the group `system:masters` is allowed everything. */
export async function openAuthorization(
  options: AuthorizationOptions,
  { clock, dialect, store, catalog }: AuthorizationDependencies,
): Promise<Authorization> {
  const { authorizationModes = ['AlwaysAllow'], featureGates = {} } = options
  // AlwaysAllow also allows every escalation, so writes need no guards.
  if (authorizationModes[0] === 'AlwaysAllow') {
    return { authorizer: alwaysAllow, guards: new Map(), referenceGuards: new Map() }
  }
  const { openPolicy, rbac, escalationGuards, paramGuards, lazyNodeAuthorizer } =
    await import('../authorization/rule-modes.ts')
  const isOn = (gate: string): boolean => featureGates[gate] ?? false
  const policy = openPolicy(store, dialect)
  const services = [...(options.accessReviews ?? [])]
  const modes: Readonly<Record<AuthorizationMode, () => Authorizer | Promise<Authorizer>>> = {
    AlwaysAllow: () => alwaysAllow,
    AlwaysDeny: () => alwaysDeny,
    Node: () => lazyNodeAuthorizer(store, dialect, isOn),
    RBAC: () => rbac(policy, dialect),
    Webhook: () => remoteMode(services.shift(), { ...options, clock, dialect }),
  }
  const chosen = await Promise.all(authorizationModes.map(async (mode) => modes[mode]()))
  const authorizer = authorizerChain([privilegedGroup, ...chosen])
  return {
    authorizer,
    guards: escalationGuards({ authorizer, policy, dialect }),
    referenceGuards: paramGuards({ authorizer, catalog, store, dialect }),
  }
}

/** The authorizer of the mode Webhook. @throws Error when the options have no service or no way to call it */
async function remoteMode(
  accessReviews: AccessReviewOptions | undefined,
  {
    callWebhook,
    clock,
    dialect,
  }: Pick<AuthorizationOptions, 'callWebhook'> & Pick<AuthorizationDependencies, 'clock' | 'dialect'>,
): Promise<Authorizer> {
  if (accessReviews === undefined || callWebhook === undefined)
    throw new Error('give mode Webhook a service to ask, and a host that can reach it')
  const { accessWebhook } = await import('../authorization/access-webhook.ts')
  return accessWebhook(accessReviews, { clock, dialect, callWebhook })
}
