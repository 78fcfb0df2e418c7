import { podSecretNames } from '../../admission/pod-secrets.ts'
import { isObject } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import { formatTime } from '../../clock/clock.ts'
import { listAt, textAt, valueAt } from '../../resources/path.ts'
import { namespacedName } from '../client/namespaced-name.ts'
import type { ManagerContext, ManagerController } from '../controller.ts'
import { CONFIG_MAPS, PODS, SECRETS, SERVICE_ACCOUNTS } from '../kinds.ts'

const DAY = 24 * 60 * 60_000
/** A token that is unused for this many milliseconds is labelled; after the same time again it is deleted. */
const UNUSED = 365 * DAY

/** Deletes unused tokens that earlier releases created for every account. */
export const legacyTokenCleaner = {
  name: 'legacy-serviceaccount-token-cleaner-controller',
  alias: 'legacy-service-account-token-cleaner',
  open(context) {
    const rounds = context.queue(async (key) => {
      rounds.addAfter(key, DAY)
      await clean(context)
    })
    return {
      needs: [SECRETS, SERVICE_ACCOUNTS, PODS, CONFIG_MAPS],
      async start() {
        const informers = [SECRETS, SERVICE_ACCOUNTS, PODS].map((resource) => context.informer(resource))
        rounds.add('all')
        await Promise.all(informers.map(({ synced }) => synced))
      },
      stop: () => rounds.stop(),
    }
  },
} satisfies ManagerController

const dayOf = (ms: number): string => formatTime(ms).slice(0, 'YYYY-MM-DD'.length)
const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))

async function clean(context: ManagerContext): Promise<void> {
  const { objects, informer, clock, dialect } = context
  const now = clock.now()
  const tracking = dialect.spell('{system}-apiserver-legacy-service-account-token-tracking')
  const map = await objects.get(CONFIG_MAPS, { namespace: dialect.spell('{system}-system'), name: tracking })
  const since = textAt(map ?? {}, 'data.since')
  // Uses are recorded from the day after tracking began.
  if (!isDay(since) || now < Date.parse(since) + DAY + UNUSED) return
  const invalidSince = dialect.spell('{labels}/legacy-token-invalid-since')
  for (const secret of informer(SECRETS).list()) {
    if (!isUnused(context, secret, now - UNUSED)) continue
    const marked = secret.metadata?.labels?.[invalidSince] ?? ''
    const place = namespacedName(secret)
    if (!isDay(marked)) {
      const metadata = { uid: secret.metadata?.uid, labels: { [invalidSince]: dayOf(now) } }
      await objects.patch(SECRETS, place, 'merge', { metadata })
    } else if (marked < dayOf(now - UNUSED)) {
      await objects.delete(SECRETS, place, { resourceVersion: secret.metadata?.resourceVersion ?? '' })
    }
  }
}

/**
 * Whether an account lists the secret, no request has used the secret's token after `since`, and no pod mounts the secret now.
 */
function isUnused({ informer, dialect }: ManagerContext, secret: ApiObject, since: number): boolean {
  const { metadata = {} } = secret
  if (textAt(secret, 'type') !== dialect.spell('{labels}/service-account-token')) return false
  if (metadata.deletionTimestamp !== undefined || Date.parse(metadata.creationTimestamp ?? '') >= since) return false
  const used = metadata.labels?.[dialect.spell('{labels}/legacy-token-last-used')]
  if (used !== undefined && (!isDay(used) || used >= dayOf(since))) return false
  const annotation = (of: string): string =>
    metadata.annotations?.[dialect.spell(`{labels}/service-account.${of}`)] ?? ''
  const { namespace, name } = namespacedName(secret)
  const account = informer(SERVICE_ACCOUNTS).get({ namespace, name: annotation('name') })
  if (account === undefined || ![account.metadata?.uid, ''].includes(annotation('uid'))) return false
  const isNamed = listAt(account, 'secrets').some((one) => isObject(one) && one['name'] === name)
  return isNamed && ![...informer(PODS).list(namespace)].some((pod) => mounts(pod, name))
}

function mounts(pod: ApiObject, secret: string): boolean {
  const spec = valueAt(pod, 'spec')
  return isObject(spec) && [...podSecretNames(spec)].includes(secret)
}
