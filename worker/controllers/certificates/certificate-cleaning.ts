import { fromBase64Text } from '../../runtime/bytes.ts'
import type { ApiObject } from '../../api/object.ts'
import { lazy } from '../../api/lazy.ts'
import { pemBlocks } from '../../certificates/pem.ts'
import { textAt } from '../../resources/path.ts'
import { conditionsOf, isIssued } from './request-state.ts'
import { namespacedName } from '../client/namespaced-name.ts'
import type { ManagerContext, ManagerController } from '../controller.ts'
import { CERTIFICATE_SIGNING_REQUESTS } from '../kinds.ts'
import { timeOf } from '../object-parts.ts'

const HOUR = 3_600_000
/** The lifetimes of pending and of decided requests, in milliseconds. */
const PENDING_MS = 24 * HOUR
const DECIDED_MS = HOUR
const REFUSALS = ['Denied', 'Failed']

/** Looks once an hour for requests that are too old or whose certificate expired, and deletes them. */
export const certificateCleaning = {
  name: 'certificatesigningrequest-cleaner-controller',
  alias: 'csrcleaner',
  open(context) {
    const rounds = context.queue(async (key) => {
      rounds.addAfter(key, HOUR)
      await clean(context)
    })
    return {
      needs: [CERTIFICATE_SIGNING_REQUESTS],
      async start() {
        await context.informer(CERTIFICATE_SIGNING_REQUESTS).synced
        rounds.add('all')
      },
      stop: () => rounds.stop(),
    }
  },
} satisfies ManagerController

const certificates = lazy(() => import('../../certificates/certificate.ts'))

async function clean({ objects, clock, informer, report }: ManagerContext): Promise<void> {
  const now = clock.now()
  for (const request of informer(CERTIFICATE_SIGNING_REQUESTS).list()) {
    const due = Math.min(staleAt(request), await expiryOf(request))
    if (due >= now) continue
    try {
      await objects.delete(CERTIFICATE_SIGNING_REQUESTS, namespacedName(request))
    } catch (error) {
      // The next round deletes the request; the requests after it do not wait.
      report(error)
    }
  }
}

/** The time at which a request is too old (ms since 1970); Infinity when it has no age limit. */
export function staleAt(request: ApiObject): number {
  const conditions = conditionsOf(request)
  // An approved request without a certificate stays: its signer may be slow.
  const ends = isIssued(request) ? ['Approved', ...REFUSALS] : REFUSALS
  const decided = conditions.flatMap(({ type, at }) => (ends.includes(type) && at !== undefined ? [at] : []))
  const firstDecision = decided.reduce((first, at) => Math.min(first, at), Infinity)
  const made = timeOf(request.metadata?.creationTimestamp)
  const pending = conditions.length === 0 && made !== undefined ? made + PENDING_MS : Infinity
  return Math.min(pending, firstDecision + DECIDED_MS)
}

/** The expiry of the issued certificate (ms since 1970); Infinity without a readable certificate or an approval. */
async function expiryOf(request: ApiObject): Promise<number> {
  if (!isIssued(request) || !conditionsOf(request).some(({ type }) => type === 'Approved')) return Infinity
  const [block] = pemBlocks(fromBase64Text(textAt(request, 'status.certificate')))
  if (block === undefined) return Infinity
  const { readableCertificate } = await certificates()
  return readableCertificate(block.bytes)?.notAfter ?? Infinity
}
